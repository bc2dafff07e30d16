/** What becomes of a message: delivered, tried again, given up, ended by its receiver, dropped. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { field, HOOK, revisionsOf, SECRET, settled, worldOf, type Reply } from './receiver.js'

const one = { webhooks: [{ url: HOOK, secret: SECRET }] }
const sequences = suite('deliveries of one change')

const SEQUENCES: readonly {
  replies: readonly Reply[]
  /** Seconds after the change at which it was sent. */
  at: readonly number[]
  state: string
  random?: number
}[] = [
  { replies: [200], at: [0], state: 'delivered' },
  { replies: [204], at: [0], state: 'delivered' },
  { replies: [500, 200], at: [0, 1], state: 'delivered' },
  { replies: [302, 200], at: [0, 1], state: 'delivered' },
  { replies: [404, 200], at: [0, 1], state: 'delivered' },
  { replies: ['refused', 503, 200], at: [0, 1, 6], state: 'delivered' },
  { replies: [500, 500, 500, 200], at: [0, 1, 6, 36], state: 'delivered' },
  { replies: [500, 500, 500, 500, 200], at: [0, 1, 6, 36], state: 'failed' },
  { replies: [301, 302, 307, 308], at: [0, 1, 6, 36], state: 'failed' },
  { replies: [500, 500, 500, 500], at: [0, 1.2, 7.2, 43.2], state: 'failed', random: 1 },
  { replies: [500, 500, 200], at: [0, 1.1, 6.6], state: 'delivered', random: 0.5 },
  { replies: [410, 200], at: [0], state: 'failed' },
]

for (const { replies, at, state, random = 0 } of SEQUENCES)
  sequences(`${replies.join(', ')} with chance ${random}: sent after ${at.join(', ')} s, ${state}`, async () => {
    const world = await worldOf(one, replies, random)
    const start = world.clock.now()
    await world.change()
    // Step by step: what follows from an answer is planned when the answer is there.
    for (let step = 0; step < 600; step++) await world.pass(100) // oxlint-disable-line no-await-in-loop
    const { deliveries, pending } = await world.log()
    assert.is(pending, 0)
    assert.is(deliveries.length, 1)
    assert.is(deliveries[0]?.state, state)
    const times = deliveries[0]?.attempts.map(attempt => (Date.parse(attempt.at) - start) / 1000)
    assert.equal(times, at)
    assert.equal(
      deliveries[0]?.attempts.map(({ status, error }) => status ?? error),
      replies.slice(0, at.length),
    )
    // The same name and content each time, and the time of the attempt.
    assert.is(new Set(world.arrived.map(message => field(message, 'webhook-id'))).size, 1)
    assert.is(new Set(world.arrived.map(({ body }) => body)).size, 1)
    assert.equal(
      world.arrived.map(message => field(message, 'webhook-timestamp')),
      at.map(seconds => String(Math.floor(start / 1000 + seconds))),
    )
    assert.is(world.clock.pending, 0)
  })

sequences.run()

const order = suite('several deliveries')

order('one at a time and in the order of the changes', async () => {
  const world = await worldOf(one, ['never'])
  for (let count = 0; count < 3; count++) await world.change() // oxlint-disable-line no-await-in-loop
  assert.equal(revisionsOf(world.arrived), [3])
  const { underway } = await world.log()
  assert.equal(
    underway.map(({ state }) => state),
    ['sending', 'waiting', 'waiting'],
  )
})

order('what failed is tried again aside, and first when its time has come', async () => {
  const world = await worldOf(one, [500, 200, 'never'])
  await world.change()
  await world.change()
  assert.equal(revisionsOf(world.arrived), [3, 4])
  await world.change()
  await world.change()
  assert.equal(revisionsOf(world.arrived), [3, 4, 5])
  await world.pass(1000)
  const { underway } = await world.log()
  assert.equal(
    underway.map(({ state }) => state),
    ['waiting', 'sending', 'waiting'],
  )
  assert.is(underway[0]?.attempts.length, 1)
})

