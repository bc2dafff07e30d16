/** Errors for the asking: every status is well-formed and touches nothing; what was not asked for stays as it is. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { phraseOf } from '../../src/core/status.js'
import { ask, raw, send, served, USERS, withServer } from '../harness.js'

const on = served('errors for the asking')

const prefer = (said: string, more: Record<string, string> = {}) => ({ headers: { prefer: said, ...more } })

on.test('GET /user/alice, Prefer: code=503: a problem, when to try again, and what was applied', async ({ url }) => {
  const answer = await ask(`${url}/user/alice`, prefer('code=503'))
  assert.is(answer.status, 503)
  assert.is(answer.headers.get('content-type'), 'application/problem+json')
  assert.is(answer.headers.get('preference-applied'), 'code=503')
  assert.is(answer.headers.get('retry-after'), '1')
  assert.match(answer.headers.get('vary') ?? '', /\bPrefer\b/)
  assert.is(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.json(), {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: 'Answered so because the request asked for it, by Prefer. Nothing was done.',
    instance: '/user/alice',
  })
})

/** All that are registered or could be soon, and some of which nobody has ever heard. */
const STATUSES = [
  [200, 209],
  [226, 226],
  [299, 309],
  [399, 432],
  [451, 451],
  [499, 512],
  [599, 599],
].flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))

/** What a status needs, beside itself (RFC 9110 §15). */
const NEEDS: Readonly<Record<number, readonly [name: string, value: RegExp]>> = {
  201: ['location', /^\/user\/alice\?x=1$/],
  301: ['location', /^\/user\/alice\?x=1$/],
  302: ['location', /^\/user\/alice\?x=1$/],
  303: ['location', /^\/user\/alice\?x=1$/],
  307: ['location', /^\/user\/alice\?x=1$/],
  308: ['location', /^\/user\/alice\?x=1$/],
  401: ['www-authenticate', /^Cookie realm="users", form-action="\/session"/],
  405: ['allow', /^(?=.*GET)(?=.*PATCH)(?!.*PUT)/],
  413: ['retry-after', /^\d+$/],
  415: ['accept', /application\/json/],
  416: ['content-range', /^bytes \*\/\d+$/],
  426: ['upgrade', /./],
  429: ['retry-after', /^\d+$/],
  503: ['retry-after', /^\d+$/],
}

on.test(
  'PUT /user/alice?_code=200 and so on to 599: each well-formed, with what it needs, and nothing is changed',
  async ({ url }) => {
    const before = (await ask(`${url}/users`)).text
    for (const status of STATUSES) {
      // fetch gives nobody a 407 (Fetch §4.6): see below.
      if (status === 407) continue
      const answer = await send('PUT', `${url}/user/alice?x=1&_code=${status}`, { name: 'Changed' })
      assert.is(answer.status, status)
      const [name, value] = NEEDS[status] ?? []
      if (name !== undefined) assert.match(answer.headers.get(name) ?? '', value ?? /./, `${status} ${name}`)
      if (status < 400) {
        assert.is(answer.text, '', String(status))
        continue
      }
      const { title, status: told, type } = answer.json()
      assert.is(told, status)
      if (type === 'about:blank') assert.is(title, phraseOf(status))
      else if (String(type).startsWith('/')) assert.is((await ask(url + String(type))).status, 200, String(type))
    }
    assert.is((await ask(`${url}/users`)).text, before)
  },
)

