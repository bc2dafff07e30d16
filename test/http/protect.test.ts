/** What needs a login, who may change what, and the sessions as whoever runs the server sees them. */

import * as assert from 'uvu/assert'
import type { Api, FixtureData } from '../../src/index.js'
import { ask, send, served } from '../harness.js'

const FIXTURE: FixtureData = {
  users: [
    { username: 'alice', name: 'Alice', roles: ['admin'], password: 'a' },
    { username: 'bob', name: 'Bob', roles: ['editor'], password: 'b' },
    { username: 'cat', name: 'Cat', role: 'admin', password: 'c' },
  ],
  books: [{ id: 1, title: 'Emma' }],
}

type Headers = Record<string, string>

const logIn = async ({ url }: Api, name: string): Promise<Headers> => {
  const answer = await send('POST', `${url}/session`, { username: name, password: name[0] })
  assert.is(answer.status, 201)
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

const request = ({ url }: Api, method: string, path: string, headers: Headers = {}) =>
  ['POST', 'PUT', 'PATCH', 'QUERY'].includes(method)
    ? send(method, url + path, method === 'QUERY' ? {} : { name: 'x' }, headers)
    : ask(url + path, { method, headers })

const CHANGES = [
  ['POST', '/user/dora'],
  ['PUT', '/user/bob'],
  ['PATCH', '/user/bob'],
  ['DELETE', '/user/bob'],
  ['PUT', '/users/bob'],
  ['POST', '/users'],
  ['POST', '/book/2'],
  ['DELETE', '/book/1'],
  ['POST', '/user/add?username=dora'],
  ['POST', '/user/update?username=bob'],
  ['GET', '/user/remove?username=bob'],
  // No such record: that is not told either.
  ['DELETE', '/user/nobody'],
] as const
const READS = [
  ['GET', '/user/bob'],
  ['HEAD', '/user/bob'],
  ['GET', '/users'],
  ['GET', '/book/1'],
  ['GET', '/user/get?username=bob'],
] as const
const OPEN = [
  ['GET', '/', 200],
  ['GET', '/-/problems/unauthenticated', 200],
  ['OPTIONS', '/user/bob', 204],
  ['GET', '/nowhere/at/all', 404],
] as const

for (const protect of ['none', 'writes', 'all'] as const) {
  const tests = served(`protect: ${protect}`, { auth: { protect }, legacy: true }, FIXTURE)
  for (const [method, path] of [...CHANGES, ...READS]) {
    const needs =
      protect === 'all' || (protect === 'writes' && CHANGES.some(row => row[0] === method && row[1] === path))
    tests.test(`${method} ${path} without a session: ${needs ? '401, nothing changed' : 'as ever'}`, async api => {
      const all = async () => (await ask(`${api.url}/-/state`)).text
      const before = await all()
      const answer = await request(api, method, path, { cookie: 'restage_sid=x; y' })
      assert.is(answer.status === 401, needs, String(answer.status))
      if (!needs) return
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Cookie realm="users", /)
      assert.is(await all(), before)
      const headers = await logIn(api, 'alice')
      const again = await request(api, method, path, headers)
      assert.is.not(again.status, 401)
      assert.is.not(again.status, 403)
      const caching = again.headers.get('cache-control')
      if (caching !== null && caching !== 'no-store')
        assert.is(caching, protect === 'all' ? 'private, no-cache' : 'no-cache')
    })
  }
  for (const [method, path, status] of OPEN)
    tests.test(`${method} ${path} without a session: ${status}`, async api =>
      assert.is((await request(api, method, path)).status, status),
    )
  tests.run()
}

const all = served('protect: all', { auth: { protect: 'all' } }, FIXTURE)

all.test('401 comes before everything that would tell something: 404, 406, 412, 415', async api => {
  for (const [method, path, headers] of [
    ['GET', '/user/nobody', {}],
    ['GET', '/user/bob', { accept: 'image/png' }],
    ['PUT', '/user/bob', { 'if-match': '"x"' }],
    ['PUT', '/user/bob', { 'content-type': 'image/png' }],
  ] as const)
    assert.is((await request(api, method, path, headers)).status, 401, `${method} ${path}`)
})

all.test('a 304 is private, too', async api => {
  const headers = await logIn(api, 'bob')
  const seen = await ask(`${api.url}/user/bob`, { headers })
  const again = await ask(`${api.url}/user/bob`, {
    headers: { ...headers, 'if-none-match': seen.headers.get('etag') ?? '' },
  })
  assert.is(again.status, 304)
  assert.is(again.headers.get('cache-control'), 'private, no-cache')
})

all.test('a page of another origin without cookies is told to send them', async ({ url }) => {
  const headers = { origin: 'http://localhost:5173' }
  const answer = await ask(`${url}/user/bob`, { headers })
  assert.is(answer.status, 401)
  assert.match(String(answer.json()['detail']), 'credentials: "include"')
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', 'WWW-Authenticate')
})

all.run()

