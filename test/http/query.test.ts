/** QUERY of a collection (RFC 10008): what its content may be, what comes back, what is refused. */

import * as assert from 'uvu/assert'
import { ask, raw, rawStatus, send, served, type Answer } from '../harness.js'

const { test, run } = served(
  'QUERY /users',
  { limits: { body: '4kb' } },
  {
    users: [
      { username: 'alice', age: 30, roles: ['admin'], address: { city: 'Oxford' }, password: 'hush' },
      { username: 'bob', age: 41, roles: ['editor'], address: { city: 'Paris' } },
      { username: 'carol', age: 17, roles: [], address: { city: 'Paris' } },
    ],
  },
)

const TYPES = 'application/json, application/x-www-form-urlencoded'
const query = (url: string, content: unknown, headers = {}): Promise<Answer> =>
  send('QUERY', `${url}/users`, content, headers)
const names = (answer: Answer): string =>
  (JSON.parse(answer.text) as { username: string }[]).map(({ username }) => username).join()

for (const [content, expected, path] of [
  [{}, 'alice,bob,carol', '/users'],
  [{ where: { age: { gte: 18 } } }, 'alice,bob', '/users?age:gte=18'],
  [{ where: { age: { gte: 18, lt: 40 } } }, 'alice', '/users?age:gte=18&age:lt=40'],
  [{ where: { address: { city: 'Paris' } }, sort: ['-age'] }, 'bob,carol', '/users?address.city:eq=Paris&sort=-age'],
  [{ where: { username: { in: ['bob', 'alice'] } } }, 'alice,bob', '/users?username:in=bob%2Calice'],
  [{ where: { roles: ['admin', 'editor'] }, limit: 1 }, 'alice', '/users?roles:eq=admin&roles:eq=editor&limit=1'],
  [{ q: 'paris', sort: 'age', page: 1 }, 'carol,bob', '/users?q=paris&sort=age&page=1'],
  [{ 'age:lt': 18 }, 'carol', '/users?age:lt=18'],
  [{ where: { roles: null } }, 'carol', '/users?roles:eq='],
] as const)
  test(`QUERY ${JSON.stringify(content)}: ${expected}, as GET ${path} gives it`, async ({ url }) => {
    const answer = await query(url, content)
    assert.is(answer.status, 200, answer.text)
    assert.is(names(answer), expected)
    assert.is(answer.headers.get('content-location'), path)
    assert.is(answer.headers.get('location'), path)
    const got = await ask(url + path)
    assert.is(got.text, answer.text)
    for (const name of ['etag', 'content-type', 'x-total-count', 'link', 'accept-query'])
      assert.is(got.headers.get(name), answer.headers.get(name), name)
  })

test('QUERY with a form: the parameters of a URL', async ({ url }) => {
  const body = new URLSearchParams([
    ['age:gte', '18'],
    ['sort', '-age'],
    ['fields', 'age'],
  ])
  const answer = await ask(`${url}/user`, { method: 'QUERY', body, headers: { accept: 'text/csv' } })
  assert.is(answer.text, 'username,age\r\nbob,41\r\nalice,30\r\n')
  const all = await ask(`${url}/users`, {
    method: 'QUERY',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.is(names(all), 'alice,bob,carol')
})

test('QUERY with If-None-Match: 304', async ({ url }) => {
  const etag = (await query(url, { q: 'paris' })).headers.get('etag') ?? ''
  const answer = await query(url, { q: 'paris' }, { 'if-none-match': etag })
  assert.is(answer.status, 304)
  assert.is(answer.headers.get('content-location'), '/users?q=paris')
})

test('OPTIONS and 415 name what a query can be', async ({ url }) => {
  const options = await ask(`${url}/users`, { method: 'OPTIONS' })
  assert.is(options.headers.get('accept-query'), TYPES)
  assert.match(options.headers.get('allow') ?? '', /\bQUERY\b/)
  assert.is((await ask(`${url}/user/alice`, { method: 'QUERY' })).status, 405)
})

for (const [type, content, status] of [
  [undefined, '{}', 415],
  ['text/plain', '{}', 415],
  ['application/xml', '<query/>', 415],
  ['application/json; charset=latin1', '{}', 415],
  ['garbage', '{}', 415],
  ['application/json', '', 400],
  ['application/json', '{"a":', 400],
  ['application/json', 'age=3', 400],
  ['application/json', '\xff', 400],
  ['application/x-www-form-urlencoded', 'q=%zz', 400],
  ['application/json', '[]', 422],
  ['application/json', 'null', 422],
  ['application/json', '{"q":"\\ud800"}', 422],
  ['application/json', `{"where":${'{"a":'.repeat(70)}1${'}'.repeat(70)}}`, 422],
  ['application/x-www-form-urlencoded', 'agee=3', 422],
  ['application/json', `{"q":"${'x'.repeat(5000)}"}`, 413],
] as const)
  test(`QUERY with ${type ?? 'no Content-Type'} ${content.slice(0, 30)}: ${status}`, async ({ url }) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await ask(`${url}/users`, { method: 'QUERY', headers, body: Buffer.from(content, 'latin1') })
    assert.is(answer.status, status, answer.text)
    assert.match(answer.headers.get('content-type') ?? '', /problem\+json/)
    if (status === 415) assert.is(answer.headers.get('accept-query'), TYPES)
  })

for (const [content, pointer, suggestion] of [
  [{ where: { agee: { gte: 1 } } }, '#/where/agee/gte', 'age:gte'],
  [{ where: { age: 'many' } }, '#/where/age', undefined],
  [{ where: { password: 'hush' } }, '#/where/password', undefined],
  [{ wheer: 1 }, '#/wheer', undefined],
  [{ limit: 5000 }, '#/limit', '1000'],
  [{ page: 0 }, '#/page', undefined],
  [{ sort: ['-agee'] }, '#/sort', '-age'],
  [{ where: { __proto: { x: 1 } } }, '#/where/__proto/x', undefined],
] as const)
  test(`QUERY ${JSON.stringify(content)}: 422 at ${pointer}`, async ({ url }) => {
    const answer = await query(url, content)
    assert.is(answer.status, 422)
    assert.is(answer.json()['type'], '/-/problems/invalid-query')
    const [error] = answer.json()['errors'] as { pointer: string; suggestion?: string }[]
    assert.is(error?.pointer, pointer)
    if (suggestion !== undefined) assert.is(error?.suggestion, suggestion)
    assert.not.match(answer.text, /alice|"hush/)
  })

test('QUERY /users?limit=1: 400, what is asked stands in the content', async ({ url }) => {
  assert.is((await send('QUERY', `${url}/users?limit=1`, {})).status, 400)
})

test('QUERY with Accept: image/png: 406 before the content is read', async ({ url }) => {
  assert.is((await query(url, 'nonsense', { accept: 'image/png' })).status, 406)
})

test('a result that no URL can ask for has no Location, and no links', async ({ url }) => {
  const answer = await query(url, { where: { username: { in: ['bob', 'x'.repeat(3000)] } } })
  assert.is(names(answer), 'bob')
  for (const name of ['location', 'content-location', 'link']) assert.not(answer.headers.has(name))
})

test('QUERY over a bare socket is answered, and changes nothing', async ({ port, url }) => {
  const before = (await ask(`${url}/users`)).text
  const answer = await raw(
    port,
    'QUERY /users HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"q":"b"}',
  )
  assert.is(rawStatus(answer), 200)
  assert.is((await ask(`${url}/users`)).text, before)
})

run()
