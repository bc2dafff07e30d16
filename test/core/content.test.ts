/** What can be stored, whatever format brought it. */

import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DEPTH_MAX, findPoison, inspect, MEMBERS_MAX } from '../../src/core/content.js'
import type { Json } from '../../src/core/json.js'

const nested = (levels: number, innermost: Json = 1): Json => {
  let value = innermost
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? { a: value } : [value]
  return value
}

const members = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]))

const pointers = (value: Json): string[] => inspect(value).map(({ pointer }) => pointer)

const STORABLE: readonly (readonly [title: string, value: Json])[] = [
  ['null', null],
  ['an empty object', {}],
  ['an empty list', []],
  ['tabs and line ends', { a: 'x\ty\r\nz' }],
  ['letters of all kinds', { 名: 'Ünal 😀 \u{10fffd} \ue000 \ufeff \u00a0' }],
  ['numbers', { a: [0, -0, 1e308, -1.5, 5e-324] }],
  ['odd names', { '': 1, 'a/b': 1, 'm~n': 1, ' ': 1 }],
  ['as deep as is allowed', nested(DEPTH_MAX)],
  ['as many members as are allowed', members(MEMBERS_MAX)],
  ['a long list', Array.from({ length: 5000 }, () => 1)],
]

for (const [title, value] of STORABLE) test(`${title} can be stored`, () => assert.equal(inspect(value), []))

const FAULTY: readonly (readonly [title: string, value: Json, pointers: readonly string[]])[] = [
  ['NUL', { a: 'x\u0000' }, ['#/a']],
  ['escape', ['\u001b[31m'], ['#/0']],
  ['DEL', '\u007f', ['#']],
  ['C1', { a: '\u0085' }, ['#/a']],
  ['a lone surrogate', { a: ['ok', '\ud800'] }, ['#/a/1']],
  ['a surrogate the wrong way round', { a: '\udc00\ud800' }, ['#/a']],
  ['noncharacters', { a: '\uffff', b: '\ufdd0', c: '\u{1fffe}' }, ['#/a', '#/b', '#/c']],
  ['too large a number', { a: Number.POSITIVE_INFINITY, b: Number.NaN }, ['#/a', '#/b']],
  ['a name with a control', { a: { 'x\u0000': 1 } }, ['#/a']],
  ['names that need escaping', { 'a/b': '\u0000', 'm~n': '\u0000' }, ['#/a~1b', '#/m~0n']],
  [
    'names that no URI fragment can hold',
    { 'first name': '\u0000', 日: '\u0000', '50%': '\u0000' },
    ['#/first%20name', '#/%E6%97%A5', '#/50%25'],
  ],
  ['too many members', { a: members(MEMBERS_MAX + 1) }, ['#/a']],
]

for (const [title, value, expected] of FAULTY) {
  test(`${title}: at ${expected.join(', ')}`, () => assert.equal(pointers(value), expected))
}

test('one level too deep is told at its place, and nobody looks further', () => {
  const [only, ...more] = inspect(nested(DEPTH_MAX + 1, '\u0000'))
  assert.equal(more, [])
  assert.match(only?.detail ?? '', /more than 64 levels/)
  assert.is(inspect(nested(5000)).length, 1)
})

test('no more than a hundred faults, wherever they are', () => {
  assert.is(inspect(Array.from({ length: 1000 }, () => '\u0000')).length, 100)
  const names = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`\u0000${index}`, 1]))
  assert.is(inspect(names).length, 100)
  assert.is(inspect({ a: names, b: names }).length, 100)
})

test('what is told about a fault can itself be exchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }), value => {
      for (const { pointer, detail } of inspect(value as Json)) {
        assert.equal(inspect([pointer, detail]), [])
        // What RFC 3986 §3.5 lets stand in a fragment.
        assert.match(pointer, /^#(?:[\w\-.~!$&'()*+,;=:@/?]|%[\dA-F]{2})*$/)
      }
    }),
    { numRuns: 2000 },
  )
  const [first, second] = inspect({ '\u0000\ud800': '\u0001' })
  assert.equal(inspect([first?.detail ?? '', second?.detail ?? '', second?.pointer ?? '']), [])
})

const POISON: readonly (readonly [text: string, pointer: string | undefined])[] = [
  ['{"__proto__":{"admin":true}}', '#/__proto__'],
  ['{"__proto__":1}', '#/__proto__'],
  ['[{"a":{"__proto__":null}}]', '#/0/a/__proto__'],
  ['{"a":{"constructor":{"prototype":{}}}}', '#/a/constructor/prototype'],
  ['{"a b":{"__proto__":1}}', '#/a%20b/__proto__'],
  ['{"constructor":"Acme"}', undefined],
  ['{"constructor":{"name":"Acme"}}', undefined],
  ['{"prototype":{"__proto":1}}', undefined],
  ['{"name":"__proto__"}', undefined],
  ['"__proto__"', undefined],
  ['null', undefined],
]

for (const [text, pointer] of POISON) {
  test(`poison in ${text}: ${pointer}`, () => assert.is(findPoison(JSON.parse(text) as Json), pointer))
}

test('poison is found in the deepest place that can be stored, and the search has an end', () => {
  const poison = JSON.parse('{"__proto__":1}') as Json
  assert.match(findPoison(nested(DEPTH_MAX - 1, poison)) ?? '', /__proto__$/)
  assert.is(findPoison(nested(5000, poison)), undefined)
})

test.run()
