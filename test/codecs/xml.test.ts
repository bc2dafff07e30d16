/** XML: what views look like, what documents mean under a schema, and what problems look like. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ProblemDocument, View } from '../../src/wire/codec.js'
import { xml } from '../../src/codecs/xml/index.js'
import type { Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'
import type { Schema } from '../../src/core/schema.js'

const test = suite('xml')

const schema: Schema = {
  type: 'object',
  properties: {
    username: { type: 'string' },
    age: { type: 'integer' },
    score: { type: ['number', 'null'] },
    active: { type: 'boolean' },
    roles: { type: 'array', items: { type: 'string' } },
    marks: { type: 'array', items: { type: 'integer' } },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } } },
    orders: { type: 'array', items: { type: 'object', properties: { total: { type: 'number' } } } },
    grid: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    either: { type: ['string', 'integer', 'array'], items: { type: 'string' } },
  },
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

const write = async (view: Partial<View>): Promise<string> => {
  const whole: View = {
    kind: 'item',
    name: 'user',
    plural: 'users',
    schema,
    value: {},
    title: 'alice',
    self: '/',
    ...view,
  }
  const text = (await xml.encode?.(whole)) ?? ''
  assert.ok(text.startsWith(DECLARATION))
  assert.ok(text.endsWith('>\n'))
  return text.slice(DECLARATION.length, -1)
}

const read = async (text: string, under: Schema = schema): Promise<Json | Problem | undefined> =>
  xml.decode?.(text, { name: 'user', schema: under })

/** The lines inside `<user>`, written under the schema. */
const written: [value: Record<string, Json>, inside: string[]][] = [
  // Values that fit need no attributes.
  [
    { username: 'alice', age: 30, score: 1.5, active: false },
    ['<username>alice</username>', '<age>30</age>', '<score>1.5</score>', '<active>false</active>'],
  ],
  [{ score: null, roles: [], address: {} }, ['<score/>', '<roles/>', '<address/>']],
  [{ username: '' }, ['<username/>']],
  [{ username: ' \n' }, ['<username> \n</username>']],
  [{ username: '007' }, ['<username>007</username>']],
  [{ roles: ['admin', ''] }, ['<roles>', '  <role>admin</role>', '  <role/>', '</roles>']],
  [{ address: { city: 'Ulm', zip: 89073 } }, ['<address>', '  <city>Ulm</city>', '  <zip>89073</zip>', '</address>']],
  [
    { orders: [{ total: 1e21 }, {}] },
    ['<orders>', '  <order>', '    <total>1e+21</total>', '  </order>', '  <order/>', '</orders>'],
  ],
  [{ grid: [[1], []] }, ['<grid>', '  <item>', '    <item>1</item>', '  </item>', '  <item/>', '</grid>']],
  // Values that do not fit say what they are.
  [{ username: null }, ['<username type="null"/>']],
  [{ username: 30 }, ['<username type="number">30</username>']],
  [{ username: [] }, ['<username type="array"/>']],
  [{ username: {} }, ['<username type="object"/>']],
  [{ age: '30' }, ['<age type="string">30</age>']],
  [{ age: 'thirty' }, ['<age>thirty</age>']],
  [{ age: ' 30' }, ['<age type="string"> 30</age>']],
  [{ age: '' }, ['<age/>']],
  [{ active: 'true' }, ['<active type="string">true</active>']],
  [{ score: '' }, ['<score type="string"/>']],
  [{ roles: 'admin' }, ['<roles type="string">admin</roles>']],
  [{ roles: '' }, ['<roles type="string"/>']],
  [{ roles: null }, ['<roles type="null"/>']],
  [{ roles: {} }, ['<roles type="object"/>']],
  [{ roles: { a: 'b' } }, ['<roles type="object">', '  <a>b</a>', '</roles>']],
  [{ roles: [null, 1] }, ['<roles>', '  <role type="null"/>', '  <role type="number">1</role>', '</roles>']],
  [{ address: ['a'] }, ['<address type="array">', '  <item>a</item>', '</address>']],
  [{ either: 1 }, ['<either type="number">1</either>']],
  // Nothing is known of it: text is text, elements are members.
  [{ tags: ['a'] }, ['<tags type="array">', '  <tag>a</tag>', '</tags>']],
  [{ more: { a: '1', b: 2 } }, ['<more>', '  <a>1</a>', '  <b type="number">2</b>', '</more>']],
  [{ more: {} }, ['<more type="object"/>']],
  // The names of items.
  [{ people: ['a'] }, ['<people type="array">', '  <person>a</person>', '</people>']],
  [{ series: ['a'] }, ['<series type="array">', '  <item>a</item>', '</series>']],
  [{ xmls: ['a'] }, ['<field name="xmls" type="array">', '  <item>a</item>', '</field>']],
  [{ fields: ['a'] }, ['<fields type="array">', '  <field>a</field>', '</fields>']],
  [{ 'odd keys': ['a'] }, ['<field name="odd keys" type="array">', '  <item>a</item>', '</field>']],
  // Names that are none.
  [{ 'odd key': 'a' }, ['<field name="odd key">a</field>']],
  [{ '': 'a' }, ['<field name="">a</field>']],
  [{ '1st': 'a' }, ['<field name="1st">a</field>']],
  [{ 'a:b': 'a' }, ['<field name="a:b">a</field>']],
  [{ XmlNote: 'a' }, ['<field name="XmlNote">a</field>']],
  [{ '<"&\t\r\n>': 'a' }, ['<field name="&lt;&quot;&amp;&#x9;&#xD;&#xA;&gt;">a</field>']],
  [{ field: 'a', name: 'b', type: 'c' }, ['<field>a</field>', '<name>b</name>', '<type>c</type>']],
  [{ 日本: 'a', 'é-1.b': 'b' }, ['<日本>a</日本>', '<é-1.b>b</é-1.b>']],
  // Characters.
  [{ username: '<&>"\']]>\r\n\t' }, ['<username>&lt;&amp;&gt;"\']]&gt;&#xD;\n\t</username>']],
  [{ username: 'a\0b\ud800c\uffff' }, ['<username>a\ufffdb\ufffdc\ufffd</username>']],
]

