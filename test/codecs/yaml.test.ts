/** YAML: what is written, what is read, how what cannot be read is told, and that nothing hostile takes long. */

import * as assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import { parse } from 'yaml'
import type { View } from '../../src/wire/codec.js'
import { yaml } from '../../src/codecs/yaml.js'
import type { Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'

const shape = { name: 'user', schema: {} }
const view = (value: Json): View => ({
  kind: 'item',
  name: 'user',
  plural: 'users',
  schema: {},
  value,
  title: 'alice',
  self: '/user/alice',
})
const encode = async (value: Json): Promise<string> => (await yaml.encode?.(view(value))) ?? ''
const decode = async (text: string): Promise<unknown> => yaml.decode?.(text, shape)

const writing = suite('yaml, written')

writing('its names', () => {
  assert.equal(yaml.mediaType, 'application/yaml')
  assert.deepEqual(yaml.aliases, ['application/x-yaml', 'text/yaml', 'text/x-yaml'])
  assert.equal(yaml.problem, undefined)
})

writing('no line is folded, and nothing is repeated by alias', async () => {
  const shared = { city: 'Oxford' }
  const long = 'word '.repeat(50).trim()
  assert.equal(await encode({ a: shared, b: shared, long }), `a:\n  city: Oxford\nb:\n  city: Oxford\nlong: ${long}\n`)
})

const ODD = [
  'no',
  'yes',
  'on',
  'NO',
  'y',
  '~',
  'null',
  '12:30:45',
  '2024-01-01',
  '1_000',
  '0777',
  '0o7',
  '1e3',
  '.5',
  '+1',
  '',
  '-',
  '<<',
  '=',
  '# a',
  'a: b',
  '*a',
  '&a',
  '@a',
  '日本',
  ' a ',
  'a\nb',
  '\u0085',
  '{}',
]

writing('a reader of YAML 1.1 reads the same', async () => {
  const value = Object.fromEntries(ODD.map(text => [text, text]))
  const text = await encode([value, ...ODD])
  assert.deepEqual(parse(text, { version: '1.1' }), [value, ...ODD])
  assert.deepEqual(await decode(text), [value, ...ODD])
})

writing('what is written is read as it was', () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async value => {
      // Lone surrogates cannot be sent in UTF-8, and -0 is no JSON.
      const sent = JSON.parse(JSON.stringify(value).replace(/\\u[dD][89a-fA-F][\da-f]{2}/g, 'x')) as Json
      assert.deepEqual(await decode(await encode(sent)), sent)
    }),
    { numRuns: 500 },
  ),
)

writing.run()

const reading = suite('yaml, read')

/** Text, line, column, and how the detail begins behind them. */
const MALFORMED: readonly (readonly [text: string, line: number, column: number, says: string])[] = [
  ['', 1, 1, 'The content is empty.'],
  ['# nothing\n', 1, 1, 'The content is empty.'],
  ['a: 1\na: 2', 2, 1, 'The name "a" is given twice. Remove one of the two.'],
  ['{"a": 1, a: 2}', 1, 10, 'The name "a" is given twice.'],
  ['a: 1\n---\na: 2', 2, 1, 'A second YAML document begins here'],
  ['a: *nope', 1, 4, '"*nope" repeats what is marked "&nope", but nothing above is.'],
  ['&a [*a]', 1, 5, '"*a" stands inside of what it repeats.'],
  ['a: !!binary aGk=', 1, 4, 'The tag "!!binary" is not known here.'],
  ['a: !!set {b, c}', 1, 4, 'The tag "!!set" is not known here.'],
  ['a: !!timestamp 2024-01-01', 1, 4, 'The tag "!!timestamp" is not known here.'],
  ['a: !!js/function "x"', 1, 4, 'The tag "!!js/function" is not known here.'],
  ['a: !mine x', 1, 4, 'The tag "!mine" is not known here.'],
  ['a: .inf', 1, 4, '.inf is no number that JSON can hold.'],
  ['a: 1e999', 1, 4, '1e999 is no number that JSON can hold.'],
  ['b: &b {c: 1}\na:\n  <<: *b', 3, 3, 'The merge key "<<" is not part of YAML 1.2.'],
  ['? [a]\n: b', 1, 3, 'A name must be a text, not a list, a map or an alias.'],
  ['a: "b', 1, 4, 'The text that begins here has no closing double quote.'],
  ['a: b: c', 1, 4, 'A value that contains ": " needs quotes. Write "b: c".'],
]

for (const [text, line, column, says] of MALFORMED)
  reading(JSON.stringify(text), async () => {
    const problem = await decode(text)
    assert.ok(problem instanceof Problem)
    assert.equal(problem.name, 'malformed-content')
    assert.ok(problem.detail.startsWith(`Line ${line}, column ${column}: ${says}`), problem.detail)
    assert.deepEqual(problem.extensions, { line, column })
  })

