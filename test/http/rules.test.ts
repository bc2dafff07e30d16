/** Rules through a socket: what a client that tries again makes of them, stubs, delays, and a server that is stopped meanwhile. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import ky from 'ky'
import { configure } from '../../src/config.js'
import type { Settings } from '../../src/grammar.js'
import { listen } from '../../src/server/listen.js'
import type { Exchanged } from '../../src/server/observer.js'
import type { WaitingRoom } from '../../src/wire/waiting.js'
import { assembled } from '../assembled.js'
import { ask, send, USERS, within, withServer } from '../harness.js'

const tests = suite('rules, seen by clients')

tests('PUT fails twice with Retry-After, ky tries again, the third time it is done, and once only', () =>
  withServer(
    USERS,
    { rules: [{ when: 'PUT /user/:name', times: 2, then: { status: 503, headers: { 'Retry-After': '1' } } }] },
    async ({ url }) => {
      const waited: number[] = []
      const begin = performance.now()
      const answer = await ky.put(`${url}/user/alice`, {
        json: { name: 'Tried again' },
        retry: { limit: 3, methods: ['put'], backoffLimit: 1, maxRetryAfter: 5000 },
        hooks: { beforeRetry: [() => void waited.push(performance.now() - begin)] },
      })
      assert.is(answer.status, 200)
      assert.is(waited.length, 2)
      // A second each, as it was told; left to itself, ky would not have waited at all.
      assert.ok((waited[1] ?? 0) >= 1900, String(waited))
      assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Tried again')
    },
  ),
)

tests('503 never touches data, whatever the method', () =>
  withServer(USERS, { rules: [{ when: '* /user/*', then: { status: 503 } }] }, async ({ url }) => {
    const before = (await ask(`${url}/users`)).text
    for (const method of ['PUT', 'POST', 'PATCH', 'DELETE'])
      for (const name of ['alice', 'carol'])
        assert.is((await send(method, `${url}/user/${name}`, { name: 'Changed' })).status, 503)
    assert.is((await ask(`${url}/users`)).text, before)
  }),
)

const STUBS: Settings = {
  cors: ['https://app.example'],
  rules: [
    { when: 'GET /weather', then: { body: { city: 'Paris', sky: ['blue'] } } },
    { when: 'GET /weather/text', then: { status: 418, body: 'short\n', headers: { 'X-Kind': 'pot' } } },
    { when: 'GET /page', then: { body: '<p>Hello', headers: { 'content-type': 'text/html' } } },
    { when: 'POST /orders', with: { body: { total: 7 } }, then: { status: 201, headers: { location: '/orders/1' } } },
    { when: 'GET /gone/**', then: { status: 410 } },
  ],
}

for (const [method, path, status, type, text] of [
  ['GET', '/weather', 200, 'application/json', '{\n  "city": "Paris",\n  "sky": [\n    "blue"\n  ]\n}\n'],
  ['HEAD', '/weather', 200, 'application/json', ''],
  ['POST', '/weather', 404, 'application/problem+json', undefined],
  ['GET', '/weather/text', 418, 'text/plain; charset=utf-8', 'short\n'],
  ['GET', '/page', 200, 'text/html', '<p>Hello'],
  ['GET', '/gone/a/b', 410, 'application/problem+json', undefined],
] as const)
  tests(`${method} ${path}, which is no resource: ${status}`, () =>
    withServer(USERS, STUBS, async ({ url }) => {
      const origin = 'https://app.example'
      const answer = await ask(url + path, { method, headers: { origin } })
      assert.is(answer.status, status)
      assert.is(answer.headers.get('content-type'), type)
      if (text !== undefined) assert.is(answer.text, text)
      // A page may read what a rule says as it may read everything else.
      assert.is(answer.headers.get('access-control-allow-origin'), origin)
    }),
  )

tests('POST /orders, by what is in it', () =>
  withServer(USERS, STUBS, async ({ url }) => {
    const made = await send('POST', `${url}/orders`, { total: 7, items: [] })
    assert.is(made.status, 201)
    assert.is(made.headers.get('location'), '/orders/1')
    assert.is((await send('POST', `${url}/orders`, { total: 8 })).status, 404)
  }),
)

tests('pass: the real answer, changed; with a fault it is done, and the client does not get to know', () =>
  withServer(
    USERS,
    {
      rules: [
        { when: 'GET /user/alice', then: { pass: true, headers: { 'Cache-Control': 'max-age=1', 'X-A': 1 } } },
        { when: 'POST /user/*', times: 1, then: { pass: true, fault: 'reset' } },
        { when: 'DELETE /user/*', then: { fault: 'empty' } },
      ],
    },
    async ({ url }) => {
      const answer = await ask(`${url}/user/alice`)
      assert.is(answer.json()['name'], 'Alice Liddell')
      assert.is(answer.headers.get('cache-control'), 'max-age=1')
      assert.is(answer.headers.get('x-a'), '1')
      const lost = await send('POST', `${url}/user/carol`, { name: 'Carol' }).catch(() => 'no answer')
      assert.is(lost, 'no answer')
      assert.is((await send('POST', `${url}/user/carol`, { name: 'Carol' })).status, 409)
      assert.is(await ask(`${url}/user/bob`, { method: 'DELETE' }).catch(() => 'no answer'), 'no answer')
      assert.is((await ask(`${url}/user/bob`)).status, 200)
    },
  ),
)

/** A server whose log and waiting room the test can look into. */
const inside = async (
  settings: Settings,
  use: (seen: { url: string; log: Exchanged[]; held: () => number; close: () => Promise<void> }) => Promise<void>,
) => {
  const { app, platform } = await assembled({ port: 0, ...settings })
  const log: Exchanged[] = []
  const server = await listen(app, { exchanged: exchange => void log.push(exchange) })
  const room = platform.keep('waiting room', (): WaitingRoom | undefined => undefined)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= server.close())
  try {
    await within(15_000, 'the test', use({ url: server.url, log, held: () => room?.held ?? 0, close }))
  } finally {
    await within(10_000, 'closing', close())
  }
}

