/** The whole life of a record through the RESTful URLs. */

import * as assert from 'uvu/assert'
import { ask, send, served } from '../harness.js'

const { test, run } = served('life of a user')

test('POST /user/carol: 201 with Location, ETag and the representation; GET gives the same', async ({ url }) => {
  const created = await send('POST', `${url}/user/carol`, { name: 'Carol', age: 7 })
  assert.is(created.status, 201)
  assert.is(created.headers.get('location'), '/user/carol')
  assert.is(created.headers.get('content-location'), '/user/carol')
  assert.is(created.headers.get('vary'), 'Accept, Origin')
  assert.equal(created.json(), { username: 'carol', name: 'Carol', age: 7 })
  const got = await ask(`${url}/user/carol`)
  assert.is(got.status, 200)
  assert.is(got.headers.get('etag'), created.headers.get('etag'))
  assert.is(got.text, created.text)
})

test('POST /user/carol without content: 201, the username alone', async ({ url }) => {
  const created = await ask(`${url}/user/carol`, { method: 'POST' })
  assert.is(created.status, 201)
  assert.equal(created.json(), { username: 'carol' })
})

test('POST /user/alice: 409, nothing changed', async ({ url }) => {
  const before = await ask(`${url}/user/alice`)
  const answer = await send('POST', `${url}/user/alice`, { name: 'Somebody else' })
  assert.is(answer.status, 409)
  assert.is(answer.json()['type'], '/-/problems/already-exists')
  assert.not(answer.headers.has('location'))
  assert.is((await ask(`${url}/user/alice`)).text, before.text)
})

test('POST /users with the username in the content: 201, Location under /user', async ({ url }) => {
  const created = await send('POST', `${url}/users`, { username: 'a/b', name: 'Slash' })
  assert.is(created.status, 201)
  assert.is(created.headers.get('location'), '/user/a%2Fb')
  assert.is((await ask(`${url}/user/a%2Fb`)).status, 200)
})

for (const [title, content, status, problem] of [
  ['without a username: 422', { name: 'x' }, 422, 'invalid-content'],
  ['with a username that is no text: 422', { username: ['x'] }, 422, 'invalid-content'],
  ['with one that exists: 409', { username: 'alice' }, 409, 'already-exists'],
  ['with an empty one: 422', { username: '' }, 422, 'invalid-key'],
  ['with "..": 422', { username: '..' }, 422, 'invalid-key'],
] as const)
  test(`POST /users ${title}`, async ({ url }) => {
    const answer = await send('POST', `${url}/users`, content)
    assert.is(answer.status, status)
    assert.is(answer.json()['type'], `/-/problems/${problem}`)
    assert.is((await ask(`${url}/users`)).text.match(/"username"/g)?.length, 2)
  })

