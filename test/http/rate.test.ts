/** A quota through a socket: its two fields on whatever is answered, in every format, and 429 when it is used up. */

import * as assert from 'uvu/assert'
import { ask, send, served } from '../harness.js'

const limited = served('a quota', { limits: { rate: '6/1h' }, legacy: true })

limited.test(
  'every answer of a resource tells it: 200, 304, 404, 409, 412, 204; the seventh is 429',
  async ({ url }) => {
    const { headers } = await ask(`${url}/user/alice`)
    assert.is(headers.get('ratelimit-policy'), '"default";q=6;w=3600')
    assert.match(headers.get('ratelimit') ?? '', /^"default";r=5;t=3(600|599)$/)
    const etag = headers.get('etag') ?? ''
    const answers = [
      await ask(`${url}/user/alice`, { headers: { 'if-none-match': etag } }),
      await ask(`${url}/user/nobody`),
      await send('POST', `${url}/user/alice`, {}),
      await send('PUT', `${url}/user/alice`, {}, { 'if-match': '"x"' }),
      await ask(`${url}/user/bob`, { method: 'DELETE' }),
      await ask(`${url}/user/alice`),
      await ask(`${url}/user/get?username=alice`),
    ]
    assert.equal(
      answers.map(answer => answer.status),
      [304, 404, 409, 412, 204, 429, 429],
    )
    assert.equal(
      answers.map(answer => /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]),
      ['4', '3', '2', '1', '0', '0', '0'],
    )
  },
)

limited.test('404, 405 and OPTIONS use nothing up', async ({ url }) => {
  for (const [method, path, status] of [
    ['GET', '/nothing', 404],
    ['DELETE', '/users', 405],
    ['OPTIONS', '/user/alice', 204],
    ['GET', '/-/problems/quota-exceeded', 200],
  ] as const) {
    const answer = await ask(url + path, { method })
    assert.is(answer.status, status)
    assert.not(answer.headers.has('ratelimit'), path)
  }
  assert.match((await ask(`${url}/user/alice`)).headers.get('ratelimit') ?? '', 'r=5')
})

limited.test('429 in every format, nothing changed, and not before Retry-After', async ({ url }) => {
  for (let count = 0; count < 6; count++) await ask(`${url}/users`)
  for (const [accept, shows] of [
    ['application/json', '"violated-policies": ["default"]'],
    ['application/xml', '<i>default</i>'],
    ['text/html', 'violated-policies'],
  ] as const) {
    const answer = await ask(`${url}/user/bob`, { method: 'DELETE', headers: { accept } })
    assert.is(answer.status, 429)
    assert.match(answer.text.replaceAll(/\s+/g, ' ').replaceAll('[ "', '["').replaceAll('" ]', '"]'), shows)
    const reset = /t=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]
    assert.ok(Number(answer.headers.get('retry-after')) >= Number(reset))
  }
})

limited.test('a page of another origin may read it', async ({ url }) => {
  const { headers } = await ask(`${url}/users`, { headers: { origin: 'http://localhost:5173' } })
  assert.match(headers.get('access-control-expose-headers') ?? '', 'RateLimit, RateLimit-Policy')
  assert.ok(headers.has('ratelimit'))
})

const unlimited = served('no quota')

unlimited.test('GET /user/alice: no RateLimit', async ({ url }) => {
  const { headers } = await ask(`${url}/user/alice`)
  assert.not(headers.has('ratelimit'))
  assert.not(headers.has('ratelimit-policy'))
})

limited.run()
unlimited.run()
