/** Versions by header and by path, and what is the same in every way: validators, marks, unknown versions, caches. */

import * as assert from 'uvu/assert'
import { ask, send, served, withServer, type Answer } from '../harness.js'

const DECLARED = {
  1: { rename: { name: 'fullName' }, omit: ['roles'], deprecated: '2026-01-01', sunset: '2027-01-01' },
  2: {},
}
const DEPRECATION = '@1767225600'

const named = (version: string, more: Record<string, string> = {}) => ({ headers: { 'api-version': version, ...more } })
const links = (answer: Answer): string => answer.headers.get('link') ?? ''
const varies = ({ headers }: Answer): string[] => (headers.get('vary') ?? '').split(', ')

const byHeader = served('versions by header', { versions: { by: 'header', ...DECLARED }, legacy: true })

for (const [version, path, status, shows] of [
  ['1', '/user/alice', 200, 'fullName'],
  ['1', '/users', 200, 'fullName'],
  ['1', '/users?fullName=Bob', 200, 'Bob'],
  ['1', '/user/get?username=alice', 200, 'fullName'],
  ['1', '/', 200, 'users'],
  ['1', '/user/nobody', 404, 'nobody'],
  ['2', '/user/alice', 200, '"name"'],
  ['', '/user/alice', 200, '"name"'],
] as const)
  byHeader.test(`GET ${path} with API-Version: ${version}: ${status}, and answers say so`, async ({ url }) => {
    const answer = await ask(url + path, named(version))
    assert.is(answer.status, status)
    assert.ok(answer.text.includes(shows), answer.text)
    assert.is(answer.headers.get('api-version'), version || '2')
    assert.is(answer.headers.has('deprecation'), version === '1')
    assert.equal(varies(answer).toSorted(), ['API-Version', 'Accept', 'Origin'])
    assert.not.match(answer.headers.get('content-type') ?? '', 'version')
  })

byHeader.test('a version that there is not: 406 with those that there are, nothing changed', async ({ url }) => {
  for (const [method, path] of [
    ['GET', '/user/alice'],
    ['GET', '/users'],
    ['DELETE', '/user/alice'],
    ['GET', '/user/remove?username=alice'],
  ] as const) {
    const answer = await ask(url + path, { method, ...named('1, 2') })
    assert.is(answer.status, 406, `${method} ${path}`)
    assert.equal(answer.json()['versions'], ['1', '2'])
    assert.match(String(answer.json()['type']), 'unknown-version')
    assert.ok(varies(answer).includes('API-Version'))
  }
  assert.is((await ask(`${url}/user/alice`)).status, 200)
})

byHeader.test('a page of another origin may see which version it has', async ({ url }) => {
  const answer = await ask(`${url}/user/alice`, named('1', { origin: 'http://localhost:3000' }))
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', 'API-Version')
})

for (const [method, path, status] of [
  ['OPTIONS', '/user/alice', 204],
  ['HEAD', '/user/alice', 200],
  ['DELETE', '/users', 405],
  ['PUT', '/user/alice', 400],
  ['GET', '/users?unknown=1', 400],
  ['GET', '/user/nobody', 404],
] as const)
  byHeader.test(`${method} ${path} in version 1: ${status}, with the marks of an old version`, async ({ url }) => {
    const answer = await ask(url + path, { method, ...named('1') })
    assert.is(answer.status, status)
    assert.is(answer.headers.get('deprecation'), DEPRECATION)
    assert.is(answer.headers.get('sunset'), 'Fri, 01 Jan 2027 00:00:00 GMT')
    assert.match(links(answer), `<${path.split('?')[0]}>; rel="successor-version"`)
  })

byHeader.test('the old style is deprecated once, whatever the version', async ({ url }) => {
  const answer = await ask(`${url}/user/get?username=alice`, named('1'))
  assert.is(answer.headers.get('deprecation'), '@946684800')
  assert.is(links(answer).match(/successor-version/g)?.length, 1)
})

byHeader.run()

const byPath = served('versions by path', { versions: { by: 'path', ...DECLARED }, base: '/api', legacy: true })

