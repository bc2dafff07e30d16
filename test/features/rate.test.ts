/** The quota of each client: who counts as one, what every answer says, and what a change of the settings leaves. */

import * as assert from 'uvu/assert'
import { suite } from 'uvu'
import { assemble, type App } from '../../src/app.js'
import { configure } from '../../src/config.js'
import type { Family } from '../../src/core/family.js'
import { responseHeader, type HttpRequest } from '../../src/wire/message.js'
import type { Login } from '../../src/wire/service.js'
import { exactly } from '../../src/wire/resource.js'
import { testClock } from '../clock.js'
import { platformOf, type PlatformParts } from '../platform.js'

const tests = suite('the quota of each client')

const book: Family = { singular: 'book', plural: 'books', key: 'isbn', secrets: [], schema: { type: 'object' } }

const appWith = (rate: string | boolean, parts: PlatformParts = {}): App =>
  assemble(configure({ limits: { rate } }), [book], platformOf(parts))

interface Asked {
  readonly path?: string
  readonly client?: string
  readonly headers?: HttpRequest['headers']
}

/** The status and the two fields, in short. */
const ask = async (app: App, { path = '/books', client = '192.0.2.1', headers = {} }: Asked = {}) => {
  const response = await app.handle({
    method: 'GET',
    path,
    query: '',
    headers: { host: 'localhost', ...headers },
    content: { present: false, read: async () => new Uint8Array() },
    client,
    resource: app.resources.find(resource => resource.parameter === undefined && exactly(resource, path)),
  })
  const [, remaining, reset] = /^"default";r=(\d+);t=(\d+)$/.exec(responseHeader(response, 'RateLimit') ?? '') ?? []
  return { status: response.status, response, said: `${response.status} ${remaining ?? '-'} ${reset ?? '-'}` }
}

tests('what is left is told with every answer, until the window is over', async () => {
  const clock = testClock()
  const app = appWith('2/10s', { clock })
  const said = []
  for (const pause of [0, 2500, 0, 7499, 1, 0, 0]) {
    clock.advance(pause)
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
    said.push((await ask(app)).said)
  }
  assert.equal(said, ['200 1 10', '200 0 8', '429 0 8', '429 0 1', '200 1 10', '200 0 10', '429 0 10'])
})

tests('429 says when to come back and which policy it was', async () => {
  const app = appWith('1/1m', { clock: testClock() })
  await ask(app)
  const { status, response } = await ask(app)
  assert.is(status, 429)
  assert.is(responseHeader(response, 'Retry-After'), '60')
  assert.is(responseHeader(response, 'RateLimit-Policy'), '"default";q=1;w=60')
  const problem = JSON.parse(new TextDecoder().decode(response.body)) as Record<string, unknown>
  assert.is(problem['type'], 'https://iana.org/assignments/http-problem-types#quota-exceeded')
  assert.equal(problem['violated-policies'], ['default'])
})

for (const [title, first, second, same] of [
  ['two addresses', '192.0.2.1', '192.0.2.2', false],
  ['an address and the same mapped into IPv6', '192.0.2.1', '::ffff:192.0.2.1', true],
  ['two addresses mapped into IPv6', '::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['two addresses of one /64', '2001:db8:0:1::1', '2001:db8:0:1:ffff::2', true],
  ['addresses of two /64', '2001:db8:0:1::1', '2001:db8:0:2::1', false],
] as const)
  tests(`${title} are ${same ? 'one client' : 'two clients'}`, async () => {
    const app = appWith('1/1m', { clock: testClock() })
    assert.is((await ask(app, { client: first })).status, 200)
    assert.is((await ask(app, { client: second })).status, same ? 429 : 200)
  })

tests('whoever says that it comes from elsewhere is not believed', async () => {
  const app = appWith('1/1m', { clock: testClock() })
  await ask(app)
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'x-client-ip'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
    assert.is((await ask(app, { headers: { [name]: '203.0.113.9' } })).status, 429, name)
})

const login = ({ headers: { cookie } }: HttpRequest): Login | undefined =>
  typeof cookie === 'string' ? { key: 'x', handle: cookie } : undefined

tests('whoever is logged in has a quota of their own, wherever they are', async () => {
  const app = appWith('1/1m', { clock: testClock() })
  Object.assign(app.service.late, { login })
  const statuses = []
  for (const [client, cookie] of [
    ['192.0.2.1', undefined],
    ['192.0.2.1', 'a'],
    ['192.0.2.1', 'b'],
    ['192.0.2.9', 'a'],
    ['192.0.2.1', undefined],
    // A handle that looks like an address is none.
    ['192.0.2.1', '192.0.2.1'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
    statuses.push((await ask(app, { client, ...(cookie !== undefined && { headers: { cookie } }) })).status)
  assert.equal(statuses, [200, 200, 200, 429, 429, 200])
})

tests('what explains a 429 costs nothing, and there is no quota for what is not there', async () => {
  const app = appWith('1/1m', { clock: testClock() })
  await ask(app)
  for (const [path, status] of [
    ['/-/problems', 200],
    ['/-/problems/quota-exceeded', 200],
    ['/nothing/here', 404],
    ['/books', 429],
    ['/', 429],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
    const answer = await ask(app, { path })
    assert.is(answer.status, status, path)
    assert.is(responseHeader(answer.response, 'RateLimit-Policy') !== undefined, status === 429, path)
  }
})

tests('a server that takes over goes on counting, by its own quota', async () => {
  const clock = testClock()
  const { keep } = platformOf()
  const before = appWith('2/1m', { clock, keep })
  assert.is((await ask(before)).said, '200 1 60')
  assert.is((await ask(before)).said, '200 0 60')
  before.close()
  assert.is((await ask(appWith('2/1m', { clock, keep }))).said, '429 0 60')
  assert.is((await ask(appWith('4/1m', { clock, keep }))).said, '200 1 60')
  assert.is((await ask(appWith(false, { clock, keep }))).said, '200 - -')
})

tests('10,001 clients: the first is forgotten, the others are not', async () => {
  const app = appWith('1/1m', { clock: testClock() })
  for (let index = 0; index <= 10_000; index++)
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
    await ask(app, { client: `10.0.${index >> 8}.${index & 255}` })
  assert.is((await ask(app, { client: '10.0.0.5' })).status, 429)
  assert.is((await ask(app, { client: '10.0.39.16' })).status, 429)
  assert.is((await ask(app, { client: '10.0.0.0' })).status, 200)
})

tests('true is 100 in a minute', async () => {
  const { response } = await ask(appWith(true, { clock: testClock() }))
  assert.is(responseHeader(response, 'RateLimit-Policy'), '"default";q=100;w=60')
})

tests.run()
