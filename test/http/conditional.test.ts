/** Preconditions: the lost update, and everything around it. */

import * as assert from 'uvu/assert'
import { ask, raw, rawStatus, send, served, type Answer } from '../harness.js'

const { test, run } = served('preconditions')
const PAST = 'Mon, 01 Jan 2001 00:00:00 GMT'
const FUTURE = 'Fri, 01 Jan 2100 00:00:00 GMT'

const etagOf = async (url: string, accept = 'application/json') =>
  (await ask(url, { headers: { accept } })).headers.get('etag') ?? ''

/** Sends a change under a condition, and says what came of it. */
const change = (method: string, url: string, headers: Record<string, string>): Promise<Answer> => {
  if (method === 'DELETE') return ask(url, { method, headers })
  return send(
    method,
    url,
    { name: 'Changed' },
    method === 'PATCH' ? { ...headers, 'content-type': 'application/merge-patch+json' } : headers,
  )
}

for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
  for (const [title, headersFor, status] of [
    ['the current If-Match', (etag: string) => ({ 'if-match': etag }), 200],
    ['If-Match: *', () => ({ 'if-match': '*' }), 200],
    ['the current one in a list', (etag: string) => ({ 'if-match': `"a", ${etag} , "b"` }), 200],
    ['a stale If-Match', () => ({ 'if-match': '"stale"' }), 412],
    ['a weak If-Match', (etag: string) => ({ 'if-match': `W/${etag}` }), 412],
    ['an unquoted If-Match', (etag: string) => ({ 'if-match': etag.replaceAll('"', '') }), 412],
    ['an empty If-Match', () => ({ 'if-match': '' }), 412],
    ['If-None-Match: *', () => ({ 'if-none-match': '*' }), 412],
    ['the current If-None-Match', (etag: string) => ({ 'if-none-match': etag }), 412],
    ['the current If-None-Match, weak', (etag: string) => ({ 'if-none-match': `W/${etag}` }), 412],
    ['another If-None-Match', () => ({ 'if-none-match': '"other"' }), 200],
    ['If-Unmodified-Since long ago', () => ({ 'if-unmodified-since': PAST }), 412],
    ['If-Unmodified-Since in the future', () => ({ 'if-unmodified-since': FUTURE }), 200],
    ['If-Unmodified-Since that is no date', () => ({ 'if-unmodified-since': 'yesterday' }), 200],
    [
      'If-Match beside a false If-Unmodified-Since',
      (etag: string) => ({ 'if-match': etag, 'if-unmodified-since': PAST }),
      200,
    ],
    ['If-Modified-Since, which is for reading', () => ({ 'if-modified-since': FUTURE }), 200],
    ['a true If-Match and a false If-None-Match', (etag: string) => ({ 'if-match': etag, 'if-none-match': '*' }), 412],
  ] as const)
    test(`${method} /user/alice with ${title}: ${status === 412 ? '412, nothing changed' : 'done'}`, async ({
      url,
    }) => {
      const path = `${url}/user/alice`
      const before = await ask(path)
      const answer = await change(method, path, headersFor(before.headers.get('etag') ?? ''))
      const done = method === 'DELETE' ? 204 : 200
      assert.is(answer.status, status === 412 ? 412 : done)
      const after = await ask(path)
      if (status === 412) {
        assert.is(answer.json()['type'], '/-/problems/precondition-failed')
        assert.is(answer.json()['current_etag'], before.headers.get('etag'))
        assert.is(after.text, before.text)
      } else assert.is.not(after.text, before.text)
    })

