/** Settings switched while they are served: each verb, what is refused, in force at once, kept over reloads, and undone. */

// oxlint-disable no-await-in-loop -- one thing after the other

import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objectFixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/index.js'
import { start, type Started } from '../../src/server/start.js'
import { withFolder } from '../cli/program.js'
import { withFeeds } from '../feed.js'
import { ask, send, served, USERS, within, withServer } from '../harness.js'

const on = served('settings that are switched')

const OFF = { latency: false, chaos: false, rate: false, legacy: false, switched: [] }
const OLD = '/user/get?username=alice'
const OFFLINE = { chaos: { share: '100%', faults: ['reset'] } }

const settings = async (url: string) => (await ask(`${url}/-/settings`)).json()
const patch = (url: string, change: unknown, headers: Record<string, string> = {}) =>
  send('PATCH', `${url}/-/settings`, change, headers)
const patched = async (url: string, change: unknown) => {
  const answer = await patch(url, change)
  assert.is(answer.status, 200, answer.text)
  return answer.json()
}
const status = async (url: string, headers: Record<string, string> = {}) => (await ask(url, { headers })).status

const SHOWN: readonly (readonly [title: string, Settings, object])[] = [
  ['nothing', {}, {}],
  ['values', { latency: '1ms', chaos: '0%', legacy: { envelope: true } }, { latency: '1ms', chaos: '0%' }],
  ['on', { latency: true, chaos: true, legacy: true }, { latency: '200ms', chaos: '10%', legacy: true }],
  ['off', { latency: false, limits: { rate: false } }, {}],
  ['a quota', { limits: { rate: '9/s' } }, { rate: '9/s' }],
]
for (const [title, started, shown] of SHOWN)
  on.test(`GET /-/settings, started with ${title}: as it is in force, nothing switched`, () =>
    withServer(USERS, started, async ({ url }) => {
      const { legacy } = { ...OFF, ...shown, ...('envelope' in Object(started.legacy) && { legacy: started.legacy }) }
      assert.equal(await settings(url), { ...OFF, ...shown, legacy })
    }),
  )

on.test('PATCH legacy true, false, null: the very next request meets it', async ({ url }) => {
  for (const [value, found, switched] of [
    [true, 200, ['legacy']],
    [false, 404, ['legacy']],
    [{ envelope: true }, 200, ['legacy']],
    [null, 404, []],
  ] as const) {
    const answer = await patched(url, { legacy: value })
    assert.equal(answer, { ...OFF, legacy: value ?? false, switched: [...switched] })
    assert.is(await status(url + OLD), found)
    assert.equal(await settings(url), answer)
  }
})

on.test('PATCH latency and rate at one go: both are in force, and DELETE gives both back', async ({ url }) => {
  const answer = await patched(url, { latency: '80ms', rate: '1/1h' })
  assert.equal(answer, { ...OFF, latency: '80ms', rate: '1/1h', switched: ['latency', 'rate'] })
  const began = performance.now()
  assert.is(await status(`${url}/users`), 200)
  assert.ok(performance.now() - began >= 75)
  assert.is(await status(`${url}/users`), 429)
  assert.is((await ask(`${url}/-/settings`, { method: 'DELETE' })).status, 204)
  assert.equal(await settings(url), OFF)
  assert.is(await status(`${url}/users`), 200)
})

on.test('started with values: off, on as started, another, null gives them back', () =>
  withServer(USERS, { latency: '2ms', limits: { rate: '9000/1h' } }, async ({ url }) => {
    for (const [latency, rate, shown] of [
      [false, false, [false, false]],
      [true, true, ['2ms', '9000/1h']],
      [3, '8/s', [3, '8/s']],
      [true, null, ['2ms', '9000/1h']],
    ] as const) {
      const answer = await patched(url, { latency, rate })
      assert.equal([answer['latency'], answer['rate']], [...shown])
    }
    assert.equal((await settings(url))['switched'], ['latency'])
    assert.equal((await patched(url, { latency: null }))['switched'], [])
  }),
)

on.test('PATCH of a part: a merge patch of what is in force (RFC 7396)', () =>
  withServer(USERS, { chaos: { share: '0%', statuses: [500, 503] } }, async ({ url }) => {
    const change = { chaos: { faults: ['reset'], statuses: null } }
    assert.equal((await patched(url, change))['chaos'], { share: '0%', faults: ['reset'] })
    assert.equal((await patched(url, { chaos: null }))['chaos'], { share: '0%', statuses: [500, 503] })
  }),
)

