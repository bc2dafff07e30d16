/** Chance that can be repeated. */

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { seeded, stream } from '../../src/core/seeded.js'

const take = (random: () => number, count: number): number[] => Array.from({ length: count }, random)

test('the numbers of mulberry32, as its author has published it', () => {
  assert.equal(take(seeded(1), 3), [0.627_073_940_588_161_3, 0.002_735_721_180_215_478, 0.527_447_039_959_952_2])
})

test('the same seed gives the same, another something else', () => {
  assert.equal(take(seeded(7), 50), take(seeded(7), 50))
  assert.not.equal(take(seeded(7), 50), take(seeded(8), 50))
  assert.equal(take(stream(7, 'chaos'), 50), take(stream(7, 'chaos'), 50))
  assert.not.equal(take(stream(7, 'chaos'), 50), take(stream(7, 'latency'), 50))
  assert.not.equal(take(stream(7, 'chaos'), 50), take(stream(8, 'chaos'), 50))
})

test('at least 0, below 1, and evenly so', () => {
  const drawn = take(seeded(3), 50_000)
  assert.ok(drawn.every(number => number >= 0 && number < 1))
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = drawn.filter(number => Math.floor(number * 10) === tenth).length / drawn.length
    assert.ok(Math.abs(share - 0.1) < 0.01, `${tenth}: ${share}`)
  }
})

test.run()
