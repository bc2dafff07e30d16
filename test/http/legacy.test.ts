/** The old style: four URLs over the same actions, only when asked for, and never in the way of a resource. */

import * as assert from 'uvu/assert'
import { ask, send, served } from '../harness.js'

const old = served('old style, on', { legacy: { sunset: '2027-01-01' } })

old.test('the life of a user through the four URLs, each answer naming its successor', async ({ url }) => {
  const steps = [
    ['POST', '/user/add?username=carol', { name: 'Carol' }, 201],
    ['GET', '/user/get?username=carol', undefined, 200],
    ['POST', '/user/update?username=carol', { name: 'Caro' }, 200],
    ['POST', '/user/add?username=carol', undefined, 409],
    ['GET', '/user/remove?username=carol', undefined, 204],
    ['GET', '/user/get?username=carol', undefined, 404],
    ['GET', '/user/remove?username=carol', undefined, 404],
    ['POST', '/user/update?username=carol', { name: 'x' }, 404],
  ] as const
  for (const [method, path, content, status] of steps) {
    const answer = content === undefined ? await ask(url + path, { method }) : await send(method, url + path, content)
    assert.is(answer.status, status, `${method} ${path}`)
    assert.is(answer.headers.get('deprecation'), '@946684800')
    assert.is(answer.headers.get('sunset'), 'Fri, 01 Jan 2027 00:00:00 GMT')
    assert.match(answer.headers.get('link') ?? '', /(^|, )<\/user\/carol>; rel="successor-version"$/)
  }
})

old.test('both styles show the same representation with the same validator', async ({ url }) => {
  const rest = await ask(`${url}/user/alice`)
  const rpc = await ask(`${url}/user/get?username=alice`)
  assert.is(rpc.text, rest.text)
  assert.is(rpc.headers.get('etag'), rest.headers.get('etag'))
  assert.not(rest.headers.has('deprecation'))
  const xml = await ask(`${url}/user/get?username=alice`, { headers: { accept: 'application/xml' } })
  assert.is(xml.headers.get('content-type'), 'application/xml; charset=utf-8')
})

for (const [method, path, allow] of [
  ['HEAD', '/user/remove?username=alice', 'GET'],
  ['DELETE', '/user/remove?username=alice', 'GET'],
  ['POST', '/user/remove?username=alice', 'GET'],
  ['HEAD', '/user/get?username=alice', 'GET'],
  ['OPTIONS', '/user/get?username=alice', 'GET'],
  ['GET', '/user/add?username=carol', 'POST'],
  ['PUT', '/user/update?username=alice', 'POST'],
] as const)
  old.test(`${method} ${path}: 405, Allow: ${allow}, nothing changed`, async ({ url }) => {
    const before = (await ask(`${url}/users`)).text
    const answer = await ask(url + path, { method })
    assert.is(answer.status, 405)
    assert.is(answer.headers.get('allow'), allow)
    assert.is(answer.headers.get('deprecation'), '@946684800')
    assert.is((await ask(`${url}/users`)).text, before)
  })

for (const path of [
  '/user/add?username=',
  '/user/add?username',
  '/user/add?username=a&username=b',
  '/user/add?username=%zz',
  '/user/add?username=%c0%af',
] as const)
  old.test(`POST ${path}: 400, nothing created`, async ({ url }) => {
    const answer = await ask(url + path, { method: 'POST' })
    assert.is(answer.status, 400)
    assert.is((await ask(`${url}/users`)).text.match(/"username"/g)?.length, 2)
  })

for (const verb of ['add', 'remove', 'update', 'get'])
  old.test(`/user/${verb} without the parameter is the user "${verb}"`, async ({ url }) => {
    assert.is((await ask(`${url}/user/${verb}`)).status, 404)
    assert.is((await send('POST', `${url}/user/${verb}`, { name: 'Verb' })).status, 201)
    assert.is((await ask(`${url}/user/${verb}`)).json()['name'], 'Verb')
    assert.is((await ask(`${url}/user/${verb}?other=1`)).json()['name'], 'Verb')
    assert.is((await ask(`${url}/user/get?username=${verb}`)).json()['name'], 'Verb')
    assert.is((await ask(`${url}/user/${verb}`, { method: 'DELETE' })).status, 204)
  })