for (const [value, inside] of written)
  test(`${JSON.stringify(value)} is written, and read again`, async () => {
    const text = await write({ value })
    assert.is(text, `<user>\n${inside.map(line => `  ${line}\n`).join('')}</user>`)
    const carried = JSON.stringify(value).replaceAll(/\\u0000|\\ud800|\uffff/g, '\ufffd')
    assert.is(JSON.stringify(await read(text)), carried)
  })

const roots: [view: Partial<View>, text: string][] = [
  [{}, '<user/>'],
  [{ schema: {} }, '<user type="object"/>'],
  [{ kind: 'collection', value: [] }, '<users/>'],
  [
    { kind: 'collection', value: [{ age: 1 }, {}] },
    '<users>\n  <user>\n    <age>1</age>\n  </user>\n  <user/>\n</users>',
  ],
  [{ kind: 'collection', name: 'sheep', plural: 'sheep', value: [{}] }, '<sheep>\n  <item/>\n</sheep>'],
  [{ name: 'odd one' }, '<field name="odd one"/>'],
  [{ kind: 'collection', name: 'a b', plural: 'a bs', value: [{}] }, '<field name="a bs">\n  <item/>\n</field>'],
  [{ kind: 'document', name: 'api', value: { users: '/users' } }, '<api>\n  <users>/users</users>\n</api>'],
]

for (const [view, text] of roots)
  test(`${text.replaceAll('\n', '')} is a root`, async () => assert.is(await write(view), text))