for (const [path, shows, hides, self] of [
  ['/v1/user/alice', 'fullName', 'roles', undefined],
  ['/v1/users/alice', 'fullName', 'roles', '</api/v1/user/alice>; rel="canonical"'],
  ['/v1/users?limit=1', 'fullName', 'roles', '</api/v1/users?limit=1&page=2>; rel="next"'],
  ['/v1/user/get?username=alice', 'fullName', 'roles', '</api/v1/user/alice>; rel="successor-version"'],
  ['/v1', '/api/v1/users', '/v2', undefined],
  ['/v2/user/alice', '"name"', 'fullName', '</api/v2/user/alice>; rel="alternate"'],
  ['/user/alice', '"name"', 'fullName', '</api/user/alice>; rel="alternate"'],
] as const)
  byPath.test(`GET /api${path} stays in its version`, async ({ url }) => {
    const answer = await ask(url + path)
    assert.is(answer.status, 200)
    assert.ok(answer.text.includes(shows) && !answer.text.includes(hides), answer.text)
    if (self !== undefined) assert.ok(links(answer).includes(self), links(answer))
    assert.is(answer.headers.has('deprecation'), path.startsWith('/v1') || path.includes('get?'))
    assert.equal(varies(answer), ['Accept', 'Origin'])
  })

