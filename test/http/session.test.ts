/** The session as a resource: logging in in every format, being told who one is, logging out, and what goes wrong. */

import * as assert from 'uvu/assert'
import { ask, send, served, type Answer } from '../harness.js'

const ALICE = { username: 'alice', password: 'white-rabbit' }
const COOKIE = /^restage_sid=([A-Za-z0-9_-]{22}); Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/
const CHALLENGE = 'Cookie realm="users", form-action="/session", cookie-name="restage_sid"'

/** What a client sends back of what was set. */
const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';')[0] ?? ''
const logIn = (url: string, headers: Record<string, string> = {}) => send('POST', `${url}/session`, ALICE, headers)

const tests = served('session')

for (const [type, content] of [
  ['application/json', '{"username":"alice","password":"white-rabbit"}'],
  ['application/yaml', 'username: alice\npassword: white-rabbit\n'],
  ['application/xml', '<session><username>alice</username><password>white-rabbit</password></session>'],
  ['application/x-www-form-urlencoded', 'username=alice&password=white-rabbit&login=Log+in'],
] as const)
  tests.test(`POST /session in ${type}: 201 and the cookie`, async ({ url }) => {
    const answer = await ask(`${url}/session`, { method: 'POST', headers: { 'content-type': type }, body: content })
    assert.is(answer.status, 201)
    assert.match(answer.headers.get('set-cookie') ?? '', COOKIE)
    assert.is(answer.headers.get('location'), '/session')
    assert.is(answer.headers.get('cache-control'), 'no-store')
    assert.is(answer.headers.get('etag'), null)
    const { username, created, expires, idleExpires } = answer.json() as Record<string, string>
    assert.is(username, 'alice')
    assert.is(Date.parse(expires ?? '') - Date.parse(created ?? ''), 12 * 3_600_000)
    assert.is(Date.parse(idleExpires ?? '') - Date.parse(created ?? ''), 30 * 60_000)
    assert.not.match(answer.text, 'rabbit')
  })