test('GET with If-None-Match: 304 without content; with another validator 200', async ({ url }) => {
  const first = await ask(`${url}/user/alice`)
  const etag = first.headers.get('etag') ?? ''
  for (const [value, status] of [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"x", ${etag}`, 304],
    ['*', 304],
    ['"x"', 200],
    ['', 200],
    ['garbage', 200],
  ] as const) {
    const answer = await ask(`${url}/user/alice`, { headers: { 'if-none-match': value } })
    assert.is(answer.status, status, value)
    if (status === 304) {
      assert.is(answer.text, '')
      assert.is(answer.headers.get('etag'), etag)
      assert.is(answer.headers.get('vary'), 'Accept, Origin')
      assert.not(answer.headers.has('content-length'))
    }
  }
})

test('validators differ per format and change with the content', async ({ url }) => {
  const tags = new Set<string | null>()
  for (const accept of ['application/json', 'application/xml', 'text/xml', 'application/yaml', 'text/html'])
    tags.add((await ask(`${url}/user/alice`, { headers: { accept } })).headers.get('etag'))
  assert.is(tags.size, 5)
  await send('PUT', `${url}/user/alice`, { name: 'Changed' })
  assert.not(tags.has((await ask(`${url}/user/alice`)).headers.get('etag')))
})

test('PUT /user/alice: 200 with the new representation and no validator; the members left out are gone', async ({
  url,
}) => {
  const answer = await send('PUT', `${url}/user/alice`, { name: 'Alice', age: 31 })
  assert.is(answer.status, 200)
  assert.not(answer.headers.has('etag'))
  assert.equal(answer.json(), { username: 'alice', name: 'Alice', age: 31 })
})

test('PUT with the very bytes that GET gives: 200 with the validator', async ({ url }) => {
  const before = await ask(`${url}/user/bob`)
  const answer = await ask(`${url}/user/bob`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: before.text,
  })
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('etag'), before.headers.get('etag'))
})

test('PUT /user/nobody: 404, nothing created', async ({ url }) => {
  assert.is((await send('PUT', `${url}/user/nobody`, { name: 'x' })).status, 404)
  assert.is((await ask(`${url}/user/nobody`)).status, 404)
})

test('PUT with another username in the content: 409, nothing changed', async ({ url }) => {
  const answer = await send('PUT', `${url}/user/alice`, { username: 'bob' })
  assert.is(answer.status, 409)
  assert.is(answer.json()['type'], '/-/problems/key-mismatch')
  assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Alice Liddell')
})

test('PUT without content: 400, nothing lost', async ({ url }) => {
  assert.is((await ask(`${url}/user/alice`, { method: 'PUT' })).status, 400)
  assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Alice Liddell')
})

test('DELETE /user/alice: 204 without content; then GET and DELETE are 404, POST is 201', async ({ url }) => {
  const gone = await ask(`${url}/user/alice`, { method: 'DELETE' })
  assert.is(gone.status, 204)
  assert.is(gone.text, '')
  assert.is((await ask(`${url}/user/alice`)).status, 404)
  assert.is((await ask(`${url}/user/alice`, { method: 'DELETE' })).status, 404)
  assert.is((await ask(`${url}/user/alice`, { method: 'POST' })).status, 201)
})

test('HEAD gives the header fields of GET and no content', async ({ url }) => {
  for (const path of ['/user/alice', '/users/alice', '/users', '/', '/-/problems', '/user/nobody', '/nowhere']) {
    const got = await ask(url + path)
    const head = await ask(url + path, { method: 'HEAD' })
    assert.is(head.status, got.status, path)
    assert.is(head.text, '')
    for (const name of ['content-type', 'content-length', 'etag', 'vary', 'cache-control', 'link'])
      assert.is(head.headers.get(name), got.headers.get(name), `${path} ${name}`)
  }
})

test('OPTIONS tells what is possible', async ({ url }) => {
  for (const [path, allow] of [
    ['/user/alice', 'POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/user/nobody', 'POST, GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
    ['/users', 'GET, HEAD, POST, QUERY, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const answer = await ask(url + path, { method: 'OPTIONS' })
    assert.is(answer.status, 204)
    assert.is(answer.headers.get('allow'), allow)
    assert.is(answer.headers.has('accept-post'), path !== '/')
  }
})

test('a method that the resource does not have: 405 with Allow', async ({ url }) => {
  for (const [method, path] of [
    ['PROPFIND', '/user/alice'],
    ['DELETE', '/users'],
    ['PUT', '/'],
    ['POST', '/-/problems'],
  ] as const) {
    const answer = await ask(url + path, { method })
    assert.is(answer.status, 405)
    assert.ok(answer.headers.get('allow')?.includes('GET'))
  }
})

test('/users/alice is /user/alice, and says which is canonical; so is /user for /users', async ({ url }) => {
  const canonical = await ask(`${url}/user/alice`)
  const alias = await ask(`${url}/users/alice`)
  assert.is(alias.text, canonical.text)
  assert.is(alias.headers.get('etag'), canonical.headers.get('etag'))
  assert.match(alias.headers.get('link') ?? '', /, <\/user\/alice>; rel="canonical"$/)
  assert.not.match(canonical.headers.get('link') ?? '', /canonical/)
  const list = await ask(`${url}/user`)
  assert.is(list.text, (await ask(`${url}/users`)).text)
  assert.match(list.headers.get('link') ?? '', /, <\/users>; rel="canonical"$/)
  assert.is((await ask(`${url}/users/alice`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/user/alice`)).status, 404)
})

test('a password is stored and never shown, and a PUT that leaves it out keeps it', async ({ url }) => {
  for (const answer of [
    await send('POST', `${url}/user/carol`, { name: 'Carol', password: 'open-sesame' }),
    await send('PUT', `${url}/user/carol`, { name: 'Caro', password: 'open-sesame-2' }),
    await send('PUT', `${url}/user/carol`, { name: 'Carola' }),
    await ask(`${url}/user/carol`),
    ...(await Promise.all(
      ['application/json', 'application/xml', 'application/yaml', 'text/html'].flatMap(accept =>
        ['/user/carol', '/users', '/user/alice'].map(path => ask(url + path, { headers: { accept } })),
      ),
    )),
  ]) {
    assert.ok(answer.status < 300)
    assert.not.match(answer.text, /password|sesame|rabbit/)
  }
})

test('GET /users lists all in the order of the file, new ones last; a removed one is gone', async ({ url }) => {
  const names = async () =>
    (JSON.parse((await ask(`${url}/users`)).text) as { username: string }[]).map(user => user.username)
  assert.equal(await names(), ['alice', 'bob'])
  await ask(`${url}/user/carol`, { method: 'POST' })
  await ask(`${url}/user/alice`, { method: 'DELETE' })
  assert.equal(await names(), ['bob', 'carol'])
})

test('of two that create the same user at the same time exactly one gets 201', async ({ url }) => {
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(['a', 'b', 'c'].map(name => send('POST', `${url}/user/new${round}`, { name })))
    assert.equal(answers.map(answer => answer.status).toSorted(), [201, 409, 409])
  }
})

run()
