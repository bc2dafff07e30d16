/** The registry of sessions: idle and absolute ends by a clock that a test moves, new ids, a bound, and no way back. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sessionRegistry, SESSIONS_MAX } from '../../src/core/sessions.js'
import { testClock } from '../clock.js'

const MINUTE = 60_000

const begin = (idle = 30 * MINUTE, absolute = 120 * MINUTE) => {
  const clock = testClock()
  let drawn = 0
  const chance = { seed: 0, random: () => 0, token: (bytes: number) => `${++drawn}-${bytes}` }
  const sessions = sessionRegistry(clock, chance)
  sessions.live({ idle, absolute })
  return { clock, sessions }
}

const tests = suite('sessions')

for (const [title, idle, absolute, waits, alive] of [
  ['used all the time, up to the absolute end', 30, 120, [29, 29, 29, 29, 3], true],
  ['used all the time, at the absolute end', 30, 120, [29, 29, 29, 29, 4], false],
  ['unused until just before the idle end', 30, 120, [29.999], true],
  ['unused until the idle end', 30, 120, [30], false],
  ['used once, then unused until the idle end', 30, 120, [20, 30], false],
  ['an absolute end that comes first', 30, 10, [9.999], true],
  ['an absolute end that is there', 30, 10, [10], false],
  ['no life at all', 0, 10, [0], false],
  ['a life longer than dates are', 30e15, 30e15, [60 * 24 * 365], true],
] as const)
  tests(`${title}: ${alive ? 'alive' : 'over'}`, () => {
    const { clock, sessions } = begin(idle * MINUTE, absolute * MINUTE)
    const { id } = sessions.begin('alice', 'x')
    let session
    for (const wait of waits) {
      clock.advance(wait * MINUTE)
      session = sessions.use(id)
    }
    assert.is(session !== undefined, alive)
    assert.is(sessions.list().length, alive ? 1 : 0)
    if (session !== undefined) new Date(session.expires).toISOString()
  })

tests('an id has 128 bits; the handle is another, and does not log in', () => {
  const { sessions } = begin()
  const { id, session } = sessions.begin('alice', 'x')
  assert.is(id, '1-16')
  assert.is(session.handle, '2-9')
  assert.is(sessions.use(session.handle), undefined)
  assert.not.ok(JSON.stringify(sessions.list()).includes(id))
})

tests('an id that was never given is nothing, whatever it is called', () => {
  const { sessions } = begin()
  for (const id of ['', '1-16', '__proto__', 'constructor', 'size', 'x'.repeat(10_000)])
    assert.is(sessions.use(id), undefined)
})

tests('to look at the list is no use of a session', () => {
  const { clock, sessions } = begin()
  const { session } = sessions.begin('alice', 'x')
  clock.advance(29 * MINUTE)
  assert.is(sessions.find(session.handle)?.seen, session.created)
  clock.advance(1 * MINUTE)
  assert.is(sessions.find(session.handle), undefined)
})

tests('ended by its id, by a condition, or all', () => {
  const { sessions } = begin()
  const a = sessions.begin('alice', 'x')
  const b = sessions.begin('alice', 'y')
  const c = sessions.begin('bob', 'z')
  sessions.end(a.id)
  assert.is(sessions.use(a.id), undefined)
  assert.is(
    sessions.endWhere(({ key }, proof) => key === 'alice' && proof !== 'x'),
    1,
  )
  assert.is(sessions.use(b.id), undefined)
  assert.is(sessions.use(c.id)?.key, 'bob')
  assert.is(
    sessions.endWhere(() => true),
    1,
  )
  assert.equal(sessions.list(), [])
})

tests('made to end in 5 s: alive before, over then', () => {
  const { clock, sessions } = begin()
  const { id, session } = sessions.begin('alice', 'x')
  assert.is(sessions.expire(session.handle, clock.now() + 5000)?.idleExpires, clock.now() + 5000)
  clock.advance(4999)
  assert.ok(sessions.use(id))
  clock.advance(1)
  assert.is(sessions.use(id), undefined)
  assert.is(sessions.expire(session.handle, clock.now() + 5000), undefined)
})

tests('another life-time holds for those that are there, too', () => {
  const { clock, sessions } = begin()
  const { id } = sessions.begin('alice', 'x')
  sessions.live({ idle: MINUTE, absolute: MINUTE })
  clock.advance(MINUTE)
  assert.is(sessions.use(id), undefined)
})

tests('of more than the most, the oldest goes; what is over goes first', () => {
  const { clock, sessions } = begin()
  const old = sessions.begin('old', 'x')
  clock.advance(20 * MINUTE)
  const first = sessions.begin('first', 'x')
  for (let count = 2; count < SESSIONS_MAX; count++) sessions.begin('x', 'x')
  assert.ok(sessions.use(old.id))
  clock.advance(29 * MINUTE)
  assert.ok(sessions.use(first.id))
  clock.advance(2 * MINUTE)
  sessions.begin('new', 'x')
  assert.ok(sessions.use(first.id), 'there was room')
  for (let count = 1; count < SESSIONS_MAX; count++) sessions.begin('x', 'x')
  assert.is(sessions.use(first.id), undefined)
  assert.is(sessions.list().length, SESSIONS_MAX)
})

tests.run()