for (const [type, pattern] of [
  ['application/json', /"username": "alice"/],
  ['application/xml', /<session>\s*<username>alice<\/username>/],
  ['application/yaml', /^username: alice$/m],
  ['text/html', /alice/],
] as const)
  tests.test(`GET /session in ${type}: who is logged in, and never kept`, async ({ url }) => {
    const cookie = cookieOf(await logIn(url))
    const answer = await ask(`${url}/session`, { headers: { cookie, accept: type } })
    assert.is(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', type)
    assert.is(answer.headers.get('cache-control'), 'no-store')
    assert.match(answer.text, pattern)
    assert.not.ok(answer.text.includes(cookie.slice(12)), 'the id is shown nowhere')
  })

tests.test('GET /session without a session: 401 with a challenge that opens no dialog', async ({ url }) => {
  for (const headers of [{}, { cookie: 'a=1' }, { cookie: 'restage_sid=unknown' }, { cookie: 'restage_sid' }]) {
    const answer = await ask(`${url}/session`, { headers })
    assert.is(answer.status, 401)
    assert.is(answer.headers.get('www-authenticate'), CHALLENGE)
    assert.is(answer.json()['type'], '/-/problems/unauthenticated')
    assert.is(answer.headers.get('cache-control'), 'no-store')
  }
})

for (const [title, content, status, pointers] of [
  ['a wrong password', { ...ALICE, password: 'no' }, 401],
  ['somebody who is not there', { ...ALICE, username: 'nobody' }, 401],
  ['somebody without a password', { username: 'bob', password: '' }, 401],
  ['a name that can be nobody’s', { ...ALICE, username: '\u0000' }, 401],
  ['no password', { username: 'alice' }, 422, ['#/password']],
  ['nothing', {}, 422, ['#/username', '#/password']],
  ['a list for a name', { username: ['alice'], password: 'white-rabbit' }, 422, ['#/username']],
  ['a list for all', [], 422, ['#/username', '#/password']],
  ['null', null, 422, ['#/username', '#/password']],
] as const)
  tests.test(`POST /session with ${title}: ${status}, and no cookie`, async ({ url }) => {
    const answer = await send('POST', `${url}/session`, content)
    assert.is(answer.status, status)
    assert.is(answer.headers.get('set-cookie'), null)
    if (status === 401) {
      assert.is(answer.json()['detail'], 'The username or the password is not right.')
      assert.is(answer.headers.get('www-authenticate'), CHALLENGE)
    } else {
      const errors = answer.json()['errors'] as { pointer: string }[]
      assert.equal(
        errors.map(({ pointer }) => pointer),
        pointers,
      )
    }
  })

for (const [title, headers, content, status] of [
  ['no content', {}, undefined, 400],
  ['broken JSON', { 'content-type': 'application/json' }, '{"username"', 400],
  ['no Content-Type', { 'content-type': '' }, '{}', 415],
  ['an image', { 'content-type': 'image/png' }, 'x', 415],
  ['an Accept that nothing fits', { 'content-type': 'application/json', accept: 'image/png' }, '{}', 406],
] as const)
  tests.test(`POST /session with ${title}: ${status}`, async ({ url }) => {
    const answer = await ask(`${url}/session`, {
      method: 'POST',
      headers,
      ...(content !== undefined && { body: content }),
    })
    assert.is(answer.status, status)
    if (status === 415) assert.match(answer.headers.get('accept-post') ?? '', 'application/x-www-form-urlencoded')
  })

tests.test('every login has a new id, and the one that came with it is dead', async ({ url }) => {
  const first = cookieOf(await logIn(url))
  const second = cookieOf(await logIn(url, { cookie: first }))
  assert.is.not(first, second)
  assert.is((await ask(`${url}/session`, { headers: { cookie: first } })).status, 401)
  assert.is((await ask(`${url}/session`, { headers: { cookie: second } })).status, 200)
  // Session fixation: an id that somebody else chose.
  const third = cookieOf(await logIn(url, { cookie: 'restage_sid=chosen-by-somebody' }))
  assert.not.match(third, 'chosen')
  assert.is((await ask(`${url}/session`, { headers: { cookie: 'restage_sid=chosen-by-somebody' } })).status, 401)
})

tests.test('a failed login ends nothing', async ({ url }) => {
  const cookie = cookieOf(await logIn(url))
  const failed = await send('POST', `${url}/session`, { ...ALICE, password: 'no' }, { cookie })
  assert.is(failed.status, 401)
  assert.is((await ask(`${url}/session`, { headers: { cookie } })).status, 200)
})

tests.test('DELETE /session: 204, the cookie taken back, again and again', async ({ url }) => {
  const cookie = cookieOf(await logIn(url))
  for (let times = 0; times < 2; times++) {
    const answer = await ask(`${url}/session`, { method: 'DELETE', headers: { cookie } })
    assert.is(answer.status, 204)
    assert.is(
      answer.headers.get('set-cookie'),
      'restage_sid=; Path=/; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    )
    assert.is(answer.headers.get('cache-control'), 'no-store')
  }
  assert.is((await ask(`${url}/session`, { headers: { cookie } })).status, 401)
})

tests.test('HEAD, OPTIONS, PUT of /session', async ({ url }) => {
  const cookie = cookieOf(await logIn(url))
  const head = await ask(`${url}/session`, { method: 'HEAD', headers: { cookie } })
  assert.is(head.status, 200)
  assert.is(head.text, '')
  const asked = await ask(`${url}/session`, { method: 'OPTIONS' })
  assert.is(asked.status, 204)
  assert.is(asked.headers.get('allow'), 'GET, HEAD, POST, DELETE, OPTIONS')
  assert.match(asked.headers.get('accept-post') ?? '', 'application/json')
  const put = await send('PUT', `${url}/session`, ALICE)
  assert.is(put.status, 405)
})

tests.test('Prefer: return=minimal: 201 without a content, with the cookie', async ({ url }) => {
  const answer = await logIn(url, { prefer: 'return=minimal' })
  assert.is(answer.status, 201)
  assert.is(answer.text, '')
  assert.is(answer.headers.get('preference-applied'), 'return=minimal')
  assert.match(answer.headers.get('set-cookie') ?? '', COOKIE)
})

tests.test('several cookies of one name: the one that is alive counts, wherever it stands', async ({ url }) => {
  const cookie = cookieOf(await logIn(url))
  for (const field of [`restage_sid=old; ${cookie}`, `${cookie}; restage_sid=old`, `restage_sid; x; ${cookie};;=`])
    assert.is((await ask(`${url}/session`, { headers: { cookie: field } })).status, 200, field)
  for (const field of [`x${cookie}`, cookie.replace('restage_sid=', 'restage_sid="') + '"', cookie.toUpperCase()])
    assert.is((await ask(`${url}/session`, { headers: { cookie: field } })).status, 401, field)
})

tests.test('a session ends with the password that it rests on, and with the record', async ({ url }) => {
  const cookie = cookieOf(await logIn(url))
  assert.is((await send('PATCH', `${url}/user/alice`, { name: 'A' })).status, 200)
  assert.is((await ask(`${url}/session`, { headers: { cookie } })).status, 200, 'another name')
  assert.is((await send('PATCH', `${url}/user/alice`, { password: 'other' })).status, 200)
  assert.is((await ask(`${url}/session`, { headers: { cookie } })).status, 401, 'another password')
  const next = cookieOf(await send('POST', `${url}/session`, { ...ALICE, password: 'other' }))
  assert.is((await ask(`${url}/user/alice`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/session`, { headers: { cookie: next } })).status, 401, 'the record is gone')
})

tests.test('a session in a sandbox is none outside, nor in another', async ({ url }) => {
  const sandbox = { 'restage-sandbox': 'one' }
  const cookie = cookieOf(await logIn(url, sandbox))
  assert.is((await ask(`${url}/session`, { headers: { cookie, ...sandbox } })).status, 200)
  assert.is((await ask(`${url}/session`, { headers: { cookie, 'restage-sandbox': 'two' } })).status, 401)
  assert.is((await ask(`${url}/session`, { headers: { cookie } })).status, 401)
})

tests.test('who was created a moment ago can log in', async ({ url }) => {
  await send('POST', `${url}/user/dora`, { password: 'new' })
  assert.is((await send('POST', `${url}/session`, { username: 'dora', password: 'new' })).status, 201)
})

tests.run()

const other = served('session, with settings of its own', {
  base: '/api',
  auth: { cookie: { name: 'sid', sameSite: 'strict', domain: 'localhost' }, absolute: '1h', realm: 'the zoo' },
})

other.test('base, name and attributes are as they were set', async ({ url }) => {
  const answer = await logIn(url)
  assert.is(answer.status, 201)
  assert.is(answer.headers.get('location'), '/api/session')
  assert.match(
    answer.headers.get('set-cookie') ?? '',
    /^sid=[\w-]{22}; Path=\/api; Domain=localhost; Max-Age=3600; HttpOnly; SameSite=Strict$/,
  )
  const refused = await ask(`${url}/session`)
  assert.is(
    refused.headers.get('www-authenticate'),
    'Cookie realm="the zoo", form-action="/api/session", cookie-name="sid"',
  )
})

other.test('Secure where a proxy says that the request came by https', async ({ url }) => {
  for (const [name, value, secure] of [
    ['x-forwarded-proto', 'https', true],
    ['x-forwarded-proto', 'HTTPS, http', true],
    ['x-forwarded-proto', 'http, https', false],
    ['x-forwarded-proto', 'httpsx', false],
    ['forwarded', 'for=1.2.3.4;proto=https', true],
    ['forwarded', 'proto="https";by=x, proto=http', true],
    ['forwarded', 'proto=http, proto=https', false],
    ['forwarded', ';;=', false],
  ] as const) {
    const answer = await logIn(url, { [name]: value })
    assert.is(answer.headers.get('set-cookie')?.endsWith('; Secure'), secure, `${name}: ${value}`)
  }
})

other.run()

const off = served('session, off', { auth: false })

off.test('there is no /session and no /-/sessions', async ({ url }) => {
  for (const path of ['/session', '/-/sessions']) assert.is((await ask(url + path)).status, 404)
  assert.is((await logIn(url)).status, 404)
})

off.run()
