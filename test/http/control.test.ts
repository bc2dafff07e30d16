/** Steering the server below `/-/`: state, snapshots, undo, the clock; and who may. */

import * as assert from 'uvu/assert'
import { ask, send, served, withServer, USERS } from '../harness.js'

const steered = served('control')

const names = async (url: string): Promise<unknown[]> => {
  const users = JSON.parse((await ask(`${url}/users`)).text) as { username: string }[]
  return users.map(({ username }) => username)
}

steered.test('DELETE /-/state: every record is as in the fixture, in its order', async ({ url }) => {
  const before = (await ask(`${url}/users`)).text
  const { headers } = await ask(`${url}/user/alice`)
  await ask(`${url}/user/alice`, { method: 'DELETE' })
  await send('PATCH', `${url}/user/bob`, { age: 1 })
  await send('POST', `${url}/user/carl`, {})
  assert.is((await ask(`${url}/-/state`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/users`)).text, before)
  assert.is((await ask(`${url}/user/alice`)).headers.get('etag'), headers.get('etag'))
})

steered.test(
  'GET /-/state, then PUT of what came: the same state, its secrets kept and never shown',
  async ({ url }) => {
    const state = await ask(`${url}/-/state`)
    assert.not.match(state.text, 'white-rabbit')
    assert.is((await send('PUT', `${url}/-/state`, state.json())).status, 200)
    assert.equal((await ask(`${url}/-/state`)).json(), state.json())
  },
)

const REFUSED: readonly (readonly [string, unknown, string, RegExp])[] = [
  ['a list', [], '#', /object with a list of records/],
  ['an unknown collection', { usres: [] }, '#/usres', /Did you mean "users"/],
  ['no list', { users: { alice: {} } }, '#/users', /must be a list/],
  ['no record', { users: [1] }, '#/users/0', /object with named members/],
  ['no key', { users: [{ name: 'x' }] }, '#/users/0', /has no username/],
  ['a key twice', { users: [{ username: 'x' }, { username: 'x' }] }, '#/users/1', /"x" already/],
  ['an impossible key', { users: [{ username: '..' }] }, '#/users/0/username', /step in the path/],
  ['an unknown snapshot', { snapshot: 'fixtur' }, '#/snapshot', /Did you mean "fixture"/],
]

for (const [title, content, pointer, detail] of REFUSED)
  steered.test(`PUT /-/state with ${title}: 422 at ${pointer}, nothing changed`, async ({ url }) => {
    const before = (await ask(`${url}/-/state`)).text
    const answer = await send('PUT', `${url}/-/state`, content)
    assert.is(answer.status, 422)
    const [first] = answer.json()['errors'] as { pointer: string; detail: string }[]
    assert.is(first?.pointer, pointer)
    assert.match(first?.detail ?? '', detail)
    assert.is((await ask(`${url}/-/state`)).text, before)
  })

steered.test('PUT /-/snapshots/a, changes, PUT /-/state with its name: as it was then', async ({ url }) => {
  const taken = await ask(`${url}/-/snapshots/a`, { method: 'PUT' })
  assert.is(taken.status, 201)
  assert.is(taken.headers.get('location'), '/-/snapshots/a')
  await ask(`${url}/user/alice`, { method: 'DELETE' })
  assert.is((await ask(`${url}/-/snapshots/a`)).text, taken.text)
  assert.is((await send('PUT', `${url}/-/state`, { snapshot: 'a' })).text, taken.text)
  assert.equal(await names(url), ['alice', 'bob'])
  assert.is((await ask(`${url}/-/snapshots/a`, { method: 'PUT' })).status, 200)
  assert.equal(Object.keys((await ask(`${url}/-/snapshots`)).json()), ['fixture', 'a'])
  assert.is((await ask(`${url}/-/snapshots/a`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/-/snapshots/a`)).status, 404)
  assert.is((await ask(`${url}/-/snapshots/fixture`, { method: 'DELETE' })).status, 409)
  assert.is((await ask(`${url}/-/snapshots/%zz`)).status, 422)
})

steered.test(
  'DELETE /-/changes/last: the last change is undone, and the one before it, until there is none',
  async ({ url }) => {
    const before = (await ask(`${url}/users`)).text
    await ask(`${url}/user/alice`, { method: 'DELETE' })
    await send('PATCH', `${url}/user/bob`, { age: 1 })
    await send('POST', `${url}/user/carl`, {})
    await send('PUT', `${url}/-/state`, { users: [] })
    const last = await ask(`${url}/-/changes/last`)
    assert.is((last.json()['changes'] as unknown[]).length, 2)
    const counts: unknown[] = []
    for (let undone = 0; undone < 4; undone++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.is((await ask(`${url}/-/changes/last`, { method: 'DELETE' })).status, 204)
      // oxlint-disable-next-line no-await-in-loop -- the same
      counts.push(await names(url))
    }
    assert.equal(counts, [['bob', 'carl'], ['bob'], ['bob'], ['alice', 'bob']])
    assert.is((await ask(`${url}/users`)).text, before)
    assert.is((await ask(`${url}/-/changes/last`, { method: 'DELETE' })).status, 404)
    assert.equal((await ask(`${url}/-/changes`)).json(), { changes: [] })
  },
)

