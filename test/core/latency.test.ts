/** How long answers take: what people write, what it means, and what is refused. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LATENCY_PATTERN, latencyOf, WAIT_MAX, type Latency } from '../../src/core/latency.js'
import { seeded } from '../../src/core/seeded.js'

const tests = suite('latency')

const read = (text: string | number): Latency => {
  if (typeof text === 'string') assert.match(text, new RegExp(LATENCY_PATTERN))
  const found = latencyOf(text)
  assert.type(found, 'object', String(found))
  return found as Latency
}

for (const [text, span] of [
  ['200ms', 200],
  ['0ms', 0],
  ['1.5s', 1500],
  ['1m', 60_000],
  [250, 250],
] as const)
  tests(`${text}: always ${span} ms`, () => {
    assert.is(read(text).random, false)
    assert.is(read(text).draw(Math.random), span)
  })

for (const [text, low, high] of [
  ['100..400ms', 100, 400],
  ['0.1..0.4s', 100, 400],
  ['80ms..2s', 80, 2000],
  ['5ms..5ms', 5, 5],
] as const)
  tests(`${text}: from ${low} to ${high} ms`, () => {
    const latency = read(text)
    assert.is(latency.random, true)
    assert.is(
      latency.draw(() => 0),
      low,
    )
    assert.is(
      latency.draw(() => 1 - 2 ** -32),
      high,
    )
    assert.is(
      latency.draw(() => 0.5),
      Math.round((low + high) / 2),
    )
  })

tests('p50=80ms,p99=2s: half are shorter than the one, one in a hundred is longer than the other', () => {
  const latency = read('p50=80ms,p99=2s')
  const random = seeded(1)
  const drawn = Array.from({ length: 20_000 }, () => latency.draw(random))
  const share = (most: number) => drawn.filter(span => span <= most).length / drawn.length
  assert.ok(Math.abs(share(80) - 0.5) < 0.02, String(share(80)))
  assert.ok(Math.abs(share(2000) - 0.99) < 0.005, String(share(2000)))
  assert.ok(drawn.every(span => span >= 0 && span <= WAIT_MAX && Number.isInteger(span)))
})

tests('an endless tail is cut at the longest wait', () => {
  assert.is(read('p50=1s, p99=60s').draw(() => 1 - 2 ** -32) <= WAIT_MAX, true)
  const random = seeded(2)
  const latency = read('p50=30s,p99=60s')
  const drawn = Array.from({ length: 5000 }, () => latency.draw(random))
  assert.is(Math.max(...drawn), WAIT_MAX)
})

for (const [text, reason] of [
  ['61s', /too long/],
  [60_001, /too long/],
  ['2m', /too long/],
  ['400..100ms', /shorter span stands first/],
  ['2s..80ms', /shorter span stands first/],
  ['1s..2m', /too long/],
  ['p50=2s,p99=80ms', /shorter span stands first/],
  ['p50=0ms,p99=80ms', /more than 0/],
] as const)
  tests(`${text} is refused`, () => assert.match(String(latencyOf(text)), reason))

for (const text of [
  '',
  'slow',
  '200',
  '-1s',
  '100..400',
  '100ms..',
  '..400ms',
  'p50=80ms',
  'p99=2s,p50=80ms',
  '1h',
  '1s..2s..3s',
])
  tests(`"${text}" is nothing that the setting can be`, () => assert.not.match(text, new RegExp(LATENCY_PATTERN)))

tests.run()