byPath.test('pages lead to pages of the same version, whichever was asked for first', async ({ url }) => {
  const html = { headers: { accept: 'text/html' } }
  for (const [path, up] of [
    ['/user/alice', '/api/users'],
    ['/v2/user/alice', '/api/v2/users'],
    ['/v1/user/alice', '/api/v1/users'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- which comes first is what is tested
    assert.match((await ask(url + path, html)).text, `href="${up}"`)
})

byPath.test('an old version leads to the same place in the new one', async ({ url }) => {
  assert.match(links(await ask(`${url}/v1/user/alice`)), '</api/v2/user/alice>; rel="successor-version"')
  assert.match(links(await ask(`${url}/v1/user/nobody`)), '</api/v2/user/nobody>; rel="successor-version"')
  assert.match(links(await ask(`${url}/v1/nothing`)), '</api/v2/nothing>; rel="successor-version"')
  assert.match(links(await ask(`${url}/v1`)), '</api/v2>; rel="successor-version"')
})

byPath.test('POST /api/v1/users: Location stays in the version', async ({ url }) => {
  const made = await send('POST', `${url}/v1/users`, { username: 'carol', fullName: 'Carol' })
  assert.is(made.headers.get('location'), '/api/v1/user/carol')
  assert.equal((await ask(`${url}/user/carol`)).json(), { username: 'carol', name: 'Carol' })
})

for (const path of ['/v9/user/alice', '/v9', '/v9/user/alice/x', '/v1.5/users'])
  byPath.test(`GET /api${path}: 404 with the versions that there are`, async ({ url }) => {
    const answer = await ask(url + path)
    assert.is(answer.status, 404)
    assert.match(String(answer.json()['type']), '/api/-/problems/no-such-version')
    assert.equal(answer.json()['versions'], ['/api/v1', '/api/v2'])
  })

for (const path of ['/v1/nothing/x', '/vast', '/-/v9'])
  byPath.test(`GET /api${path}: 404, and no version is to blame`, async ({ url }) => {
    const answer = await ask(url + path)
    assert.is(answer.status, 404)
    assert.not.match(String(answer.json()['type']), 'no-such-version')
  })

byPath.run()

const WAYS = [
  ['media-type', '/user/alice', { accept: 'application/json;version=1', 'content-type': 'application/json;version=1' }],
  ['header', '/user/alice', { 'api-version': '1', 'content-type': 'application/json' }],
  ['path', '/v1/user/alice', { 'content-type': 'application/json' }],
] as const

const both = served('validators across versions', {})
for (const [by, path, headers] of WAYS) {
  both.test(`by ${by}: If-Match takes the validator of either version, until the record changes`, () =>
    withServer(
      { users: [{ username: 'alice', name: 'Alice', roles: ['admin'] }] },
      { versions: { by, ...DECLARED } },
      async ({ url }) => {
        const one = (await ask(url + path, { headers })).headers.get('etag') ?? ''
        const two = (await ask(`${url}/user/alice`)).headers.get('etag') ?? ''
        const page = (await ask(`${url}/user/alice`, { headers: { accept: 'text/html' } })).headers.get('etag') ?? ''
        assert.is(new Set([one, two, page]).size, 3)
        for (const [tag, status] of [
          [one, 304],
          [two, 200],
        ] as const) {
          const again = await ask(url + path, { headers: { ...headers, 'if-none-match': tag } })
          assert.is(again.status, status)
          assert.is(again.headers.get('deprecation'), DEPRECATION)
        }
        const put = (target: string, tag: string, content: object, more: Record<string, string> = {}) =>
          send('PUT', url + target, content, { 'if-match': tag, ...more })
        assert.is((await put(path, two, { fullName: 'A' }, headers)).status, 200)
        for (const tag of [one, two, page]) assert.is((await put(path, tag, { fullName: 'B' }, headers)).status, 412)
        const now = (await ask(url + path, { headers })).headers.get('etag') ?? ''
        assert.is((await put('/user/alice', now, { name: 'C', roles: ['x'] })).status, 200)
        assert.is((await put(path, now, { fullName: 'D' }, headers)).status, 412)
        assert.equal((await ask(`${url}/user/alice`)).json(), { username: 'alice', name: 'C', roles: ['x'] })
      },
    ),
  )
}

for (const [title, headers, status, problem] of [
  ['an unknown version in Accept', { accept: 'application/json;version=9' }, 406, 'unknown-version'],
  [
    'an unknown version in Content-Type',
    { 'content-type': 'application/json;version=9' },
    415,
    'unsupported-media-type',
  ],
  [
    'two versions',
    { 'content-type': 'application/json;version=1', accept: 'application/json;version=2' },
    415,
    'unsupported-media-type',
  ],
  ['a type that there is not', { accept: 'image/png;version=1' }, 406, 'not-acceptable'],
  ['no version of a type', { accept: 'application/json;profile=x' }, 406, 'not-acceptable'],
] as const)
  both.test(`PUT with ${title}: ${status}, nothing changed`, () =>
    withServer({ users: [{ username: 'alice', name: 'Alice' }] }, { versions: DECLARED }, async ({ url }) => {
      const answer = await send('PUT', `${url}/user/alice`, { fullName: 'x' }, headers)
      assert.is(answer.status, status)
      assert.match(String(answer.json()['type']), problem)
      if (problem === 'unknown-version')
        assert.ok((answer.json()['available'] as string[]).includes('application/json;version=1'))
      assert.equal((await ask(`${url}/user/alice`)).json(), { username: 'alice', name: 'Alice' })
    }),
  )

both.test('a problem comes in the format of the version that was asked for', () =>
  withServer({ users: [{ username: 'alice', name: 'Alice' }] }, { versions: DECLARED }, async ({ url }) => {
    const answer = await ask(`${url}/user/nobody`, { headers: { accept: 'application/xml;version=1' } })
    assert.is(answer.headers.get('content-type')?.split(';')[0], 'application/problem+xml')
  }),
)

both.test('a schema is held against the whole record, and its faults have the names of the version', () =>
  withServer(
    {
      restage: {
        resources: { user: { schema: { required: ['name', 'roles'], properties: { name: { type: 'string' } } } } },
      },
      users: [{ username: 'alice', name: 'Alice', roles: ['admin'] }],
    } as never,
    { versions: { by: 'path', 1: { rename: { name: 'fullName' }, omit: ['roles'] }, 2: {} } },
    async ({ url }) => {
      assert.is((await send('PUT', `${url}/v1/user/alice`, { fullName: 'Al' })).status, 200)
      assert.is((await send('PATCH', `${url}/v1/user/alice`, { fullName: 'A' })).status, 200)
      const wrong = await send('PUT', `${url}/v1/user/alice`, { fullName: 1 })
      assert.is(wrong.status, 422)
      const [fault] = wrong.json()['errors'] as { pointer: string; detail: string }[]
      assert.is(fault?.pointer, '#/fullName')
      assert.match(fault?.detail ?? '', /^"fullName" must be/)
      const lacking = await send('PUT', `${url}/v1/user/alice`, {})
      assert.match(String(lacking.json()['detail']), 'must have "fullName"')
      assert.is((await send('POST', `${url}/v1/users`, { username: 'bob', fullName: 'Bob' })).status, 422)
    },
  ),
)

both.run()