old.test('the parameter is decoded once: %2B is a plus, + a space, %2F a slash', async ({ url }) => {
  for (const [sent, name] of [
    ['a%2Bb', 'a+b'],
    ['a+b', 'a b'],
    ['a%20c', 'a c'],
    ['a%2Fb', 'a/b'],
    ['%E6%97%A5', '日'],
    ['a%2525', 'a%25'],
  ] as const) {
    const answer = await ask(`${url}/user/add?username=${sent}`, { method: 'POST' })
    assert.is(answer.status, 201, sent)
    assert.is(answer.json()['username'], name)
    assert.is((await ask(`${url}/user/${encodeURIComponent(name)}`)).status, 200)
  }
})

old.test('POST /users/add?username=carol: 404 that says where to go, no user "add"', async ({ url }) => {
  const answer = await ask(`${url}/users/add?username=carol`, { method: 'POST' })
  assert.is(answer.status, 404)
  assert.is((await ask(`${url}/user/add`)).status, 404)
})

const sheep = served('old style, of a word that is its own plural', { legacy: true }, { sheep: [{ id: 'dolly' }] })

sheep.test('GET /sheep/get?id=dolly: 200', async ({ url }) => {
  assert.is((await ask(`${url}/sheep/get?id=dolly`)).status, 200)
  assert.is((await ask(`${url}/sheep/remove?id=dolly`)).status, 204)
  assert.is((await ask(`${url}/sheep/dolly`)).status, 404)
})

const off = served('old style, off')

for (const [method, path, twin] of [
  ['POST', '/user/add?username=carol', 'POST /user/carol'],
  ['GET', '/user/remove?username=alice', 'DELETE /user/alice'],
  ['POST', '/user/update?username=alice', 'PUT /user/alice'],
  ['GET', '/user/get?username=alice', 'GET /user/alice'],
  ['DELETE', '/user/get?username=alice', 'GET /user/alice'],
  ['POST', '/users/add?username=carol', 'POST /user/carol'],
] as const)
  off.test(`${method} ${path}: 404 that names ${twin}`, async ({ url }) => {
    const before = (await ask(`${url}/users`)).text
    const answer = await ask(url + path, { method })
    assert.is(answer.status, 404)
    assert.is(answer.json()['type'], '/-/problems/operation-in-path')
    assert.is(answer.json()['successor'], twin)
    assert.is((await ask(`${url}/users`)).text, before)
  })

const envelope = served('old style, with the envelope', { legacy: { envelope: true } })

envelope.test('always 200, the outcome inside, in the format asked for', async ({ url }) => {
  const got = await ask(`${url}/user/get?username=alice`)
  assert.is(got.status, 200)
  assert.equal(Object.keys(got.json()), ['code', 'message', 'data'])
  assert.is(got.json()['code'], 200)
  assert.is((got.json()['data'] as { name: string }).name, 'Alice Liddell')
  assert.not(got.headers.has('etag'))
  assert.is(got.headers.get('cache-control'), 'no-store')
  const missing = await ask(`${url}/user/get?username=nobody`)
  assert.is(missing.status, 200)
  assert.is(missing.json()['code'], 404)
  assert.is(missing.json()['data'], null)
  assert.match(String(missing.json()['message']), 'There is no user "nobody"')
  const removed = await ask(`${url}/user/remove?username=alice`)
  assert.is(removed.status, 200)
  assert.is(removed.json()['code'], 204)
  const empty = await ask(`${url}/user/get?username=`)
  assert.is(empty.status, 200)
  assert.is(empty.json()['code'], 400)
  const xml = await ask(`${url}/user/get?username=bob`, { headers: { accept: 'application/xml' } })
  assert.match(xml.text, '<code>200</code>')
  assert.match(xml.text, '<username>bob</username>')
  assert.is((await ask(`${url}/user/get?username=bob`, { headers: { accept: 'image/png' } })).status, 200)
})

old.run()
sheep.run()
off.run()
envelope.run()
