/** Where requests wait: for their time, until they are gone, and so many at once. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { HELD_MAX, waitingRoom, type Waited } from '../../src/wire/waiting.js'
import { testClock } from '../clock.js'

const tests = suite('the waiting room')

/** A client that can leave. */
const client = () => {
  const calls = new Set<() => void>()
  return {
    gone: (call: () => void) => {
      calls.add(call)
      return () => void calls.delete(call)
    },
    leave: () => calls.forEach(call => call()),
    listening: () => calls.size,
  }
}

/** One that has left already. */
const left = (call: () => void) => {
  call()
  return () => undefined
}

tests('everybody goes on when their time is over, and nothing is left behind', async () => {
  const clock = testClock()
  const room = waitingRoom(clock)
  const order: string[] = []
  const { gone, listening } = client()
  const waits = [room.wait(200, { gone }).then(() => order.push('b')), room.wait(100, {}).then(() => order.push('a'))]
  assert.is(room.held, 2)
  clock.advance(100)
  assert.is(room.held, 1)
  clock.advance(100)
  await Promise.all(waits)
  assert.equal(order, ['a', 'b'])
  assert.is(room.held + clock.pending + listening(), 0)
})

tests('who leaves is not held, and no timer is', async () => {
  const clock = testClock()
  const room = waitingRoom(clock)
  const { gone, leave } = client()
  const waited = room.wait(1000, { gone })
  leave()
  assert.is(await waited, 'gone')
  assert.is(room.held + clock.pending, 0)
})

tests('who has left already does not even begin', async () => {
  const clock = testClock()
  const room = waitingRoom(clock)
  assert.is(await room.wait(1000, { gone: left }), 'gone')
  assert.is(room.held + clock.pending, 0)
})

tests(`of ${HELD_MAX + 1} one is refused, and there is room again when another has gone`, async () => {
  const clock = testClock()
  const room = waitingRoom(clock)
  const waits = Array.from({ length: HELD_MAX }, () => room.wait(1000, {}))
  assert.is(await room.wait(1000, {}), 'full')
  assert.is(room.held, HELD_MAX)
  clock.advance(1000)
  assert.equal([...new Set<Waited>(await Promise.all(waits))], ['over'])
  const again = room.wait(10, {})
  clock.advance(10)
  assert.is(await again, 'over')
})

tests('released, all go on at once', async () => {
  const clock = testClock()
  const room = waitingRoom(clock)
  const waits = [room.wait(1000, {}), room.wait(60_000, {})]
  room.release()
  assert.equal(await Promise.all(waits), ['stopped', 'stopped'])
  assert.is(clock.pending, 0)
})

tests('nobody waits for more than a minute', async () => {
  const clock = testClock()
  const waited = waitingRoom(clock).wait(3_600_000, {})
  clock.advance(60_000)
  assert.is(await waited, 'over')
})

tests.run()