for (const [method, path, headers, status] of [
  ['PUT', '/user/nobody', { 'if-match': '*' }, 404],
  ['PATCH', '/user/nobody', { 'if-match': '*' }, 404],
  ['DELETE', '/user/nobody', { 'if-match': '*' }, 404],
  ['GET', '/user/nobody', { 'if-match': '*' }, 404],
  ['POST', '/user/alice', { 'if-match': '"stale"' }, 409],
  ['POST', '/user/alice', { 'if-none-match': '*' }, 409],
  ['POST', '/user/new', { 'if-none-match': '*' }, 201],
  ['POST', '/user/new', { 'if-match': '*' }, 412],
  ['PUT', '/user/alice', { 'if-match': '"stale"', accept: 'image/png' }, 406],
  ['PUT', '/user/alice', { 'if-match': '"stale"', 'content-type': 'text/plain' }, 415],
  ['PROPFIND', '/user/alice', { 'if-match': '"stale"' }, 405],
] as const)
  test(`${method} ${path} ${JSON.stringify(headers)}: ${status}`, async ({ url }) => {
    const content = method === 'GET' || method === 'PROPFIND' || method === 'DELETE' ? undefined : { name: 'x' }
    const answer =
      content === undefined
        ? await ask(url + path, { method, headers })
        : await send(method, url + path, content, headers)
    assert.is(answer.status, status)
  })

test('If-Match takes the validator of any representation: who has read YAML may write JSON', async ({ url }) => {
  for (const accept of [
    'application/json',
    'application/xml',
    'text/xml',
    'application/yaml',
    'text/yaml',
    'text/html',
  ]) {
    const etag = await etagOf(`${url}/user/alice`, accept)
    assert.is((await send('PUT', `${url}/user/alice`, { name: accept }, { 'if-match': etag })).status, 200, accept)
  }
})

for (const [headersFor, status] of [
  [(etag: string) => ({ 'if-match': etag }), 200],
  [() => ({ 'if-match': '"stale"' }), 412],
  [(etag: string) => ({ 'if-none-match': etag, 'if-modified-since': PAST }), 304],
  [() => ({ 'if-none-match': '"other"', 'if-modified-since': FUTURE }), 200],
  [() => ({ 'if-modified-since': FUTURE }), 304],
  [() => ({ 'if-modified-since': PAST }), 200],
  [() => ({ 'if-modified-since': 'Saturday, 01-Jan-00 00:00:00 GMT' }), 200],
  [() => ({ 'if-modified-since': 'Fri Jan  1 00:00:00 2100' }), 304],
  [() => ({ 'if-modified-since': 'nonsense' }), 200],
  [() => ({ 'if-unmodified-since': PAST }), 412],
  [() => ({ 'if-unmodified-since': FUTURE }), 200],
] as const)
  test(`GET /user/alice with ${JSON.stringify(headersFor('<current>'))}: ${status}`, async ({ url }) => {
    const first = await ask(`${url}/user/alice`)
    assert.ok(first.headers.has('last-modified'))
    const answer = await ask(`${url}/user/alice`, { headers: headersFor(first.headers.get('etag') ?? '') })
    assert.is(answer.status, status)
    if (status === 304)
      for (const name of ['etag', 'vary', 'cache-control', 'last-modified'])
        assert.is(answer.headers.get(name), first.headers.get(name), name)
  })

test('Last-Modified is not said in the second of the change, when another change could have the same', async ({
  url,
}) => {
  const put = await send('PUT', `${url}/user/alice`, { name: 'x' })
  assert.not(put.headers.has('last-modified'))
  assert.not((await ask(`${url}/user/alice`)).headers.has('last-modified'))
  await new Promise(resolve => setTimeout(resolve, 1100))
  assert.ok((await ask(`${url}/user/alice`)).headers.has('last-modified'))
})

test('a validator belongs to the content: the same again has the same', async ({ url }) => {
  const etag = await etagOf(`${url}/user/bob`)
  await send('PUT', `${url}/user/bob`, { name: 'Other' })
  const { json } = await ask(`${url}/user/bob`)
  assert.is(json()['name'], 'Other')
  await send('PUT', `${url}/user/bob`, {
    username: 'bob',
    name: 'Bob',
    age: 41,
    active: false,
    roles: [],
    address: { city: 'Paris', zip: '75001' },
  })
  assert.is(await etagOf(`${url}/user/bob`), etag)
})

