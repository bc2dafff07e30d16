/** What a record can be called: created, read and removed through the URL. */

import { request } from 'node:http'
import * as assert from 'uvu/assert'
import { ask, send, served } from '../harness.js'

const { test, run } = served('usernames')

const ORDINARY = [
  'a', 'A', '0', '007', '1e3', 'null', 'undefined', 'true', 'NaN',
  'add', 'get', 'remove', 'update', 'session', '-', 'users', 'user',
  '__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf',
  'alice.json', 'alice.xml', 'index.html', '.htaccess', '...', '.a', 'a.', '~', '*', 'a*',
  'a b', ' a', 'a ', 'a+b', 'a%20b', '%', '%25', '%zz', 'a/b', '/', '//', '../etc/passwd', 'a\\b', 'a?b', 'a#b', 'a&b=c', 'a;b', 'a:b', ':username', '@a', '$a', 'a,b', 'a|b', '[a]', '{a}', '"', "'", '`', '<script>alert(1)</script>', '&lt;', ']]>',
  '日本', 'Ω', 'алиса', 'أليس', 'שלום', '👩‍🔬', 'é', 'ﬁ', 'ẞ', 'İ', 'x'.repeat(128), '日'.repeat(128), '👍'.repeat(128),
] // prettier-ignore

for (const name of ORDINARY)
  test(`${JSON.stringify(name)} is an ordinary user`, async ({ url }) => {
    const path = `${url}/user/${encodeURIComponent(name)}`
    const created = await send('POST', path, { name: 'N' })
    assert.is(created.status, 201)
    assert.is(created.json()['username'], name)
    assert.is(created.headers.get('location'), `/user/${encodeURIComponent(name)}`)
    assert.is((await ask(path)).json()['username'], name)
    assert.is((await ask(`${url}/users/${encodeURIComponent(name)}`)).status, 200)
    for (const accept of ['application/xml', 'application/yaml', 'text/html'])
      assert.is((await ask(path, { headers: { accept } })).status, 200)
    assert.is((await ask(`${url}/users`, { headers: { accept: 'text/html' } })).status, 200)
    assert.is((await send('PUT', path, { username: name })).status, 200)
    assert.is((await ask(path, { method: 'DELETE' })).status, 204)
    assert.is((await ask(path)).status, 404)
  })

for (const [name, why] of [
  ['\u0000', 'a control'],
  ['a\nb', 'a control'],
  ['a\r\nSet-Cookie: x=1', 'a control'],
  ['\u007f', 'a control'],
  ['\u0085', 'a control'],
  ['\u2028', 'a line separator'],
  ['\ufeffalice', 'a byte order mark'],
  ['\uffff', 'a noncharacter'],
  ['\u{1fffe}', 'a noncharacter'],
  ['x'.repeat(129), '129 characters'],
  ['👍'.repeat(129), '129 characters'],
] as const)
  test(`POST /user/${encodeURIComponent(name).slice(0, 40)}: 422 (${why}); GET is 404`, async ({ url }) => {
    const path = `${url}/user/${encodeURIComponent(name)}`
    const answer = await send('POST', path, {})
    assert.is(answer.status, 422)
    assert.is(answer.json()['type'], '/-/problems/invalid-key')
    assert.is((await ask(path)).status, 404)
    assert.is((await send('POST', `${url}/users`, { username: name })).status, 422)
  })

/** A path as it stands, without the resolving and encoding that fetch does. */
const verbatim = (port: number, method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const message = request({ port, method, path, host: '127.0.0.1', timeout: 5000 }, response => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    message.on('error', reject)
    message.end()
  })

for (const [method, path, status] of [
  ['GET', '/user/%zz', 400],
  ['GET', '/user/%', 400],
  ['GET', '/user/%c0%af', 400],
  ['POST', '/user/%ff', 400],
  ['GET', '/user/%ed%a0%80', 400],
  ['GET', '/user/..', 422],
  ['GET', '/user/.', 422],
  ['POST', '/user/%2e%2e', 422],
  ['DELETE', '/user/%2E', 422],
  ['GET', '/user/', 404],
  ['GET', '/user//alice', 404],
  ['GET', '//user/alice', 404],
  ['GET', '/user/alice/', 404],
  ['GET', '/User/alice', 404],
  ['GET', '/user/alice/x', 404],
  ['GET', '/user/alice?x=1&y', 200],
  ['GET', '/user/%61lice', 200],
  ['GET', '/user/alice.json', 404],
] as const)
  test(`${method} ${path}: ${status}`, async ({ port }) => {
    assert.is(await verbatim(port, method, path), status)
  })

test('two spellings of é are one user', async ({ url }) => {
  assert.is((await send('POST', `${url}/user/${encodeURIComponent('e\u0301va')}`, {})).json()['username'], '\u00e9va')
  assert.is((await ask(`${url}/user/${encodeURIComponent('\u00e9va')}`)).status, 200)
  assert.is((await send('POST', `${url}/users`, { username: 'e\u0301va' })).status, 409)
})

test('alice and Alice are two users', async ({ url }) => {
  assert.is((await ask(`${url}/user/Alice`)).status, 404)
  assert.is((await ask(`${url}/user/Alice`)).json()['suggestion'], '/user/alice')
  assert.is((await send('POST', `${url}/user/Alice`, {})).status, 201)
})

run()
