/** What a person most likely meant, and when to say nothing. */

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nearest } from '../../src/core/nearest.js'

const NAMES = ['alice', 'bob', 'carol', 'Dave', 'json-server', '日本']

const TABLE: readonly (readonly [word: string, candidates: readonly string[], expected: string | undefined])[] = [
  ['alic', NAMES, 'alice'],
  ['alicee', NAMES, 'alice'],
  ['Alice', NAMES, 'alice'],
  ['ALICE', NAMES, 'alice'],
  ['dave', NAMES, 'Dave'],
  ['bbo', NAMES, undefined],
  ['bop', NAMES, 'bob'],
  ['json-sevrer', NAMES, 'json-server'],
  ['日木', NAMES, '日本'],
  ['zebra', NAMES, undefined],
  ['', NAMES, undefined],
  ['alice', [], undefined],
  // The word itself is no suggestion.
  ['alice', ['alice'], undefined],
  ['alice', ['alice', 'alize'], 'alize'],
  // Case is the cheapest difference, whatever comes first.
  ['alice', ['alise', 'ALICE'], 'ALICE'],
  ['alice', ['ALICE', 'alise'], 'ALICE'],
  // Among equals the first.
  ['abcdef', ['abcdeX', 'abcdeY'], 'abcdeX'],
  ['abcdef', ['abcdXX', 'abcdeY'], 'abcdeY'],
  // A third of the word and no more.
  ['abcdef', ['abXdeX'], 'abXdeX'],
  ['abcdef', ['XbXdeX'], undefined],
  ['__proto__', ['__proto'], '__proto'],
]

for (const [word, candidates, expected] of TABLE) {
  test(`"${word}" among ${candidates.join(', ') || 'none'} -> ${expected}`, () => {
    assert.is(nearest(word, candidates), expected)
  })
}

test('a word that is longer than any key is not looked at', () => {
  assert.is(nearest('a'.repeat(129), ['a'.repeat(128)]), undefined)
  assert.is(nearest('a'.repeat(128), ['a'.repeat(127)]), 'a'.repeat(127))
})

test('no more than ten thousand candidates are asked for', () => {
  let asked = 0
  const endless = function* (): Generator<string> {
    for (;;) yield `record ${asked++}`
  }
  assert.is(nearest('alice', endless()), undefined)
  assert.ok(asked <= 10_001, String(asked))
})

test('ten thousand long candidates take no longer than a person waits', () => {
  const word = 'ab'.repeat(64)
  const candidates = Array.from({ length: 10_000 }, (_, index) => `${index}`.padEnd(128, 'xyz'))
  const started = performance.now()
  assert.is(nearest(word, candidates), undefined)
  assert.ok(performance.now() - started < 30_000)
})

test.run()
