/** What `serve()` gives to a test: steering, sandboxes, and types that know the collections. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serve } from '../src/index.js'
import { ask, send, within } from './harness.js'

const api = suite('serve()')

const handles = (): number => process.getActiveResourcesInfo().filter(name => /Server|Timeout|Socket/.test(name)).length

api('reset, snapshot, restore, undo and state, without a request', async () => {
  await using server = await serve({
    users: [{ username: 'alice', password: 'x' }, { username: 'bob' }],
    books: { one: { title: 'One' } },
    restage: { resources: { book: { key: 'isbn' } } },
  })
  const initial = await server.state()
  // Known by their types: a misspelt collection would not compile.
  assert.equal(initial.users, [{ username: 'alice' }, { username: 'bob' }])
  assert.equal(initial.books, [{ isbn: 'one', title: 'One' }])
  // @ts-expect-error -- there is no such collection
  assert.is(initial.usres, undefined)
  await send('POST', `${server.url}/user/carl`, {})
  await server.snapshot('with carl')
  await ask(`${server.url}/user/alice`, { method: 'DELETE' })
  assert.ok(await server.undo())
  assert.equal(
    (await server.state()).users.map(({ username }) => username),
    ['alice', 'bob', 'carl'],
  )
  await server.reset()
  assert.equal(await server.state(), initial)
  await server.restore('with carl')
  assert.is((await server.state()).users.length, 3)
  await server.restore('fixture')
  assert.equal(await server.state(), initial)
  try {
    await server.restore('with charles')
    assert.unreachable()
  } catch (error) {
    assert.instance(error, RangeError)
    assert.match((error as Error).message, 'There is fixture, with carl.')
  }
})

api('clock: set, frozen, advanced, released', async () => {
  await using server = await serve({ users: [{ username: 'alice' }] })
  server.clock.freeze('2030-01-01T00:00:00Z')
  server.clock.advance('90s')
  server.clock.advance(500)
  assert.is(server.clock.now.toISOString(), '2030-01-01T00:01:30.500Z')
  assert.ok(server.clock.frozen)
  server.clock.release()
  assert.not(server.clock.frozen)
  server.clock.reset()
  assert.ok(Math.abs(server.clock.now.getTime() - Date.now()) < 60_000)
  assert.throws(() => server.clock.set('noon'), /is no moment/)
  assert.throws(() => server.clock.advance(-1), /no span/)
})

api('sandbox(): a world of its own, steered by itself', async () => {
  await using server = await serve({ users: [{ username: 'alice' }] })
  const [one, two] = await Promise.all([server.sandbox(), server.sandbox('two')])
  assert.is((await one.fetch('/user/alice', { method: 'DELETE' })).status, 204)
  assert.is((await two.fetch('/user/alice')).status, 200)
  assert.is((await ask(`${server.url}/user/alice`, { headers: { ...one.headers } })).status, 404)
  assert.ok(await one.undo())
  assert.is((await one.fetch('/user/alice')).status, 200)
  await one.fetch('/user/bob', { method: 'POST' })
  assert.is((await one.state()).users.length, 2)
  await one.reset()
  assert.is((await one.state()).users.length, 1)
  one.clock.freeze('2030-01-01T00:00:00Z')
  assert.not(server.clock.frozen)
  await using without = await serve({ users: [{ username: 'alice' }] }, { sandboxes: false })
  try {
    await without.sandbox()
    assert.unreachable()
  } catch (error) {
    assert.match((error as Error).message, 'sandboxes are off')
  }
})

api('200 servers started and closed in one process: no handle stays', async () => {
  const before = handles()
  for (let number = 0; number < 200; number++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const server = await serve({ users: [{ username: 'alice' }] })
    // oxlint-disable-next-line no-await-in-loop -- the same
    if (number % 20 === 0) assert.is((await ask(`${server.url}/user/alice`)).status, 200)
    // oxlint-disable-next-line no-await-in-loop -- the same
    await server.close()
  }
  // Sockets of the client are closed a moment later.
  await within(
    20_000,
    'the last handle',
    (async () => {
      // oxlint-disable-next-line no-await-in-loop -- waiting is what is wanted
      while (handles() > before) await new Promise(resolve => setTimeout(resolve, 50))
    })(),
  )
})

api.run()
