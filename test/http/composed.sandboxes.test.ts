/** Sandboxes and everything else: the control token, other origins, removed records, and the settings that change under them. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assembled } from '../assembled.js'
import { testClock } from '../clock.js'
import { platformOf } from '../platform.js'
import { responseHeader } from '../../src/wire/message.js'
import { ask, send, served, USERS, withServer } from '../harness.js'

const composed = suite('sandboxes composed')
const inside = (name: string) => ({ 'restage-sandbox': name })

composed('GET /-/state in a sandbox, beyond loopback: the token of the banner is the one', async () => {
  const { app, ask: put } = await assembled({ host: '0.0.0.0' })
  const [, text = ''] = app.banner.find(([head]) => head === 'Control') ?? []
  const authorization = text.replace('Authorization: ', '')
  assert.match(authorization, /^Bearer \S+$/)
  for (const sandbox of [{}, inside('a'), inside('b')]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    assert.is((await put('GET /-/state', { ...sandbox, authorization })).status, 200)
    // oxlint-disable-next-line no-await-in-loop -- the same
    assert.is((await put('GET /-/state', { ...sandbox, authorization: 'Bearer other' })).status, 401)
  }
  await app.close()
})

const refused = served('sandboxes refused', { sandboxes: { max: 1 } })
refused.test('a name that is none, and one too many: a page of another origin may read why', async ({ url }) => {
  const origin = 'http://localhost:5173'
  const sent = (name: string) => ask(`${url}/user/alice`, { headers: { origin, ...inside(name) } })
  assert.is((await sent('a')).status, 200)
  for (const [name, status] of [['a b', 400] as const, ['b', 503] as const]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await sent(name)
    assert.is(answer.status, status)
    assert.is(answer.headers.get('access-control-allow-origin'), origin)
    assert.match(answer.headers.get('vary') ?? '', 'Origin')
  }
  const journal = (await ask(`${url}/-/requests`)).text
  assert.match(journal, 'too-many-sandboxes')
})

composed('a record that was removed before: 410 in a sandbox, too, and there alone made anew', () =>
  withServer(USERS, { resources: { user: { gone: true } } }, async ({ url }) => {
    const status = async (headers: Record<string, string>) => (await ask(`${url}/user/bob`, { headers })).status
    assert.is((await ask(`${url}/user/bob`, { method: 'DELETE' })).status, 204)
    assert.is(await status(inside('a')), 410)
    assert.is((await send('POST', `${url}/user/bob`, {}, inside('a'))).status, 201)
    assert.is(await status(inside('a')), 200)
    assert.is(await status({}), 410)
    assert.is(await status(inside('b')), 410)
  }),
)

composed('DELETE /-/state in a sandbox: back to what the files say now', async () => {
  const platform = platformOf()
  const { app, ask: put } = await assembled({}, platform)
  await put('DELETE /user/alice', inside('a'))
  platform.world.initial = new Map([['user', [{ key: 'zoe', fields: { username: 'zoe' } }]]])
  assert.is((await put('DELETE /-/state', inside('a'))).status, 204)
  assert.is((await put('GET /user/zoe', inside('a'))).status, 200)
  assert.is((await put('GET /user/zoe')).status, 404)
  assert.is(responseHeader(await put('GET /users', inside('a')), 'x-total-count'), '1')
  await app.close()
})

composed('a sandbox that nobody names again is gone after a while, alone as it is, over a reload, too', async () => {
  const clock = testClock()
  const one = await assembled({ sandboxes: { idle: '1m' } }, { clock })
  const list = async ({ ask: put }: typeof one) => new TextDecoder().decode((await put('GET /-/sandboxes')).body)
  await one.ask('GET /users', inside('a'))
  assert.match(await list(one), '"a"')
  clock.advance(60_000)
  assert.not.match(await list(one), '"a"')

  await one.ask('GET /users', inside('b'))
  const next = await assembled({ sandboxes: { idle: '1m' }, legacy: true }, { ...one.platform, clock })
  await one.app.close(Promise.resolve(), next.app)
  assert.match(await list(next), '"b"')
  clock.advance(60_000)
  assert.not.match(await list(next), '"b"')
  await next.app.close()
})

for (const name of ['.', '..', ''])
  refused.test(`Restage-Sandbox: ${JSON.stringify(name)}: 400`, async ({ url }) => {
    assert.is((await ask(`${url}/users`, { headers: inside(name) })).status, 400)
  })

composed.run()
refused.run()
