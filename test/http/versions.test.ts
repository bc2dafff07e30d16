/** Versions by media type: one record seen and written under two sets of names, and nothing lost between them. */

import * as assert from 'uvu/assert'
import { ask, send, served, type Answer } from '../harness.js'

const VERSIONS = {
  default: 2,
  1: {
    rename: { name: 'fullName' },
    omit: ['roles'],
    add: { nickname: '' },
    deprecated: '2026-01-01',
    sunset: '2027-01-01',
  },
  2: {},
}
const MARKS = { deprecation: '@1767225600', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }
const V1 = 'application/json;version=1'

const versions = served('versions by media type', { versions: VERSIONS, legacy: true })

const accept = (type: string) => ({ headers: { accept: type } })
const isOld = ({ headers }: Answer, path: string) => {
  for (const [name, value] of Object.entries(MARKS)) assert.is(headers.get(name), value)
  assert.ok(
    (headers.get('link') ?? '').includes(`<${path}>; rel="successor-version"`),
    headers.get('link') ?? 'no Link',
  )
}

for (const [path, type, contentType, shows, hides] of [
  ['/user/alice', 'application/json;version=1', V1, '"fullName": "Alice Liddell"', 'roles'],
  ['/user/alice', 'application/xml;version=1', 'application/xml;version=1; charset=utf-8', '<fullName>Alice', 'roles'],
  ['/user/alice', 'application/yaml;version=1', 'application/yaml;version=1', 'fullName: Alice', 'roles'],
  ['/user/alice', 'text/html;version=1', 'text/html;version=1; charset=utf-8', 'fullName', 'roles'],
  ['/user/alice', 'text/html;version="1"', 'text/html;version=1; charset=utf-8', 'nickname', 'roles'],
  ['/users', 'application/json;version=1', V1, '"fullName": "Bob"', 'roles'],
  ['/users', 'application/xml;version=1', 'application/xml;version=1; charset=utf-8', '<fullName>Bob', 'roles'],
  ['/users', 'text/csv;version=1', 'text/csv;version=1; charset=utf-8', 'fullName', 'roles'],
  ['/users', 'application/x-ndjson;version=1', 'application/x-ndjson;version=1', '"nickname":""', 'roles'],
  ['/users', 'text/html;version=1', 'text/html;version=1; charset=utf-8', 'fullName', 'roles'],
  ['/users', '*/*;version=1', V1, '"fullName": "Bob"', 'roles'],
  ['/user/alice', 'application/json;version=2', 'application/json;version=2', '"name": "Alice Liddell"', 'fullName'],
  ['/user/alice', 'application/json', 'application/json;version=2', '"roles"', 'fullName'],
  ['/user/alice', 'text/html', 'text/html;version=2; charset=utf-8', 'roles', 'fullName'],
  [
    '/user/alice',
    'application/json;version=1;q=0.5, application/json;version=2',
    'application/json;version=2',
    'roles',
    'fullName',
  ],
  [
    '/user/alice',
    'application/json;version=9, application/xml;version=1;q=0.1',
    'application/xml;version=1; charset=utf-8',
    'fullName',
    'roles',
  ],
  ['/user/alice', 'application/json;version=9, */*;q=0.1', 'application/json;version=2', 'roles', 'fullName'],
] as const)
  versions.test(`GET ${path} with Accept: ${type} is ${contentType}`, async ({ url }) => {
    const answer = await ask(url + path, accept(type))
    assert.is(answer.status, 200)
    assert.is(answer.headers.get('content-type'), contentType)
    assert.ok(answer.text.includes(shows), answer.text)
    assert.not(answer.text.includes(hides), answer.text)
    assert.match(answer.headers.get('vary') ?? '', /\bAccept\b/)
    if (contentType.includes('version=1')) isOld(answer, path)
    else assert.not(answer.headers.has('deprecation'))
  })

versions.test('the links to other types name the version, and a page shows how to ask for it', async ({ url }) => {
  const page = await ask(`${url}/user/alice`, accept('text/html;version=1'))
  assert.match(page.headers.get('link') ?? '', '</user/alice>; rel="alternate"; type="application/xml;version=1"')
  assert.match(page.text, 'Accept: application/json;version=1')
})