/** Documents that we would not write, and what they mean all the same. */
const taken: [text: string, json: string][] = [
  ['<user/>', '{}'],
  ['<user>\n</user>', '{}'],
  ['\n<!-- a --><user><!-- b --><age>1<!-- c -->2</age></user><!-- d -->\n', '{"age":12}'],
  ['<?xml version="1.0" encoding="utf-8" standalone="yes"?><user><age> 30 </age></user>', '{"age":30}'],
  ['<user xmlns="urn:a" xmlns:b="urn:b"><age xmlns="">30</age></user>', '{"age":30}'],
  ['<user><username><![CDATA[<b>&amp;]]></username></user>', '{"username":"<b>&amp;"}'],
  ['<user><username>&#x41;&#66;&lt;&apos;</username></user>', '{"username":"AB<\'"}'],
  ['<user><username>a\r\nb\rc&#13;</username></user>', '{"username":"a\\nb\\nc\\r"}'],
  ['<user><roles><x>a</x><x>b</x></roles></user>', '{"roles":["a","b"]}'],
  ['<user><roles>\n</roles></user>', '{"roles":[]}'],
  ['<user><roles>admin</roles></user>', '{"roles":["admin"]}'],
  ['<user><marks>1</marks><age>2</age><marks>3</marks></user>', '{"marks":[1,3],"age":2}'],
  ['<user><roles/><roles type="null"/></user>', '{"roles":["",null]}'],
  ['<user><either>a</either><either>b</either></user>', '{"either":["a","b"]}'],
  ['<user><either>a</either></user>', '{"either":"a"}'],
  ['<user><field name="age">30</field></user>', '{"age":30}'],
  ['<user><tags type="array"><tag type="array"/></tags></user>', '{"tags":[[]]}'],
  ['<user><age type="null"> </age><score type="boolean"> true </score></user>', '{"age":null,"score":true}'],
  ['<user><constructor><prototype>a</prototype></constructor></user>', '{"constructor":{"prototype":"a"}}'],
  ['<user><__proto__><a>b</a></__proto__></user>', '{"__proto__":{"a":"b"}}'],
  ['<user>alice</user>', '"alice"'],
]

for (const [text, json] of taken)
  test(`${text.replaceAll(/\s/g, ' ')} is ${json}`, async () => assert.is(JSON.stringify(await read(text)), json))

const problems: [members: Record<string, Json>, inside: string[]][] = [
  [{}, []],
  [{ limit: 3, left: null, on: true }, ['<limit>3</limit>', '<left/>', '<on>true</on>']],
  [
    { errors: [{ pointer: '#/age', detail: '<&>' }] },
    ['<errors>', '  <i>', '    <pointer>#/age</pointer>', '    <detail>&lt;&amp;&gt;</detail>', '  </i>', '</errors>'],
  ],
  [{ available: ['a', 'b'] }, ['<available>', '  <i>a</i>', '  <i>b</i>', '</available>']],
  [
    { 'a b': 1, '': 2, 'x><y': 3, xml: 4, '-a': 5, 'a:b': 6 },
    ['<a_b>1</a_b>', '<_>2</_>', '<x__y>3</x__y>', '<_xml>4</_xml>', '<_-a>5</_-a>', '<a_b>6</a_b>'],
  ],
]

for (const [members, inside] of problems)
  test(`a problem with ${JSON.stringify(members)} is written, its known members first`, () => {
    const document: ProblemDocument = {
      ...members,
      detail: 'No.',
      status: 404,
      title: 'Not found',
      type: '/-/problems/not-found',
    }
    const known = [
      '<type>/-/problems/not-found</type>',
      '<title>Not found</title>',
      '<status>404</status>',
      '<detail>No.</detail>',
    ]
    const lines = [...known, ...inside].map(line => `  ${line}\n`).join('')
    assert.is(xml.problem?.encode(document), `${DECLARATION}<problem xmlns="urn:ietf:rfc:7807">\n${lines}</problem>\n`)
  })

test('it is known by its names', () => {
  assert.is(xml.mediaType, 'application/xml')
  assert.equal(xml.aliases, ['text/xml'])
  assert.is(xml.problem?.mediaType, 'application/problem+xml')
})

test.run()