/** Who, what, and what of it by these settings: owner alone, roles alone, both. */
const RIGHTS = [
  ['alice', 'PUT', '/user/alice', 200, 200, 200],
  ['alice', 'PUT', '/user/bob', 403, 200, 200],
  ['alice', 'GET', '/user/remove?username=bob', 403, 204, 204],
  ['alice', 'POST', '/user/dora', 403, 201, 201],
  ['bob', 'PUT', '/user/bob', 200, 403, 200],
  ['bob', 'PATCH', '/users/bob', 200, 403, 200],
  ['bob', 'PUT', '/user/%62ob', 200, 403, 200],
  ['bob', 'PUT', '/user/alice', 403, 403, 403],
  ['bob', 'PUT', '/user/nobody', 403, 403, 403],
  ['bob', 'DELETE', '/user/bob', 204, 403, 204],
  ['bob', 'POST', '/user/update?username=bob', 200, 403, 200],
  ['bob', 'POST', '/user/update?username=alice', 403, 403, 403],
  ['bob', 'GET', '/user/remove?username=alice', 403, 403, 403],
  ['bob', 'GET', '/user/remove?username=bob&username=alice', 403, 403, 403],
  ['bob', 'POST', '/user/dora', 403, 403, 403],
  ['bob', 'POST', '/users', 403, 403, 403],
  ['bob', 'GET', '/user/alice', 200, 200, 200],
  ['bob', 'PUT', '/book/1', 200, 200, 200],
  ['cat', 'DELETE', '/user/bob', 403, 204, 204],
] as const

for (const [index, rules] of [{ owner: true }, { roles: ['admin'] }, { owner: true, roles: ['admin'] }].entries()) {
  const tests = served(`rights: ${JSON.stringify(rules)}`, { auth: rules, legacy: true }, FIXTURE)
  for (const row of RIGHTS) {
    const [who, method, path] = row
    const status = [row[3], row[4], row[5]][index]
    tests.test(`${method} ${path} by ${who}: ${status}`, async api => {
      const headers = await logIn(api, who)
      const before = (await ask(`${api.url}/users`)).text
      const answer = await request(api, method, path, headers)
      assert.is(answer.status, status)
      if (status !== 403) return
      assert.is(answer.json()['type'], '/-/problems/forbidden')
      assert.is(answer.headers.get('www-authenticate'), null)
      assert.is((await ask(`${api.url}/users`)).text, before)
    })
  }
  tests.run()
}

const listed = served('/-/sessions', { auth: { protect: 'writes' } }, FIXTURE)

listed.test('GET: all of them by their handles, never their ids, in every format', async api => {
  const headers = [await logIn(api, 'alice'), await logIn(api, 'bob')]
  for (const accept of ['application/json', 'application/xml', 'application/yaml', 'text/csv', 'text/html']) {
    const answer = await ask(`${api.url}/-/sessions`, { headers: { accept } })
    assert.is(answer.status, 200)
    assert.is(answer.headers.get('cache-control'), 'no-store')
    assert.match(answer.text, 'alice')
    for (const { cookie = '' } of headers) assert.not.ok(answer.text.includes(cookie.slice(12)), accept)
  }
  const [first] = (await ask(`${api.url}/-/sessions`)).json() as unknown as Record<string, string>[]
  assert.equal(Object.keys(first ?? {}), ['handle', 'username', 'created', 'seen', 'expires', 'idleExpires'])
  const one = await ask(`${api.url}/-/sessions/${first?.['handle']}`)
  assert.is(one.json()['username'], 'alice')
})

listed.test('DELETE: everyone is logged out; one: only that one', async api => {
  const [alice, bob] = [await logIn(api, 'alice'), await logIn(api, 'bob')]
  const sessions = (await ask(`${api.url}/-/sessions`)).json() as unknown as Record<string, string>[]
  const path = `${api.url}/-/sessions/${sessions[0]?.['handle']}`
  assert.is((await ask(path, { method: 'DELETE' })).status, 204)
  assert.is((await ask(path, { method: 'DELETE' })).status, 404)
  assert.is((await request(api, 'PUT', '/user/alice', alice)).status, 401)
  assert.is((await request(api, 'PUT', '/user/bob', bob)).status, 200)
  assert.is((await ask(`${api.url}/-/sessions`, { method: 'DELETE' })).status, 204)
  assert.is((await request(api, 'PUT', '/user/bob', bob)).status, 401)
})

for (const [content, status] of [
  [{ expires: '0s' }, 200],
  [{ expires: '2001-01-01T00:00:00Z' }, 200],
  [{ expires: '5s' }, 200],
  [{ expires: '2999-01-01T00:00:00+02:00' }, 200],
  [{ expires: '99999999999999999999d' }, 200],
  [{ expires: null }, 422],
  [{ expires: 5 }, 422],
  [{ expires: 'soon' }, 422],
  [{ expires: '2026-13-01T00:00:00Z' }, 422],
  [{ expires: '5s', username: 'bob' }, 422],
  [{}, 200],
  [[], 422],
] as const)
  listed.test(`PATCH of one with ${JSON.stringify(content)}: ${status}`, async api => {
    const alice = await logIn(api, 'alice')
    const [first] = (await ask(`${api.url}/-/sessions`)).json() as unknown as Record<string, string>[]
    const answer = await send('PATCH', `${api.url}/-/sessions/${first?.['handle']}`, content)
    assert.is(answer.status, status, answer.text)
    const over = 'expires' in content && ['0s', '2001-01-01T00:00:00Z'].includes(String(content.expires))
    assert.is((await request(api, 'PUT', '/user/alice', alice)).status, over ? 401 : 200)
  })

listed.test('PATCH of all with nothing to change, or a wrong type: 422, 415', async api => {
  assert.is((await send('PATCH', `${api.url}/-/sessions`, {})).status, 422)
  const answer = await send('PATCH', `${api.url}/-/sessions`, {}, { 'content-type': 'text/plain' })
  assert.is(answer.status, 415)
  assert.match(answer.headers.get('accept-patch') ?? '', 'application/merge-patch+json')
})

listed.run()
