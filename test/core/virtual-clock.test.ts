/** A clock that can be steered, over one that stands still. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { virtualClock } from '../../src/core/virtual-clock.js'
import { testClock } from '../clock.js'

const tests = suite('a virtual clock')

const made = () => {
  const real = testClock(1000)
  const clock = virtualClock(real)
  const called: [string, number][] = []
  const mark = (name: string) => () => void called.push([name, clock.now()])
  return { real, clock, called, mark }
}

tests('untouched, it is the clock below', () => {
  const { real, clock, called, mark } = made()
  clock.after(50, mark('b'))
  clock.after(10, mark('a'))
  const cancel = clock.after(20, mark('never'))
  cancel()
  cancel()
  assert.is(clock.now(), 1000)
  real.advance(10)
  assert.equal(called, [['a', 1010]])
  real.advance(100)
  assert.equal(
    called.map(([name]) => name),
    ['a', 'b'],
  )
  assert.is(clock.now(), 1110)
  assert.is(real.pending, 0)
})

tests('advanced, it calls what has become due, in order, and the rest in its time', () => {
  const { real, clock, called, mark } = made()
  clock.after(3000, mark('c'))
  clock.after(2000, mark('b'))
  clock.after(1000, mark('a'))
  clock.advance(2500)
  assert.equal(
    called.map(([name]) => name),
    ['a', 'b'],
  )
  assert.is(clock.now(), 3500)
  assert.is(clock.offset, 2500)
  real.advance(499)
  assert.is(called.length, 2)
  real.advance(1)
  assert.is(called.length, 3)
})

tests('frozen, nothing becomes due, until it is advanced or released', () => {
  const { real, clock, called, mark } = made()
  clock.after(100, mark('a'))
  clock.freeze()
  real.advance(10_000)
  assert.is(clock.now(), 1000)
  assert.equal(called, [])
  clock.after(0, mark('b'))
  assert.equal(called, [])
  clock.advance(100)
  assert.equal(
    called.map(([name]) => name),
    ['b', 'a'],
  )
  assert.is(clock.now(), 1100)
  clock.after(30, mark('c'))
  clock.release()
  real.advance(30)
  assert.equal(called.at(-1), ['c', 1130])
})

tests('set back and reset, it goes on as well', () => {
  const { real, clock, called, mark } = made()
  clock.set(500)
  assert.is(clock.now(), 500)
  clock.after(100, mark('a'))
  clock.freeze()
  clock.reset()
  assert.is(clock.now(), 1000)
  assert.equal(called, [['a', 1000]])
  clock.after(10, mark('b'))
  real.advance(10)
  assert.is(called.length, 2)
  assert.not(clock.frozen)
})

tests('who is called may wait for more', () => {
  const { real, clock } = made()
  let count = 0
  const again = (): void => {
    if (++count < 3) clock.after(10, again)
  }
  clock.after(10, again)
  clock.advance(10)
  assert.is(count, 1)
  real.advance(10)
  real.advance(10)
  assert.is(count, 3)
})

tests('who asks again at once gets the next turn, and does not keep time from going on', () => {
  const { clock } = made()
  let called = 0
  const again = (): void => {
    called++
    clock.after(0, again)
  }
  clock.after(0, again)
  clock.advance(1000)
  assert.is(called, 1)
  assert.is(clock.now(), 2000)
})

tests.run()
