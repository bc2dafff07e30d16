/** Rules while running: below a base, over a reload, by the clock, and without control. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { keeper } from '../../src/core/keeper.js'
import { rules } from '../../src/features/rules/index.js'
import { objectFixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/index.js'
import { start } from '../../src/server/start.js'
import { assembled } from '../assembled.js'
import { ask, send, USERS, within, withServer } from '../harness.js'

const OWN: NonNullable<Settings['rules']> = [
  { when: 'GET /user/alice', then: { status: 410 } },
  { when: 'GET /weather', times: 1, then: { body: 'rain' } },
]
const DOWN = { when: 'GET /user/*', then: { status: 503 } }

const listed = async (url: string) => JSON.parse((await ask(`${url}/-/rules`)).text) as Record<string, unknown>[]
const status = async (url: string, init: RequestInit = {}) => (await ask(url, init)).status

const over = () => {
  throw new Error('there is one world only')
}

const others = suite('rules while running, elsewhere')

others('below a base: Location, and the same rules at both places', () =>
  withServer(USERS, { base: '/api' }, async ({ url }) => {
    const made = await send('POST', `${url}/-/rules`, DOWN)
    assert.is(made.headers.get('location'), '/api/-/rules/added-1')
    assert.is(await status(`${url}/user/bob`), 503)
    assert.is((await listed(new URL(url).origin))[0]?.['handle'], 'added-1')
  }),
)

const read = async (own: Settings['rules']) => {
  const { fixture } = await objectFixture({ ...USERS, restage: { rules: own } })
  if (fixture === undefined) throw new Error('no fixture')
  return fixture
}

others('added rules outlive a reload, those of the settings follow the file', async () => {
  const server = await start(await read(OWN), { port: 0, rules: OWN })
  const { url } = server
  try {
    await within(
      20_000,
      'the test',
      (async () => {
        await send('POST', `${url}/-/rules`, { when: 'GET /users', times: 2, then: { status: 503 } })
        assert.is(await status(`${url}/users`), 503)
        const other = [{ when: 'GET /other', then: { status: 500 } }]
        await server.replace(await read(other), { port: 0, rules: other, latency: 1 })
        assert.equal(
          (await listed(url)).map(({ handle, when, used }) => [handle, when, used]),
          [
            ['added-1', 'GET /users', 1],
            ['1', 'GET /other', 0],
          ],
        )
        assert.is(await status(`${url}/users`), 503)
        assert.is(await status(`${url}/users`), 200)
        assert.is(await status(`${url}/other`), 500)
      })(),
    )
  } finally {
    await within(10_000, 'closing', server.close())
  }
})

others('after and for count from when a rule was added', () =>
  withServer(USERS, {}, async ({ url, clock }) => {
    clock.freeze()
    clock.advance('1h')
    await send('POST', `${url}/-/rules`, { ...DOWN, after: '5s', for: '10s' })
    const statuses = [await status(`${url}/user/bob`)]
    for (const span of ['5s', '10s']) {
      clock.advance(span)
      statuses.push(await status(`${url}/user/bob`))
    }
    assert.equal(statuses, [200, 503, 200])
  }),
)

others('control: false: /-/rules is not there, and without rules nothing stands before an answer', async () => {
  const off = await assembled({ control: false })
  assert.is((await off.ask('GET /-/rules')).status, 404)
  const { families, service } = off.app
  const context = {
    families,
    service,
    host: 'localhost',
    keep: keeper(),
    shared: keeper(),
    assets: async () => undefined,
    over,
  }
  assert.equal(rules.open([], { ...context, controlled: false }), {})
  assert.type(rules.open([], { ...context, controlled: true }).middleware, 'function')
  const ruled = await assembled({ control: false, rules: OWN })
  assert.is((await ruled.ask('GET /user/alice')).status, 410)
  assert.is((await ruled.ask('GET /-/rules')).status, 404)
})

others.run()