test('of two clients that PUT with the same validator exactly one wins, a hundred times', async ({ url }) => {
  for (let round = 0; round < 100; round++) {
    const etag = await etagOf(`${url}/user/alice`)
    const answers = await Promise.all(
      ['a', 'b'].map(name => send('PUT', `${url}/user/alice`, { name: `${name}${round}` }, { 'if-match': etag })),
    )
    assert.equal(answers.map(answer => answer.status).toSorted(), [200, 412])
  }
})

for (const [preference, method, status, applied] of [
  ['return=minimal', 'PUT', 204, 'return=minimal'],
  ['return=minimal', 'PATCH', 204, 'return=minimal'],
  ['return=minimal', 'POST', 201, 'return=minimal'],
  ['return=representation', 'PUT', 200, 'return=representation'],
  ['return=representation', 'POST', 201, 'return=representation'],
  ['Return="minimal"; foo', 'PUT', 204, 'return=minimal'],
  ['respond-async, wait=10, return=minimal', 'PUT', 204, 'return=minimal'],
  ['return=minimal, return=representation', 'PUT', 204, 'return=minimal'],
  ['return=other', 'PUT', 200, null],
  ['respond-async, ,;=', 'PUT', 200, null],
] as const)
  test(`${method} with Prefer: ${preference}: ${status}`, async ({ url }) => {
    const path = method === 'POST' ? '/user/new' : '/user/alice'
    const answer = await change(method, url + path, { prefer: preference })
    assert.is(answer.status, status)
    assert.is(answer.headers.get('preference-applied'), applied)
    const minimal = applied === 'return=minimal'
    assert.is(answer.text === '', minimal)
    if (method === 'POST') assert.is(answer.headers.get('location'), '/user/new')
    assert.is(answer.headers.has('etag'), method !== 'PUT')
  })

const upsert = served('PUT that creates', { put: 'create' })

upsert.test('PUT /user/new: 201 with Location, then 200', async ({ url }) => {
  const created = await send('PUT', `${url}/user/new`, { name: 'New' })
  assert.is(created.status, 201)
  assert.is(created.headers.get('location'), '/user/new')
  assert.is((await send('PUT', `${url}/user/new`, { name: 'Newer' })).status, 200)
})

for (const [headers, name, status] of [
  [{ 'if-none-match': '*' }, 'new', 201],
  [{ 'if-none-match': '*' }, 'alice', 412],
  [{ 'if-match': '*' }, 'new', 412],
  [{ 'if-match': '*' }, 'alice', 200],
  [{}, '%2e%2e', 422],
] as const)
  upsert.test(`PUT /user/${name} with ${JSON.stringify(headers)}: ${status}`, async ({ url, port }) => {
    if (name === '%2e%2e') {
      const text =
        'PUT /user/%2e%2e HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'
      return assert.is(rawStatus(await raw(port, text)), status)
    }
    assert.is((await send('PUT', `${url}/user/${name}`, { name: 'x' }, headers)).status, status)
  })

upsert.test('of many that PUT the same new user with If-None-Match: * exactly one creates it', async ({ url }) => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => send('PUT', `${url}/user/new`, { index }, { 'if-none-match': '*' })),
  )
  assert.equal(answers.map(answer => answer.status).toSorted(), [201, ...Array.from({ length: 9 }, () => 412)])
})

const guarded = served('changes need a precondition', { requireMatch: true })

guarded.test(
  'PUT, PATCH, DELETE without If-Match: 428, nothing changed; with it: done; POST and GET need none',
  async ({ url }) => {
    const before = await ask(`${url}/user/alice`)
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const answer = await change(method, `${url}/user/alice`, {})
      assert.is(answer.status, 428)
      assert.is(answer.json()['type'], '/-/problems/precondition-required')
    }
    assert.is((await ask(`${url}/user/alice`)).text, before.text)
    assert.is((await change('PUT', `${url}/user/alice`, { 'if-match': before.headers.get('etag') ?? '' })).status, 200)
    assert.is((await change('PUT', `${url}/user/alice`, { 'if-unmodified-since': FUTURE })).status, 200)
    assert.is((await change('PUT', `${url}/user/nobody`, {})).status, 404)
    assert.is((await send('POST', `${url}/user/new`, {})).status, 201)
  },
)

run()
upsert.run()
guarded.run()