const until = async (what: string, holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1000; tries++) {
    if (holds()) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`never: ${what}`)
}

tests('a client that leaves while it waits is not held any more, and nothing is done for it', () =>
  inside({}, async ({ url, log, held }) => {
    const controller = new AbortController()
    const left = fetch(`${url}/user/alice?_wait=50`, { method: 'DELETE', signal: controller.signal }).catch(
      (error: unknown) => (error as Error).name,
    )
    await until('a request is held', () => held() === 1)
    controller.abort()
    assert.is(await left, 'AbortError')
    await until('nobody is held', () => held() === 0)
    await until('it is in the log', () => log.length === 1)
    assert.is(log[0]?.status, 499)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
  }),
)

tests('stopped while somebody waits: they are answered, and the server is gone', () =>
  inside({ latency: '60s' }, async ({ url, held, close }) => {
    const waiting = ask(`${url}/user/alice`)
    await until('a request is held', () => held() === 1)
    await close()
    const { status, headers } = await waiting
    assert.is(status, 200)
    // Nothing more comes on that connection, so that nobody has to wait for it to become idle.
    assert.is(headers.get('connection'), 'close')
    assert.is(await ask(url).catch(() => 'gone'), 'gone')
  }),
)

tests('the log says who decided', () =>
  inside(
    {
      chaos: { share: '100%', statuses: [500] },
      rules: [{ when: 'GET /users', then: { status: 503, wait: 5 } }],
    },
    async ({ url, log }) => {
      const note = async (path: string, headers: Record<string, string> = {}) => {
        const before = log.length
        await ask(url + path, { headers }).catch(() => undefined)
        await until('it is in the log', () => log.length > before)
        return `${log.at(-1)?.status} ${log.at(-1)?.note}`
      }
      assert.is(await note('/user/alice', { prefer: 'code=404, wait=0.005' }), '404 404 by Prefer (delayed 5 ms)')
      assert.is(await note('/user/alice?_fault=reset'), '0 reset by query')
      assert.is(await note('/user/alice'), '500 500 by chaos')
    },
  ),
)

tests('a rule is named in the log', () =>
  inside({ rules: [{ when: 'GET /users', then: { status: 503, wait: 5 } }] }, async ({ url, log }) => {
    await ask(`${url}/users`)
    await until('it is in the log', () => log.length > 0)
    assert.is(log[0]?.note, 'rule 1, GET /users (delayed 5 ms)')
  }),
)

/** What becomes of the same requests under a seed. */
const run = async (seed: number) => {
  const statuses: number[] = []
  await withServer(USERS, { seed, chaos: '40%' }, async ({ url }) => {
    for (let index = 0; index < 25; index++) statuses.push((await ask(`${url}/user/alice`)).status)
  })
  return statuses.join(' ')
}

tests('seeds through a socket: the same run twice', async () => {
  assert.is(configure({ seed: 7 }).seed, 7)
  const first = await run(7)
  assert.is(await run(7), first)
  assert.is.not(await run(8), first)
  assert.match(first, /200/)
})

tests.run()