const KEPT = [
  ['PUT', '/user/alice', V1, { fullName: 'Al' }, { username: 'alice', name: 'Al', roles: ['admin'] }],
  [
    'PUT',
    '/user/alice',
    'application/x-www-form-urlencoded;version=1',
    'fullName=Al&age=31',
    { username: 'alice', name: 'Al', age: 31, roles: ['admin'] },
  ],
  [
    'PUT',
    '/user/alice',
    'application/yaml;version=1',
    'fullName: Al\nnickname: A',
    { username: 'alice', name: 'Al', nickname: 'A', roles: ['admin'] },
  ],
  [
    'PUT',
    '/user/alice',
    'application/xml;version=1',
    '<user><fullName>Al</fullName><nickname></nickname></user>',
    { username: 'alice', name: 'Al', roles: ['admin'] },
  ],
  ['POST', '/user/update?username=alice', V1, { fullName: 'Al' }, { username: 'alice', name: 'Al', roles: ['admin'] }],
  [
    'PATCH',
    '/user/bob',
    'application/merge-patch+json;version=1',
    { fullName: 'B', age: null },
    { username: 'bob', name: 'B', active: false, roles: [], address: { city: 'Paris', zip: '75001' } },
  ],
  [
    'PATCH',
    '/user/bob',
    'application/json-patch+json;version=1',
    [{ op: 'replace', path: '/fullName', value: 'B' }],
    { username: 'bob', name: 'B', age: 41, active: false, roles: [], address: { city: 'Paris', zip: '75001' } },
  ],
] as const
for (const [method, path, type, content, stored] of KEPT)
  versions.test(`${method} ${path} as ${type} does not lose what version 1 cannot see`, async ({ url }) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content)
    const answer = await ask(url + path, { method, headers: { 'content-type': type }, body })
    assert.is(answer.status, 200, answer.text)
    // Accept says nothing, so the answer is in the version of the content.
    assert.is(answer.headers.get('content-type'), V1)
    assert.ok(answer.json()['fullName'])
    const now = await ask(`${url}/user/${path.includes('bob') ? 'bob' : 'alice'}`)
    assert.equal(now.json(), stored)
  })

versions.test('what version 1 wrote into a record is there in it again, the secret too', async ({ url }) => {
  const put = await send('PUT', `${url}/user/alice`, { fullName: 'Al', nickname: 'A' }, { 'content-type': V1 })
  assert.equal(put.json(), { username: 'alice', fullName: 'Al', nickname: 'A' })
  const seen = await ask(`${url}/user/alice`, accept(V1))
  assert.equal(seen.json(), put.json())
  assert.is((await ask(`${url}/users?q=rabbit`, accept(V1))).headers.get('x-total-count'), '0')
})

versions.test('POST and DELETE in version 1', async ({ url }) => {
  const made = await send(
    'POST',
    `${url}/users`,
    { username: 'carol', fullName: 'Carol', nickname: '' },
    { 'content-type': V1 },
  )
  assert.is(made.status, 201)
  assert.is(made.headers.get('location'), '/user/carol')
  isOld(made, '/users')
  // The default where nothing is was never said.
  assert.equal((await ask(`${url}/user/carol`)).json(), { username: 'carol', name: 'Carol' })
  const gone = await ask(`${url}/user/carol`, { method: 'DELETE', ...accept(V1) })
  assert.is(gone.status, 204)
  isOld(gone, '/user/carol')
  assert.is((await ask(`${url}/user/carol`)).status, 404)
})

for (const [method, type, content, pointers] of [
  ['PUT', V1, { fullName: 'Al', roles: [] }, ['#/roles']],
  ['PUT', V1, { name: 'Al' }, ['#/name']],
  ['PATCH', 'application/merge-patch+json;version=1', { roles: null, name: 'x' }, ['#/roles', '#/name']],
  ['PATCH', 'application/json-patch+json;version=1', [{ op: 'add', path: '/roles', value: [] }], ['#/roles']],
] as const)
  versions.test(`${method} ${JSON.stringify(content)} in version 1: 422, nothing changed`, async ({ url }) => {
    const before = (await ask(`${url}/user/alice`)).text
    const answer = await send(method, `${url}/user/alice`, content, { 'content-type': type })
    assert.is(answer.status, 422)
    const errors = answer.json()['errors'] as { pointer: string; detail: string }[]
    assert.equal(
      errors.map(({ pointer }) => pointer),
      pointers,
    )
    assert.match(errors[0]?.detail ?? '', 'Version 1 has no field ')
    isOld(answer, '/user/alice')
    assert.is((await ask(`${url}/user/alice`)).text, before)
  })

for (const [query, status, keys] of [
  ['fullName=Bob', 200, ['bob']],
  ['fullName:contains=Lid', 200, ['alice']],
  ['sort=-fullName', 200, ['bob', 'alice']],
  ['nickname=', 200, undefined],
  ['q=liddell', 200, ['alice']],
  ['q=admin', 200, []],
  ['name=Bob', 400, undefined],
  ['roles=admin', 400, undefined],
  ['sort=name', 400, undefined],
  ['fields=roles', 400, undefined],
] as const)
  versions.test(`GET /users?${query} in version 1: ${status}`, async ({ url }) => {
    const answer = await ask(`${url}/users?${query}`, accept(V1))
    assert.is(answer.status, status, answer.text)
    if (keys !== undefined) {
      const found = (JSON.parse(answer.text) as { username: string }[]).map(({ username }) => username)
      assert.equal(found, keys)
    }
  })

versions.run()