order('410 ends the subscription: what waits is dropped, and nothing is sent any more', async () => {
  const world = await worldOf(one, [500, 410])
  await world.change()
  await world.change()
  await world.change()
  await world.pass(60_000)
  assert.equal(revisionsOf(world.arrived), [3, 4])
  const { status, failed, dropped, pending, deliveries } = await world.log()
  assert.equal({ status, failed, dropped, pending }, { status: 'ended', failed: 1, dropped: 1, pending: 0 })
  assert.is(deliveries[0]?.reason, 'the receiver has ended the subscription (410)')
  assert.is(world.clock.pending, 0)
})

order('beyond 1,000 the oldest that is not being sent is dropped, and the log has it', async () => {
  const world = await worldOf(one, ['never'])
  for (let count = 0; count < 1002; count++) await world.change() // oxlint-disable-line no-await-in-loop
  const { pending, dropped, underway, deliveries } = await world.log()
  assert.equal({ pending, dropped, shown: underway.length }, { pending: 1000, dropped: 2, shown: 100 })
  assert.is(underway[0]?.state, 'sending')
  assert.equal(
    deliveries.map(({ state, reason }) => [state, reason]),
    Array.from({ length: 2 }, () => ['dropped', 'too many messages were on their way']),
  )
})

order('beyond 16 MiB the oldest is dropped, too', async () => {
  const world = await worldOf(one, ['never'])
  const fields = { username: 'big', text: 'x'.repeat(1024 * 1024) }
  for (let revision = 0, count = 0; count < 20; count++) {
    // oxlint-disable-next-line no-await-in-loop
    revision = (await world.store.put('user', 'big', fields, revision))?.revision ?? 0
  }
  const { pending, dropped } = await world.log()
  assert.equal({ pending, dropped }, { pending: 15, dropped: 5 })
})

order('the log has the last 100 deliveries, the latest first', async () => {
  const world = await worldOf(one)
  for (let count = 0; count < 103; count++) await world.change() // oxlint-disable-line no-await-in-loop
  const { delivered, deliveries } = await world.log()
  assert.is(delivered, 103)
  assert.is(deliveries.length, 100)
  assert.is(deliveries[0]?.id, field(world.arrived[102] ?? { url: '', headers: [], body: '' }, 'webhook-id'))
})

order.run()

const closing = suite('closing')

closing('everything gets a last chance at once, and nothing is tried again', async () => {
  const world = await worldOf(one, [500, 200, 500, 200])
  await world.change()
  await world.change()
  // The first one waits for its second attempt.
  assert.is((await world.log()).pending, 1)
  await world.app.close(new Promise(() => {}))
  assert.equal(revisionsOf(world.arrived), [3, 4, 3])
  const { pending, delivered, failed } = await world.log()
  assert.equal({ pending, delivered, failed }, { pending: 0, delivered: 1, failed: 1 })
  await world.change()
  await world.pass(60_000)
  assert.is(world.arrived.length, 3)
})

closing('what has not arrived when the time is up is dropped and counted', async () => {
  const world = await worldOf(one, ['never'])
  for (let count = 0; count < 3; count++) await world.change() // oxlint-disable-line no-await-in-loop
  let closed = false
  const time = new EventTarget()
  const over = new Promise<void>(resolve => time.addEventListener('up', () => resolve()))
  const closes = world.app.close(over).then(() => (closed = true))
  await settled()
  assert.not(closed)
  time.dispatchEvent(new Event('up'))
  await closes
  await settled()
  const { pending, dropped, deliveries } = await world.log()
  assert.equal({ pending, dropped }, { pending: 0, dropped: 3 })
  assert.is(deliveries[0]?.reason, 'the server stopped')
  assert.is(world.arrived.length, 1)
})

closing.run()
