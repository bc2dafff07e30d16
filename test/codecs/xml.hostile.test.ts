/** XML that is broken or means harm: each is a problem that says what and where, in linear time. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { xml } from '../../src/codecs/xml/index.js'
import { Problem } from '../../src/core/problem.js'
import type { Schema } from '../../src/core/schema.js'

const test = suite('xml, hostile')

const schema: Schema = {
  type: 'object',
  properties: { age: { type: 'integer' }, roles: { type: 'array', items: { type: 'string' } } },
}

const read = async (text: string) => xml.decode?.(text, { name: 'user', schema })

const MEGABYTE = 1_000_000

const refused: [text: string, line: number, column: number, detail: RegExp][] = [
  // Not well-formed.
  ['', 1, 1, /one root element/],
  [' \n ', 2, 2, /one root element/],
  ['alice', 1, 1, /one root element/],
  ['{"username":"alice"}', 1, 1, /one root element/],
  ['<user>', 1, 7, /<user> has to be closed/],
  ['<user><age>30</user>', 1, 14, /<age> has to be closed first, with <\/age>/],
  ['<user>\n  <age>30</ag>\n</user>', 2, 10, /<age> has to be closed/],
  ['<user><age>😀😀\n😀</user>', 2, 3, /<age> has to be closed/],
  ['<user\r\n\r\n', 3, 1, /"<user>|<user> is not complete/],
  ['<user></user', 1, 13, /<\/user> is not complete/],
  ['<user/><user/>', 1, 8, /one root element/],
  ['<user/>alice', 1, 8, /one root element/],
  ['<user a=1/>', 1, 9, /needs a value in quotes/],
  ['<user type="object" type="object"/>', 1, 34, /type is given twice/],
  ['<user a="<"/>', 1, 10, /&lt;/],
  ['<user a="', 1, 10, /closing quote/],
  ['<user>a & b</user>', 1, 11, /&amp;/],
  ['<user>&nbsp;</user>', 1, 7, /no entity &nbsp;/],
  ['<user>&#0;</user>', 1, 11, /not well-formed XML: /],
  ['<user>&#xD800;</user>', 1, 15, /not well-formed XML: /],
  ['<user>]]></user>', 1, 7, /]]&gt;/],
  ['<user>a]]></user>', 1, 8, /]]&gt;/],
  ['<user><!-- a -- b --></user>', 1, 14, /not well-formed XML: /],
  ['<user><![CDATA[</user>', 1, 16, /not well-formed XML: /],
  ['<user><![CDATA[<![CDATA[a]]>]]></user>', 1, 29, /]]&gt;/],
  ['<user>\0</user>', 1, 7, /U\+0000/],
  ['<user>\n\ud800</user>', 2, 1, /U\+D800/],
  ['<user><age>\uffff</age></user>', 1, 12, /U\+FFFF/],
  ['<\u0001>', 1, 2, /U\+0001/],
  // Refused whatever it is for.
  ['<!DOCTYPE user><user/>', 1, 1, /<!DOCTYPE/],
  ['<!-- a -->\n<!doctype user><user/>', 2, 1, /<!DOCTYPE/],
  ['<!DOCTYPE user SYSTEM "http://example.com/a.dtd"><user/>', 1, 1, /<!DOCTYPE/],
  ['<!DOCTYPE user PUBLIC "a" "file:///etc/passwd"><user/>', 1, 1, /<!DOCTYPE/],
  ['<!DOCTYPE user [<!ENTITY a SYSTEM "file:///etc/passwd">]><user>&a;</user>', 1, 1, /<!DOCTYPE/],
  ['<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;"><!ENTITY d "&c;&c;">]><user>&d;</user>', 1, 1, /<!DOCTYPE/],
  ['<!DOCTYPE', 1, 1, /<!DOCTYPE/],
  ['<user><!DOCTYPE a></user>', 1, 7, /<!DOCTYPE/],
  ['<user/><!DOCTYPE a>', 1, 8, /<!DOCTYPE/],
  ['<!ENTITY a "b"><user>&a;</user>', 1, 1, /one root element/],
  ['<?xml-stylesheet href="a"?><user/>', 1, 1, /Processing instructions/],
  ['<user><?php echo 1 ?></user>', 1, 7, /Processing instructions/],
  ['<user/><?a?>', 1, 8, /Processing instructions/],
  ['\n<?xml version="1.0"?><user/>', 2, 1, /very first/],
  ['<?xml version="1.0"?><?xml version="1.0"?><user/>', 1, 22, /very first/],
  ['<?xml version="2.0"?><user/>', 1, 20, /not well-formed XML: /],
  ['<?xml version="1.0" encoding="UTF-16"?><user/>', 1, 1, /encoding UTF-16/],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><user/>', 1, 1, /encoding ISO-8859-1/],
  // Well-formed, and yet nothing that could be kept.
  ['<users/>', 1, 1, /<users>, and <user> is expected/],
  ['<User/>', 1, 1, /<User>, and <user> is expected/],
  ['<!-- a -->\n <field name="person"/>', 2, 2, /<user> is expected/],
  ['<u:user xmlns:u="urn:u"/>', 1, 1, /<u:user> has a namespace prefix/],
  ['<user><a:age xmlns:a="urn:a">1</a:age></user>', 1, 7, /<a:age> has a namespace prefix/],
  ['<user id="1"/>', 1, 1, /<user> has an attribute id/],
  ['<user>\n<age unit="y">1</age></user>', 2, 1, /<age> has an attribute unit/],
  ['<user><age name="b">1</age></user>', 1, 7, /<age> has an attribute name/],
  ['<user><age xsi:nil="true"/></user>', 1, 7, /attribute xsi:nil/],
  ['<user><age type="integer">1</age></user>', 1, 7, /"integer"; it can be null, boolean, number/],
  ['<user><age type="number">old</age></user>', 1, 7, /type="number"/],
  ['<user><age type="number"/></user>', 1, 7, /type="number"/],
  ['<user><age type="boolean">1</age></user>', 1, 7, /type="boolean"/],
  ['<user><age type="null">0</age></user>', 1, 7, /type="null"/],
  ['<user><age type="array">0</age></user>', 1, 7, /type="array"/],
  ['<user><age type="object">0</age></user>', 1, 7, /type="object"/],
  ['<user><age type="string"><a/></age></user>', 1, 7, /type="string", and has elements/],
  ['<user>alice<age>1</age></user>', 1, 1, /<user> mixes text/],
  ['<user><a><b/>\u00a0</a></user>', 1, 7, /<a> mixes text/],
  ['<user><age>1</age><age>2</age></user>', 1, 19, /<age> is there twice/],
  ['<user><age>1</age><field name="age">1</field></user>', 1, 19, /"age" is no list/],
  ['<user><roles><role/><rule/></roles></user>', 1, 21, /<rule> is not <role>/],
  ['<user><roles><field name="a"/></roles></user>', 1, 14, /attribute name/],
  // Too much of it.
  [`${'<user>'.repeat(66)}${'</user>'.repeat(66)}`, 1, 391, /64 levels/],
  ['<a>'.repeat(100_000) + '</a>'.repeat(100_000), 1, 196, /64 levels/],
  ['<a b=">" c=\'/>\'>'.repeat(100_000), 1, 1041, /64 levels/],
  [`<user ${'a'.repeat(MEGABYTE)}=""/>`, 1, 1, /attribute aaa/],
  [`<user a="${'b'.repeat(MEGABYTE)}"/>`, 1, 1, /attribute a,/],
  [`<user type="${'b'.repeat(MEGABYTE)}"/>`, 1, 1, /type is "bbb/],
  [`<${'a'.repeat(MEGABYTE)}/>`, 1, 1, /<a+…>, and <user>/],
  [`<user>&${'a'.repeat(MEGABYTE)};</user>`, 1, 7, /no entity &a+…/],
  [`<user>${'<![CDATA['.repeat(50_000)}`, 1, 16, /not well-formed XML: /],
]

for (const [text, line, column, detail] of refused)
  test(`${JSON.stringify(text.slice(0, 80))} is refused at ${line}:${column}`, async () => {
    const started = performance.now()
    const problem = await read(text)
    assert.ok(performance.now() - started < 30_000)
    assert.instance(problem, Problem)
    if (!(problem instanceof Problem)) return
    assert.is(problem.name, 'malformed-content')
    assert.match(problem.detail, detail)
    assert.match(problem.detail, /^[A-Z"].{0,290}\.$/)
    assert.equal(problem.extensions, { line, column })
  })

const pieces = [
  '<![CDATA[',
  '<![CDATA[a]]>',
  '<!--',
  '<!---->',
  '&amp;',
  '&',
  '<a/>',
  '<',
  '</',
  ']]',
  '\r',
  '\r\n',
  ' ',
  '"',
  '<a b="',
  '<?',
  '<!',
  '\0',
  '😀',
  '<age/>',
  '<roles/>',
  '<roles>',
]
const frames: ((inside: string) => string)[] = [
  inside => inside,
  inside => `<user>${inside}</user>`,
  inside => `<user>😀<a>${inside}`,
  inside => `<user a="${inside}"/>`,
  inside => `<user ${inside}>`,
  inside => `<user><age>${inside}</age></user>`,
]

for (const piece of pieces)
  test(`a quarter of a megabyte of ${JSON.stringify(piece)} takes linear time`, async () => {
    const many = piece.repeat(MEGABYTE / 4 / piece.length)
    const started = performance.now()
    for (const value of await Promise.all(frames.map(frame => read(frame(many))))) assert.not.type(value, 'undefined')
    assert.ok(performance.now() - started < 30_000, `${performance.now() - started} ms`)
  })

const nested = (levels: number) => `<user>${'<a>'.repeat(levels)}1${'</a>'.repeat(levels)}</user>`

test('as deep as what may be stored, and no deeper', async () => {
  assert.not.instance(await read(nested(64)), Problem)
  assert.instance(await read(nested(65)), Problem)
})

test('many elements beside each other are not deep', async () => {
  const value = await read(
    `<user><roles>${'<r a=">"/><r></r><!-- <r> --><r><![CDATA[<r>]]></r>'.replace(' a=">"', '').repeat(1000)}</roles></user>`,
  )
  assert.is((value as { roles: unknown[] }).roles.length, 3000)
})

test.run()