on.test('what GET gave can be sent again, and nothing at all changes nothing', async ({ url }) => {
  assert.equal(await patched(url, {}), OFF)
  assert.is((await patch(url, await settings(url))).status, 200)
})

on.test('offline: every request is reset, below /-/ all is answered; and back', async ({ url }) => {
  await patched(url, OFFLINE)
  for (const [method, path] of [
    ['GET', '/users'],
    ['PUT', '/user/alice'],
    ['DELETE', '/user/bob'],
    ['GET', '/nothing'],
    ['OPTIONS', '/users'],
  ] as const) {
    const error = await ask(url + path, { method }).catch((reason: unknown) => reason as Error)
    assert.instance(error, Error, `${method} ${path}`)
  }
  for (const path of ['settings', 'requests', 'state', 'problems']) assert.is(await status(`${url}/-/${path}`), 200)
  assert.equal(await patched(url, { chaos: null }), OFF)
  assert.is(await status(`${url}/user/bob`), 200)
})

const REFUSED: readonly (readonly [title: string, change: unknown, pointer: string, detail: RegExp])[] = [
  ['a list', [], '#', /are an object, as in/],
  ['a word', 'fast', '#', /are an object/],
  ['null', null, '#', /are an object/],
  ['a misspelt name', { latncy: '1ms' }, '#/latncy', /no setting "latncy".*Did you mean "latency"\?$/],
  ['a misspelt name and null', { legcy: null }, '#/legcy', /Did you mean "legacy"\?$/],
  [
    'what cannot be switched',
    { port: 5000 },
    '#/port',
    /^The setting port cannot be switched .* rate and legacy can\.$/,
  ],
  ['the same and null', { limits: null }, '#/limits', /^The setting limits cannot be switched/],
  ['a name of every object', { constructor: 1 }, '#/constructor', /no setting "constructor"/],
  ['an impossible value', { latency: 'slow' }, '#/latency', /^"slow" is nothing that latency can be: /],
  ['a range that is none', { latency: '9ms..1ms' }, '#/latency', /^9 ms is more than 1 ms/],
  ['more than everything', { chaos: '150%' }, '#/chaos', /^"150%" is nothing that chaos can be: /],
  ['an unknown fault', { chaos: { faults: ['rest'] } }, '#/chaos/faults', /a list of reset/],
  ['a misspelt part', { chaos: { shaer: '1%' } }, '#/chaos/shaer', /Did you mean "share"\?$/],
  ['a quota that is none', { rate: 'often' }, '#/rate', /^"often" is nothing that rate can be: /],
  ['a date that is none', { legacy: { sunset: 'soon' } }, '#/legacy/sunset', /a date/],
]
for (const [title, change, pointer, detail] of REFUSED)
  on.test(`PATCH with ${title}: 422 at ${pointer}, nothing changed`, async ({ url }) => {
    const before = await settings(url)
    const whole =
      typeof change === 'object' && change !== null && !Array.isArray(change) ? { legacy: true, ...change } : change
    const answer = await patch(url, whole)
    assert.is(answer.status, 422)
    const errors = answer.json()['errors'] as { pointer: string; detail: string }[]
    assert.is(errors.length, 1)
    assert.is(errors[0]?.pointer, pointer)
    assert.match(errors[0]?.detail ?? '', detail)
    assert.equal(await settings(url), before)
    assert.is(await status(url + OLD), 404)
  })

on.test('PATCH with several faults: each is told', async ({ url }) => {
  const { errors } = (await patch(url, { port: 1, latency: 'x', chaso: true })).json() as {
    errors: { pointer: string }[]
  }
  assert.equal(
    errors.map(({ pointer }) => pointer),
    ['#/port', '#/latency', '#/chaso'],
  )
})