steered.test('PATCH /-/clock: time is set, frozen, advanced; DELETE: real again', async ({ url }) => {
  const patched = await send('PATCH', `${url}/-/clock`, { now: '2030-01-01T00:00:00Z', frozen: true })
  assert.equal([patched.json()['now'], patched.json()['frozen']], ['2030-01-01T00:00:00.000Z', true])
  const advanced = await send('PATCH', `${url}/-/clock`, { advance: '36h' })
  assert.is(advanced.json()['now'], '2030-01-02T12:00:00.000Z')
  await send('PATCH', `${url}/user/bob`, { age: 1 })
  await send('PATCH', `${url}/-/clock`, { advance: '2s' })
  assert.is((await ask(`${url}/user/bob`)).headers.get('last-modified'), 'Wed, 02 Jan 2030 12:00:00 GMT')
  for (const wrong of [{ now: 'noon' }, { frozen: 1 }, { advance: 'long' }, { advance: -1 }, { nwo: 1 }, []])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.is((await send('PATCH', `${url}/-/clock`, wrong)).status, 422)
  assert.is((await ask(`${url}/-/clock`, { method: 'DELETE' })).status, 204)
  assert.equal((await ask(`${url}/-/clock`)).json()['frozen'], false)
})

steered.test('below /-/ everything is negotiated, too', async ({ url }) => {
  for (const path of ['state', 'snapshots', 'changes', 'clock'])
    for (const type of ['application/json', 'application/xml', 'application/yaml', 'text/html']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answer = await ask(`${url}/-/${path}`, { headers: { accept: type } })
      assert.is(answer.status, 200)
      assert.match(answer.headers.get('content-type') ?? '', type)
    }
})

const guarded = served('control with a token', { control: { token: 'open-sesame' } })

guarded.test('/-/state without the token: 401 with Bearer; with it: 200; problems stay open', async ({ url }) => {
  const cases: readonly (readonly [string | undefined, number])[] = [
    [undefined, 401],
    ['Bearer open-sesam', 401],
    ['Bearer open-sesameopen-sesame', 401],
    ['Bearer ', 401],
    ['Basic open-sesame', 401],
    ['Bearer open-sesame', 200],
    ['bearer  open-sesame', 200],
  ]
  for (const [authorization, status] of cases) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await ask(`${url}/-/state`, { headers: authorization === undefined ? {} : { authorization } })
    assert.is(answer.status, status, authorization)
    if (status === 401) assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer realm=/)
  }
  assert.is((await ask(`${url}/-/problems`)).status, 200)
  assert.is((await ask(`${url}/user/alice`)).status, 200)
})

steered.test('control: false: nothing is to be found below /-/ but the problems', () =>
  withServer(USERS, { control: false }, async ({ url }) => {
    assert.is((await ask(`${url}/-/state`)).status, 404)
    assert.is((await ask(`${url}/-/state`, { method: 'DELETE' })).status, 404)
    assert.is((await ask(`${url}/-/problems`)).status, 200)
  }),
)

for (const [method, change] of [
  ['PUT', { users: [] }],
  ['DELETE', undefined],
] as const)
  steered.test(`${method} /-/state with If-Match: done where it holds, else 412 and nothing done`, async ({ url }) => {
    await ask(`${url}/user/alice`, { method: 'DELETE' })
    const tag = (await ask(`${url}/-/state`)).headers.get('etag') ?? ''
    assert.is((await send(method, `${url}/-/state`, change, { 'if-match': '"other"' })).status, 412)
    assert.equal(await names(url), ['bob'])
    assert.is((await send(method, `${url}/-/state`, change, { 'if-match': tag })).status, method === 'PUT' ? 200 : 204)
    assert.equal(await names(url), method === 'PUT' ? [] : ['alice', 'bob'])
  })

for (const [method, change] of [
  ['PATCH', { advance: '1h' }],
  ['DELETE', undefined],
] as const)
  steered.test(`${method} /-/clock with If-Match: 412, and the clock stays as it is`, async ({ url }) => {
    const clock = async () => (await ask(`${url}/-/clock`)).json()
    await send('PATCH', `${url}/-/clock`, { now: '2027-01-31T12:00:00Z', frozen: true })
    assert.is((await send(method, `${url}/-/clock`, change, { 'if-match': '"other"' })).status, 412)
    const { now, frozen } = await clock()
    assert.equal([now, frozen], ['2027-01-31T12:00:00.000Z', true])
  })

steered.test('PUT /-/snapshots/a with If-None-Match: *: 201, then 412 and the first one stays', async ({ url }) => {
  const put = (headers: Record<string, string>) => ask(`${url}/-/snapshots/a`, { method: 'PUT', headers })
  const { status, headers } = await put({ 'if-none-match': '*' })
  assert.is(status, 201)
  await ask(`${url}/user/alice`, { method: 'DELETE' })
  assert.is((await put({ 'if-none-match': '*' })).status, 412)
  assert.match((await ask(`${url}/-/snapshots/a`)).text, 'alice')
  assert.is((await put({ 'if-match': headers.get('etag') ?? '' })).status, 200)
  assert.not.match((await ask(`${url}/-/snapshots/a`)).text, 'alice')
  const foreign = { method: 'DELETE', headers: { 'if-match': '"other"' } }
  assert.is((await ask(`${url}/-/snapshots/a`, foreign)).status, 412)
  assert.is((await ask(`${url}/-/snapshots/a`)).status, 200)
})

steered.test('DELETE /-/state by a page of a foreign origin: 403, nothing changed', async ({ url }) => {
  await ask(`${url}/user/alice`, { method: 'DELETE' })
  const refused = await ask(`${url}/-/state`, { method: 'DELETE', headers: { origin: 'http://evil.test' } })
  assert.is(refused.status, 403)
  assert.equal(await names(url), ['bob'])
})

steered.run()
guarded.run()
