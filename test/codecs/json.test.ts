/** JSON: what is written, what is read, and how what cannot be read is told. */

import * as assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import { json } from '../../src/codecs/json.js'
import type { Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'
import type { View } from '../../src/wire/codec.js'

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
const decode = async (text: string): Promise<unknown> => json.decode?.(text, shape)

const writing = suite('json, written')

writing('two spaces, and a new line at the end', async () => {
  assert.equal(json.mediaType, 'application/json')
  assert.equal(await json.encode?.(view({ a: [1, null] })), '{\n  "a": [\n    1,\n    null\n  ]\n}\n')
})

writing('a problem', () => {
  const document = { type: 'about:blank', title: 'Not found', status: 404, detail: 'No.' }
  assert.equal(json.problem?.mediaType, 'application/problem+json')
  assert.equal(json.problem?.encode(document), JSON.stringify(document, null, 2))
})

writing('what is written is read as it was', () =>
  fc.assert(
    fc.asyncProperty(fc.jsonValue(), async value => {
      const text = await json.encode?.(view(value as Json))
      assert.equal(JSON.stringify(await decode(text ?? '')), JSON.stringify(value))
    }),
  ),
)

writing.run()

const reading = suite('json, read')

/** Text, line, column, and what is said. */
const MALFORMED: readonly (readonly [text: string, line: number, column: number, says: string])[] = [
  ['', 1, 1, 'The content is empty.'],
  [' \n', 1, 1, 'The content is empty.'],
  ['\ufeff{}', 1, 1, 'The content begins with a byte order mark. Leave it out: JSON has none (RFC 8259 §8.1).'],
  ['{"a": 1,}', 1, 8, 'There is nothing between this comma and the "}". Remove the comma.'],
  ['[1,\n2,\n]', 2, 2, 'There is nothing between this comma and the "]". Remove the comma.'],
  ['{"a" 1}', 1, 6, 'A colon should stand here, between the name and its value.'],
  ['{"a": 1 "b": 2}', 1, 9, 'A comma is missing in front of this.'],
  ['[1 2]', 1, 4, 'A comma is missing in front of this.'],
  ["{'a': 1}", 1, 2, 'Texts and names stand in double quotes. Write " in place of the single quotes.'],
  ['{a: 1}', 1, 2, 'Names stand in double quotes. Write "a".'],
  ['{"a": 1, b: 2}', 1, 10, 'Names stand in double quotes. Write "b".'],
  ['{1: 2}', 1, 2, 'A name in double quotes should stand here. Write "1".'],
  ['// x\n1', 1, 1, 'JSON has no comments. Remove it.'],
  ['{"a": /* x */ 1}', 1, 7, 'JSON has no comments. Remove it.'],
  ['[01]', 1, 3, 'A number cannot begin with a zero. Put it in quotes, or remove the zero.'],
  [
    '{"a": True}',
    1,
    7,
    '"True" is not JSON. A value is null, true, false, a number, a text in double quotes, a list or an object.',
  ],
  ['[1.]', 1, 2, 'This is not a number as JSON has it. A digit should follow.'],
  ['{"a": "b', 1, 7, 'The text that begins here has no closing double quote on its line.'],
  ['["a\nb"]', 1, 2, 'The text that begins here has no closing double quote on its line.'],
  [
    '["a\tb"]',
    1,
    2,
    'This text holds a control character that must be escaped. Write \\t for a tab, \\n for a new line.',
  ],
  [
    '["\\x"]',
    1,
    2,
    'A backslash in this text stands in front of something that it cannot escape. Write \\\\ for a backslash.',
  ],
  ['["\\u12"]', 1, 2, '"\\u" needs four hexadecimal digits behind it.'],
  ['{"a": 1', 1, 8, 'The content ends too early: a "{" is not closed.'],
  ['[1', 1, 3, 'The content ends too early: a "[" is not closed.'],
  ['{"a":', 1, 6, 'The content ends too early: a value should follow.'],
  ['{} {}', 1, 4, 'The content should end here: it is one value, and that is complete.'],
  ['{"a": }', 1, 7, 'A value should stand here.'],
  ['['.repeat(100_000), 1, 257, 'The content is nested more than 256 levels deep.'],
  ['{"a":'.repeat(100_000), 1, 1281, 'The content is nested more than 256 levels deep.'],
]

for (const [text, line, column, says] of MALFORMED)
  reading(JSON.stringify(text.slice(0, 40)), async () => {
    const problem = await decode(text)
    assert.ok(problem instanceof Problem)
    assert.equal(problem.name, 'malformed-content')
    assert.equal(problem.detail, `Line ${line}, column ${column}: ${says}`)
    assert.deepEqual(problem.extensions, { line, column })
  })

reading('what JSON.parse reads is read', async () => {
  assert.deepEqual(await decode('{"__proto__": 1}'), JSON.parse('{"__proto__": 1}'))
  assert.deepEqual(await decode(' [1, "a", null] '), [1, 'a', null])
})

reading('any text ends with what JSON.parse says, or with a problem that has a reason', () => {
  const piece = fc.constantFrom(
    ...'{}[]":,\\/019.-+eE \n\t\u0000\u00a0\ufeffnullau',
    'true',
    '\\u00',
    '"a"',
    '//',
    '/*',
  )
  return fc.assert(
    fc.asyncProperty(fc.string({ unit: piece }), async text => {
      const value = await decode(text)
      let expected: unknown
      try {
        expected = JSON.parse(text)
      } catch {
        assert.ok(value instanceof Problem)
        assert.doesNotMatch(value.detail, /The content is not JSON/)
        return
      }
      assert.deepEqual(value, expected)
    }),
    { numRuns: 5000 },
  )
})

reading.run()