const CHANGE = JSON.stringify({ legacy: true })
const SENT: readonly (readonly [title: string, expected: number, headers: Record<string, string>, body?: string])[] = [
  ['a merge patch', 200, { 'content-type': 'application/merge-patch+json' }, CHANGE],
  ['JSON', 200, { 'content-type': 'application/json; charset=utf-8' }, CHANGE],
  ['a JSON Patch', 415, { 'content-type': 'application/json-patch+json' }, '[]'],
  ['YAML', 415, { 'content-type': 'application/yaml' }, 'legacy: true'],
  ['no type', 415, { 'content-type': '' }, CHANGE],
  ['broken JSON', 400, { 'content-type': 'application/json' }, '{"legacy"'],
  ['a poisonous name', 400, { 'content-type': 'application/json' }, '{"legacy": true, "__proto__": {}}'],
  ['no content', 400, { 'content-type': 'application/json' }],
  ['an answer that cannot be written', 406, { 'content-type': 'application/json', accept: 'image/png' }, CHANGE],
  ['an idea of other settings', 412, { 'content-type': 'application/json', 'if-match': '"other"' }, CHANGE],
  ['a foreign origin', 403, { 'content-type': 'application/json', origin: 'http://evil.test' }, CHANGE],
]
for (const [title, expected, headers, body] of SENT)
  on.test(`PATCH with ${title}: ${expected}`, async ({ url }) => {
    const answer = await ask(`${url}/-/settings`, { method: 'PATCH', headers, ...(body !== undefined && { body }) })
    assert.is(answer.status, expected, answer.text)
    assert.is(await status(url + OLD), expected === 200 ? 200 : 404)
    if (expected === 415)
      assert.is(answer.headers.get('accept-patch'), 'application/merge-patch+json, application/json')
  })

on.test('GET is conditional and negotiated; OPTIONS says what PATCH takes', async ({ url }) => {
  const { headers } = await ask(`${url}/-/settings`)
  const tag = headers.get('etag') ?? ''
  assert.is(await status(`${url}/-/settings`, { 'if-none-match': tag }), 304)
  assert.is((await patch(url, { legacy: true }, { 'if-match': tag })).status, 200)
  assert.is((await patch(url, { legacy: false }, { 'if-match': tag })).status, 412)
  for (const accept of ['application/yaml', 'application/xml', 'text/html'])
    assert.match((await ask(`${url}/-/settings`, { headers: { accept } })).headers.get('content-type') ?? '', accept)
  const options = await ask(`${url}/-/settings`, { method: 'OPTIONS' })
  assert.is(options.headers.get('allow'), 'GET, HEAD, PATCH, DELETE, OPTIONS')
  assert.is(options.headers.get('accept-patch'), 'application/merge-patch+json, application/json')
})

on.test('DELETE with If-Match: 412 for other settings than these, 204 for these', async ({ url }) => {
  const { headers } = await patch(url, { legacy: true })
  const reset = (tag: string) => ask(`${url}/-/settings`, { method: 'DELETE', headers: { 'if-match': tag } })
  assert.is((await reset('"other"')).status, 412)
  assert.is(await status(url + OLD), 200)
  assert.is((await reset(headers.get('etag') ?? '')).status, 204)
  assert.is(await status(url + OLD), 404)
})

for (const accept of ['application/yaml', 'text/html'])
  on.test(`PATCH in JSON with the validator of ${accept}: 200`, async ({ url }) => {
    const { headers } = await ask(`${url}/-/settings`, { headers: { accept } })
    assert.is((await patch(url, { legacy: true }, { 'if-match': headers.get('etag') ?? '' })).status, 200)
  })

on.test('PATCH with If-Match whose content comes late: 412 when somebody was faster', async ({ url }) => {
  const tag = (await ask(`${url}/-/settings`)).headers.get('etag') ?? ''
  const length = CHANGE.length
  const headers = { 'content-type': 'application/json', 'content-length': length, 'if-match': tag }
  const late = request(`${url}/-/settings`, { method: 'PATCH', headers, agent: false })
  const answered = once(late, 'response') as Promise<[IncomingMessage]>
  late.write(CHANGE.slice(0, 1))
  await sleep(100)
  assert.is((await patch(url, { latency: 1 }, { 'if-match': tag })).status, 200)
  late.end(CHANGE.slice(1))
  const [answer] = await within(5000, 'the answer', answered)
  answer.resume()
  assert.is(answer.statusCode, 412)
  assert.equal((await settings(url))['switched'], ['latency'])
})

on.test('with a base: there, and where it always is', () =>
  withServer(USERS, { base: '/api' }, async ({ url, port }) => {
    await patched(url, { legacy: true })
    assert.equal(await settings(`http://localhost:${port}`), { ...OFF, legacy: true, switched: ['legacy'] })
    assert.is(await status(url + OLD), 200)
  }),
)

on.test('with a token: 401 without it; control: false: 404', async () => {
  await withServer(USERS, { control: { token: 'open-sesame' } }, async ({ url }) => {
    assert.is((await patch(url, { legacy: true })).status, 401)
    assert.is(await status(url + OLD), 404)
    assert.is((await patch(url, { legacy: true }, { authorization: 'Bearer open-sesame' })).status, 200)
  })
  await withServer(USERS, { control: false }, async ({ url }) => {
    assert.is((await patch(url, { legacy: true })).status, 404)
  })
})