on.test('DELETE /user/alice?_code=407: with what a proxy would ask for', async ({ url, port }) => {
  const answer = await raw(port, 'DELETE /user/alice?_code=407 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 407 /)
  assert.match(answer, /\r\nProxy-Authenticate: Basic realm=/)
  assert.is((await ask(`${url}/user/alice`)).status, 200)
})

for (const [accept, type] of [
  ['application/xml', 'application/problem+xml; charset=utf-8'],
  ['text/html', 'text/html; charset=utf-8'],
  ['application/json', 'application/problem+json'],
  ['image/png', 'application/problem+json'],
] as const)
  on.test(`?_code=502, Accept: ${accept}: ${type}`, async ({ url }) => {
    const answer = await ask(`${url}/users?_code=502`, { headers: { accept } })
    assert.is(answer.headers.get('content-type'), type)
    assert.match(answer.text, 'Bad Gateway')
    assert.is(answer.headers.get('preference-applied'), null)
  })

on.test('406 and 415 list what there is', async ({ url }) => {
  assert.ok(Array.isArray((await ask(`${url}/users?_code=406`)).json()['available']))
  assert.ok(Array.isArray((await ask(`${url}/users?_code=415`)).json()['supported']))
})

on.test('Prefer: wait=0.05: the real answer, later, and it can be changed meanwhile', async ({ url }) => {
  const slow = ask(`${url}/user/alice`, prefer('wait=0.3'))
  assert.is((await send('PUT', `${url}/user/alice`, { name: 'Meanwhile' })).status, 200)
  const answer = await slow
  assert.is(answer.status, 200)
  assert.is(answer.json()['name'], 'Meanwhile')
  assert.is(answer.headers.get('preference-applied'), 'wait=0.3')
})

on.test('return=minimal beside it is applied as ever', async ({ url }) => {
  const answer = await send('PUT', `${url}/user/alice`, { name: 'A' }, { prefer: 'return=minimal, wait=0.01' })
  assert.is(answer.status, 204)
  assert.is(answer.headers.get('preference-applied'), 'return=minimal, wait=0.01')
})

on.test('what nobody asked for: no Preference-Applied, no Vary, the same bytes', async ({ url }) => {
  const plain = await ask(`${url}/user/alice`)
  for (const said of ['respond-async, wait=10', 'dynamic=true', 'code', 'example=x; code=503', '', ',,']) {
    const answer = await ask(`${url}/user/alice`, prefer(said))
    if (said === 'code') {
      assert.is(answer.status, 400)
      continue
    }
    assert.is(answer.text, plain.text, said)
    assert.is(answer.headers.get('vary'), plain.headers.get('vary'))
    assert.is(answer.headers.get('preference-applied'), null)
  }
})

on.test('the query twins are gone before a collection reads its query, and come back in no link', async ({ url }) => {
  const answer = await ask(`${url}/users?limit=1&_wait=0.01&sort=age`)
  assert.is(answer.status, 200)
  assert.not.match(answer.headers.get('link') ?? '', '_wait')
  assert.match(answer.headers.get('link') ?? '', 'sort=age')
  assert.is((await ask(`${url}/users?_other=1`)).status, 400)
  assert.is((await ask(`${url}/users?%5Fcode=418`)).status, 418)
})

for (const [query, detail] of [
  ['_code=100', /200 to 599/],
  ['_code=101', /200 to 599/],
  ['_code=600', /200 to 599/],
  ['_code=5e2', /200 to 599/],
  ['_code=', /200 to 599/],
  ['_code=500&_code=501', /more than once/],
  ['_wait=61', /up to 60/],
  ['_wait=-1', /number of seconds/],
  ['_wait=1s', /number of seconds/],
  ['_fault=rest', /Did you mean reset \?/],
  ['_fault=toString', /no such fault/],
] as const)
  on.test(`GET /user/alice?${query}: 400`, async ({ url }) => {
    const answer = await ask(`${url}/user/alice?${query}`)
    assert.is(answer.status, 400)
    assert.match(String(answer.json()['detail']), detail)
  })

on.test('matters of the server are exempt', async ({ url }) => {
  for (const path of ['/-/problems', '/-/problems/not-found'])
    assert.is((await ask(url + path, prefer('code=503'))).status, 200)
})

on.test('HEAD and OPTIONS are answered so, too, without content', async ({ url, port }) => {
  assert.is((await ask(`${url}/users?_code=500`, { method: 'OPTIONS' })).status, 500)
  const head = await raw(port, 'HEAD /users?_code=404 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 404 /)
  assert.ok(head.endsWith('\r\n\r\n'))
})

on.test('a redirect by the query leads to the real answer', async ({ url }) => {
  const response = await fetch(`${url}/user/alice?_code=307`, { signal: AbortSignal.timeout(10_000) })
  assert.is(response.redirected, true)
  assert.is(response.status, 200)
  assert.is(((await response.json()) as { name: string }).name, 'Alice Liddell')
})

on.test('a redirect never leads to another host', async ({ port }) => {
  const answer = await raw(port, 'GET //evil.test/user/alice?_code=302 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  assert.match(answer, /\r\nLocation: \/evil\.test\/user\/alice\r\n/)
})

on.test('a page of another origin on this machine may read the error', async ({ url }) => {
  const origin = 'http://localhost:5173'
  const preflight = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'prefer' }
  const allowed = await ask(`${url}/users`, { method: 'OPTIONS', headers: preflight })
  assert.is(allowed.headers.get('access-control-allow-headers'), 'prefer')
  const answer = await ask(`${url}/users`, prefer('code=503', { origin }))
  assert.is(answer.status, 503)
  assert.is(answer.headers.get('access-control-allow-origin'), origin)
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', 'Preference-Applied')
})

const where = suite('where errors can be asked for')
for (const [title, settings, status] of [
  ['on localhost, by default', {}, 503],
  ['on 127.0.0.1', { host: '127.0.0.1' }, 503],
  ['not on every address', { host: '0.0.0.0' }, 200],
  ['on every address, where that is said', { host: '0.0.0.0', rehearse: 'everywhere' }, 503],
  ['not where it is off', { rehearse: false }, 200],
  ['rehearse: true is the default', { host: '0.0.0.0', rehearse: true }, 200],
] as const)
  where(title, () =>
    withServer(USERS, settings, async ({ port }) => {
      const url = `http://127.0.0.1:${port}`
      assert.is((await ask(`${url}/user/alice`, prefer('code=503'))).status, status)
      // Then it is a parameter like any other, that a collection does not know.
      assert.is((await ask(`${url}/users?_code=503`)).status, status === 200 ? 400 : 503)
    }),
  )

on.run()
where.run()