/** Text, and its value as JSON. */
const READ: readonly (readonly [text: string, value: string])[] = [
  ['null', 'null'],
  ['~', 'null'],
  ['{}', '{}'],
  ['a: no\nb: 12:30\nc: 2024-01-01\nd: 1_000', '{"a":"no","b":"12:30","c":"2024-01-01","d":"1_000"}'],
  ['a: !!str 7\nb: !!int "7"', '{"a":"7","b":7}'],
  ['1: a\ntrue: b\nnull: c', '{"1":"a","true":"b","null":"c"}'],
  ['a: &x {b: 1}\nc: *x', '{"a":{"b":1},"c":{"b":1}}'],
  ['a: &x 1\nb: &x 2\nc: *x', '{"a":1,"b":2,"c":2}'],
  ['"<<": 1', '{"<<":1}'],
  ['--- \na: |\n  x\n  y\n...\n', '{"a":"x\\ny\\n"}'],
  ['\ufeffa: 1', '{"a":1}'],
]

for (const [text, value] of READ)
  reading(`${JSON.stringify(text)} is ${value}`, async () => assert.equal(JSON.stringify(await decode(text)), value))

reading('names that objects have by birth are names like others', async () => {
  const value = await decode('__proto__: {x: 1}\nconstructor: 2\ntoString: 3')
  assert.ok(typeof value === 'object' && value !== null)
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor', 'toString'])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
})

const levels = (text: (level: number) => string): string =>
  Array.from({ length: 3000 }, (_, level) => text(level)).join('')
const laughs = [
  'a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]',
  ...Array.from(
    'bcdefghi',
    (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]`,
  ),
].join('\n')
const members = Array.from({ length: 20_000 }, (_, index) => `k${index}: ${index}`)

/** What a server may be sent, and whether it is refused. */
const HOSTILE: readonly (readonly [title: string, text: string, refused: boolean])[] = [
  ['200,001 quotes', '"'.repeat(200_001), true],
  ['200,000 quotes', '"'.repeat(200_000), true],
  ['200,000 apostrophes', "'".repeat(200_000), false],
  ['100,000 anchors', '&a '.repeat(100_000), true],
  ['100,000 brackets', '['.repeat(100_000), true],
  ['50,000 braces', '{a: '.repeat(50_000), true],
  ['100,000 brackets, closed', '['.repeat(100_000) + ']'.repeat(100_000), true],
  ['1,000 brackets, closed', '['.repeat(1000) + ']'.repeat(1000), true],
  ['3,000 levels', levels(level => `${' '.repeat(level)}a:\n`), true],
  ['3,000 dashes', `${'- '.repeat(3000)}a`, true],
  ['a billion laughs', laughs, true],
  ['aliases of a long text', `a: &a ${'x'.repeat(500_000)}\nb: [${Array(90).fill('*a').join(', ')}]`, true],
  ['20,000 names', members.join('\n'), false],
  ['20,000 names in braces', `{${members.join(', ')}}`, false],
  ['20,000 times the same name', members.map(() => 'k: 1').join('\n'), true],
  ['50,000 blank lines behind an error', `a: b: c${'\n'.repeat(50_000)}`, true],
  ['50,000 tags', '- !x a\n'.repeat(50_000), true],
  ['50,000 bad aliases', '- *x\n'.repeat(50_000), true],
  ['50,000 bad starts', '- @x\n'.repeat(50_000), true],
]

for (const [title, text, refused] of HOSTILE)
  reading(title, async () => {
    const started = performance.now()
    const value = await decode(text)
    const taken = performance.now() - started
    assert.equal(value instanceof Problem, refused)
    assert.ok(taken < 30_000, `${Math.round(taken)} ms`)
    if (process.env['TIMES'] === '1') console.log(`${title}: ${Math.round(taken)} ms`)
  })

reading('any text ends with a value or a problem', () => {
  const piece = fc.constantFrom(
    ...'"\'[]{}:,&*!|>%@`#-?\t\n\r ab1\\<',
    '---\n',
    '- ',
    ': ',
    '\ufeff',
    '\u0000',
    '日',
    '&a ',
    '*a ',
    '  ',
  )
  return fc.assert(
    fc.asyncProperty(fc.oneof(fc.string({ unit: piece }), fc.string({ unit: 'binary' })), async text => {
      const value = await decode(text)
      if (value instanceof Problem) assert.match(value.detail, /^Line \d+, column \d+: \S/)
      else assert.equal(typeof JSON.stringify(value), 'string')
    }),
    { numRuns: 5000 },
  )
})

reading.run()
