/** Which names a record can have, and under which form each is kept. */

import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isDotSegment, KEY_MAX, normalizeKey, refuseKey } from '../../src/core/key.js'

/** Ordinary names, however odd they look; each is kept as it is. */
const ALLOWED = [
  'alice',
  'Alice',
  'ALICE',
  'a',
  '0',
  '-',
  '_',
  '~',
  '...',
  '.a',
  'a.',
  'alice.json',
  'add',
  'get',
  'remove',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  'a/b',
  '/',
  '//',
  '../etc/passwd',
  'a\\b',
  'a?b',
  'a#b',
  'a%2Fb',
  '%00',
  '%',
  'a&b=c',
  'a+b',
  'a;b',
  'a:b',
  'a b',
  ' a',
  'a ',
  '<script>',
  '"',
  "'",
  '`',
  '{}',
  '[object Object]',
  '$',
  '*',
  'alice@example.com',
  '日本',
  'Ünal',
  'Ærø',
  'Ω',
  'مرحبا',
  'שלום',
  '👩‍💻',
  '🇨🇭',
  '𝒳',
  'a\u00a0b',
  'ﬁ',
  'İ',
  'a'.repeat(KEY_MAX),
  '日'.repeat(KEY_MAX),
  '😀'.repeat(KEY_MAX),
]

const REFUSED: readonly (readonly [key: string, says: RegExp])[] = [
  ['', /empty/],
  ['.', /step in the path/],
  ['..', /step in the path/],
  ['a'.repeat(KEY_MAX + 1), /129 characters, and 128/],
  ['日'.repeat(KEY_MAX + 1), /129 characters/],
  ['😀'.repeat(KEY_MAX + 1), /129 characters/],
  ['a'.repeat(100_000), /100000 characters/],
  ['\u0000', /control/],
  ['a\u0000b', /control/],
  ['a\nb', /control/],
  ['a\rb', /control/],
  ['\t', /control/],
  ['\u001b[31m', /control/],
  ['\u007f', /control/],
  ['\u0085', /control/],
  ['\u009f', /control/],
  ['\u2028', /control/],
  ['a\u2029', /control/],
  ['\ufeffalice', /control/],
  ['\ufffe', /no character/],
  ['\uffff', /no character/],
  ['\ufdd0', /no character/],
  ['\u{1ffff}', /no character/],
  ['\ud800', /no character/],
  ['a\udc00b', /no character/],
]

/** As sent, as kept. */
const NORMALISED: readonly (readonly [sent: string, kept: string])[] = [
  ['e\u0301', '\u00e9'],
  ['\u00e9', '\u00e9'],
  ['A\u030a', '\u00c5'],
  ['\u212b', '\u00c5'],
  ['\u1100\u1161', '\uac00'],
  ['q\u0307\u0323', 'q\u0323\u0307'],
  ['ﬁ', 'ﬁ'],
  ['alice', 'alice'],
]

for (const key of ALLOWED) {
  test(`${JSON.stringify(key).slice(0, 40)} can be a key`, () => {
    assert.is(refuseKey(key), undefined)
    assert.is(normalizeKey(key), key)
  })
}

for (const [key, says] of REFUSED) {
  test(`${JSON.stringify(key).slice(0, 40)} cannot be a key`, () =>
    assert.match(refuseKey(normalizeKey(key)) ?? '', says))
}

for (const [sent, kept] of NORMALISED) {
  test(`${JSON.stringify(sent)} is kept as ${JSON.stringify(kept)}`, () => assert.is(normalizeKey(sent), kept))
}

test('the tables hold at least sixty names', () => {
  assert.ok(new Set([...ALLOWED, ...REFUSED.map(([key]) => key)]).size >= 60)
})

test('the length counts after normalisation', () => {
  assert.is(refuseKey(normalizeKey('e\u0301'.repeat(KEY_MAX))), undefined)
  // This one is taken apart by NFC, and never put together again.
  assert.match(refuseKey(normalizeKey('\u0958'.repeat(KEY_MAX))) ?? '', /256 characters/)
})

test('only the two steps of a path are dot segments', () => {
  for (const key of ['.', '..']) assert.ok(isDotSegment(key))
  for (const key of ['', '...', 'a', '.a', '%2e', './']) assert.not(isDotSegment(key))
})

test('normalising twice is normalising once, and every key that is allowed can stand in a URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 140 }), text => {
      const key = normalizeKey(text)
      assert.is(normalizeKey(key), key)
      if (refuseKey(key) === undefined) assert.is(decodeURIComponent(encodeURIComponent(key)), key)
    }),
    { numRuns: 3000 },
  )
})

test.run()