on.test('many PATCHes and requests at once: each answer shows its own change, none is lost', async ({ url }) => {
  const changes = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? { rate: `${index + 900}/1s` } : { latency: index },
  )
  const [answers, reads] = await Promise.all([
    Promise.all(changes.map(change => patched(url, change))),
    Promise.all(changes.map(() => status(`${url}/users`))),
  ])
  for (const [index, change] of changes.entries())
    for (const [name, value] of Object.entries(change)) assert.is(answers[index]?.[name], value)
  assert.equal(new Set(reads), new Set([200]))
  assert.equal((await settings(url))['switched'], ['latency', 'rate'])
})

on.test(
  'records, sessions and counted calls stay; from a sandbox it is the one server that is switched',
  async ({ url }) => {
    const inside = { 'restage-sandbox': 'a' }
    await ask(`${url}/user/alice`, { method: 'DELETE', headers: inside })
    assert.is((await patch(url, { legacy: true }, inside)).status, 200)
    assert.is(await status(`${url}/user/alice`, inside), 404)
    assert.is(await status(url + OLD), 200)
    assert.is(await status(`${url}/user/get?username=bob`, inside), 200)
    assert.equal((await settings(url))['switched'], ['legacy'])
    assert.is((await ask(`${url}/-/settings`, { method: 'DELETE', headers: inside })).status, 204)
    assert.is(await status(url + OLD), 404)
  },
)

on.test('a request that waits for its delayed answer gets it when latency goes off', async ({ url }) => {
  await patched(url, { latency: '9s' })
  const began = performance.now()
  const waiting = status(`${url}/users`)
  await sleep(100)
  await patched(url, { latency: false })
  assert.is(await waiting, 200)
  assert.ok(performance.now() - began < 5000)
})

for (const headers of [{}, { 'restage-sandbox': 'a' }] as Record<string, string>[])
  on.test(`the journal followed with ${JSON.stringify(headers)}: goes on over every switch`, ({ url }) =>
    withFeeds(async open => {
      const feed = await open(`${url}/-/requests`, headers)
      for (const [index, change] of [{ latency: 1 }, OFFLINE, { chaos: null }, { legacy: true }].entries()) {
        await patched(url, change)
        await ask(`${url}/user/alice`, { headers }).catch(() => undefined)
        await feed.count(index + 1)
      }
      assert.equal(
        feed.events.map(({ id }) => id),
        ['1', '2', '3', '4'],
      )
    }),
  )

const reloaded = suite('settings that are switched, and a reload')

const replacing = async (
  use: (server: Started, replace: (settings: Settings) => ReturnType<Started['replace']>) => Promise<void>,
  first: Settings = {},
): Promise<void> => {
  const { fixture } = await objectFixture(USERS)
  if (fixture === undefined) throw new Error('the fixture of the test is broken')
  const server = await start(fixture, { port: 0, ...first })
  try {
    await within(
      20_000,
      'the test',
      use(server, next => server.replace(fixture, { port: 0, ...next })),
    )
  } finally {
    await within(10_000, 'closing', server.close())
  }
}

reloaded('what is switched stays, and null gives back what the file says now', () =>
  replacing(async ({ url, switches }, replace) => {
    await patched(url, { latency: 3, legacy: false })
    await replace({ latency: '9ms', legacy: true, chaos: '0%' })
    assert.equal(await settings(url), { ...OFF, latency: 3, chaos: '0%', switched: ['latency', 'legacy'] })
    assert.is(await status(url + OLD), 404)
    // The keys and HTTP are one.
    assert.not(await switches.toggle('latency'))
    assert.is((await settings(url))['latency'], false)
    assert.equal(await patched(url, { latency: null, legacy: null }), {
      ...OFF,
      latency: '9ms',
      chaos: '0%',
      legacy: true,
    })
  }),
)

reloaded('a folder of files that is gone: 409, and nothing is switched', () =>
  withFolder({ 'site/page.html': '' }, folder =>
    replacing(
      async ({ url }) => {
        await rm(`${folder}/site`, { recursive: true })
        const answer = await patch(url, { legacy: true })
        assert.is(answer.status, 409)
        assert.match(answer.text, /does not exist/)
        assert.equal(await settings(url), OFF)
        assert.is(await status(url + OLD), 404)
      },
      { static: `${folder}/site` },
    ),
  ),
)

on.run()
reloaded.run()
