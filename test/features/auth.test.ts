/** Sessions inside a whole app, without a socket: time that a test moves, a reload, and what costs nothing. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { features } from '../../src/features/index.js'
import type { Settings } from '../../src/grammar.js'
import { USERS } from '../harness.js'
import { inside, logIn, type Headers, type Inside } from './inside.js'

const MINUTE = 60_000

const put = async ({ send }: Inside, headers: Headers) =>
  (await send('PUT', '/user/alice', { name: 'x' }, headers)).status

const NO_WORLD = () => {
  throw new Error('there is one world only')
}

const tests = suite('auth')

const PROTECTED: Settings = { auth: { protect: 'writes', idle: '10m', absolute: '1h' }, legacy: true }

tests('a session that is used lives to its absolute end', async () => {
  const one = await inside(PROTECTED)
  const headers = await logIn(one)
  for (let minutes = 9; minutes < 60; minutes += 9) {
    one.clock.advance(9 * MINUTE)
    assert.is(await put(one, headers), 200, `after ${minutes} minutes`)
  }
  one.clock.advance(6 * MINUTE)
  assert.is(await put(one, headers), 401)
  assert.is((await one.send('GET', '/session', undefined, headers)).status, 401)
})

tests('a session that is not used ends by being idle; to read is to use it', async () => {
  const one = await inside(PROTECTED)
  const headers = await logIn(one)
  one.clock.advance(9 * MINUTE)
  assert.is((await one.send('GET', '/user/bob', undefined, headers)).status, 200)
  one.clock.advance(9 * MINUTE)
  assert.is(await put(one, headers), 200)
  one.clock.advance(10 * MINUTE)
  assert.is(await put(one, headers), 401)
})

tests('the clock below /-/ moves sessions, too', async () => {
  const one = await inside(PROTECTED)
  const headers = await logIn(one)
  one.platform.world.clock.advance(11 * MINUTE)
  assert.is(await put(one, headers), 401)
})

tests('"expire in 5 s" for all: in 4 alive, in 5 over', async () => {
  const one = await inside(PROTECTED)
  const headers = await logIn(one)
  assert.is((await one.send('PATCH', '/-/sessions', { expires: '5s' })).status, 200)
  one.clock.advance(4000)
  assert.is(await put(one, headers), 200)
  one.clock.advance(1000)
  assert.is(await put(one, headers), 401)
})

tests('what needs nobody has nothing before it', async () => {
  const feature = features.find(({ name }) => name === 'auth')
  const open = ({ app: { families, service }, platform: { keep } }: Inside, settings: object) => {
    const opened = feature?.open(settings, {
      families,
      service,
      host: 'localhost',
      controlled: true,
      keep,
      shared: keep,
      assets: async () => undefined,
      over: NO_WORLD,
    })
    assert.ok(opened !== undefined)
    return opened
  }
  assert.is(open(await inside({}), {}).admit, undefined)
  const guarded = await inside({ auth: { protect: 'all' } })
  const { resources } = guarded.app
  const strict = open(guarded, { protect: 'all' })
  for (const resource of resources)
    assert.is(strict.admit?.(resource) !== undefined, resource.about !== undefined, resource.path)
  assert.ok(resources.filter(({ about }) => about !== undefined).length >= 4)
})

tests('who is logged in is known to all handlers, by a handle that is not the id', async () => {
  const one = await inside({})
  const headers = await logIn(one)
  const request = { method: 'GET', path: '/', query: '', headers, client: '', resource: undefined }
  const content = { present: false, read: () => Promise.resolve(new Uint8Array()) }
  const login = one.app.service.late.login?.({ ...request, content })
  assert.is(login?.key, 'alice')
  assert.not.ok(headers['cookie']?.includes(login?.handle ?? ''))
  assert.is(one.app.service.late.login?.({ ...request, headers: {}, content }), undefined)
})

tests('sessions survive a reload, but not with another password, nor without their record', async () => {
  const one = await inside(PROTECTED)
  const headers = await logIn(one)
  assert.is(await put(await inside(PROTECTED, USERS, one), headers), 200)
  const other = { users: [{ username: 'alice', password: 'other' }] }
  assert.is(await put(await inside(PROTECTED, other, one), headers), 401)
  const again = await inside(PROTECTED)
  const more = await logIn(again)
  assert.is(await put(await inside(PROTECTED, { users: [{ username: 'bob' }] }, again), more), 401)
})

tests('no Cookie field crashes it, and none logs anybody in', async () => {
  const one = await inside({ auth: { protect: 'all' }, legacy: true })
  await logIn(one)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc
          .array(fc.constantFrom('restage_sid', '=', ';', ' ', '"', ',', '%', '\u0000', '__proto__', 'x'))
          .map(parts => parts.join('')),
      ),
      async cookie => {
        for (const [method, target] of [
          ['GET', '/session'],
          ['GET', '/user/alice'],
          ['GET', '/user/remove?username=alice'],
        ] as const)
          assert.is((await one.send(method, target, undefined, { cookie })).status, 401)
        assert.is((await one.send('DELETE', '/session', undefined, { cookie })).status, 204)
      },
    ),
    { numRuns: 150 },
  )
})

tests.run()
