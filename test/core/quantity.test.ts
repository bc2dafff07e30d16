/** Sizes and spans as people write them. */

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bytes, milliseconds, SIZE_PATTERN, SPAN_PATTERN } from '../../src/core/quantity.js'

const SIZES: readonly (readonly [text: string | number, expected: number])[] = [
  [0, 0],
  [1024, 1024],
  ['0b', 0],
  ['512b', 512],
  ['512B', 512],
  ['1kb', 1024],
  ['16kb', 16_384],
  ['16 KB', 16_384],
  ['1mb', 1_048_576],
  ['1.5mb', 1_572_864],
  ['2Gb', 2_147_483_648],
  ['0.3kb', 307],
]

const SPANS: readonly (readonly [text: string | number, expected: number])[] = [
  [0, 0],
  [250, 250],
  ['0ms', 0],
  ['100ms', 100],
  ['1s', 1000],
  ['1.5s', 1500],
  ['30 s', 30_000],
  ['2m', 120_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
]

/** What neither reads, and neither pattern lets through. */
const NEITHER = ['', ' ', 'b', 's', '1', '1x', '1 kbs', '-1s', '-1kb', '1e3s', '1,5s', '.5s', '.5kb', '1.kb', '1..5kb']
const HOSTILE = [
  '1.2.3kb',
  '1.2.3s',
  '1constructor',
  '1toString',
  '1__proto__',
  '1valueOf',
  'NaNs',
  'Infinityms',
  '1s ',
]

for (const [text, expected] of SIZES) {
  test(`${text} is ${expected} bytes`, () => {
    assert.is(bytes(text), expected)
    if (typeof text === 'string') assert.match(text, new RegExp(SIZE_PATTERN))
  })
}

for (const [text, expected] of SPANS) {
  test(`${text} is ${expected} ms`, () => {
    assert.is(milliseconds(text), expected)
    if (typeof text === 'string') assert.match(text, new RegExp(SPAN_PATTERN))
  })
}

for (const text of [...NEITHER, ...HOSTILE]) {
  test(`${JSON.stringify(text)} is no quantity`, () => {
    for (const pattern of [SIZE_PATTERN, SPAN_PATTERN]) assert.not.match(text, new RegExp(pattern))
    for (const read of [bytes, milliseconds]) assert.throws(() => read(text), /not a quantity/)
  })
}

test('a size is no span, and a span no size', () => {
  for (const text of ['1kb', '1b', '1gb']) assert.throws(() => milliseconds(text), /not a quantity/)
  for (const text of ['1s', '1ms', '1d']) assert.throws(() => bytes(text), /not a quantity/)
})

test('what passes the pattern is a number that can be counted with', () => {
  const huge = '9'.repeat(400)
  assert.ok(Number.isSafeInteger(bytes(`${huge}gb`)))
  assert.ok(Number.isSafeInteger(milliseconds(`${huge}d`)))
})

test.run()
