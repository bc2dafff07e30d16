/** What goes wrong inside: the client learns that it did and nothing more, the log learns all of it, and the server goes on. */

import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { assemble } from '../../src/app.js'
import { configure } from '../../src/config.js'
import { memoryStore, ABSENT, type Store } from '../../src/core/store.js'
import { objectFixture } from '../../src/fixtures.js'
import { logLine } from '../../src/cli/access-log.js'
import { listen } from '../../src/server/listen.js'
import type { Exchanged } from '../../src/server/observer.js'
import { crowdOf } from '../../src/server/crowd.js'
import { receiversOf } from '../../src/server/receivers.js'
import { Chalk } from 'chalk'
import { ask, USERS, within } from '../harness.js'
import { platformOf } from '../platform.js'
import { answersIn, checkProblem, HOST, LAST, speak } from './speak.js'

const tests = suite('what goes wrong inside')

interface Inside {
  readonly port: number
  readonly url: string
  readonly told: unknown[]
  readonly log: Exchanged[]
}

/** A server over a store that the test has made its own. */
const withStore = async (change: (store: Store) => Partial<Store>, use: (inside: Inside) => Promise<void>) => {
  const { fixture } = await objectFixture(USERS)
  assert.ok(fixture !== undefined)
  const store = memoryStore(Date.now)
  for (const { family, records } of fixture.collections)
    for (const { key, fields } of records) void store.put(family.singular, key, fields, ABSENT)
  const families = fixture.collections.map(({ family }) => family)
  const settings = configure({ port: 0, limits: { requestTimeout: '1s', headersTimeout: '1s' } })
  let count = 0
  const platform = platformOf({ store: { ...store, ...change(store) }, digest: () => `digest-${++count}` })
  const app = assemble(settings, families, platform)
  const told: unknown[] = []
  const log: Exchanged[] = []
  const observer = {
    failed: (error: unknown) => void told.push(error),
    exchanged: (one: Exchanged) => void log.push(one),
  }
  const server = await listen(app, observer)
  try {
    await within(15_000, 'the test', use({ port: server.port, url: server.url, told, log }))
  } finally {
    await within(5000, 'closing', server.close())
  }
}

const get = (name: string) => `GET /user/${name} HTTP/1.1\r\n${HOST}\r\n`

const SECRET = 'the word of the inside'
const boom = () => {
  throw new Error(SECRET)
}
const crash = () => Promise.reject(Object.assign(new Error(SECRET), { code: 'ENOENT', status: 418 }))
const odd = () => {
  // oxlint-disable-next-line no-throw-literal -- what a library may do
  throw undefined
}

for (const [title, broken] of [
  ['throws', () => ({ get: boom, list: boom, page: boom, put: boom, remove: boom })],
  ['rejects', () => ({ get: crash, list: crash, page: crash, put: crash, remove: crash })],
  ['throws nothing at all', () => ({ get: odd, list: odd, page: odd, put: odd, remove: odd })],
] as const)
  for (const [method, path, fields] of [
    ['GET', '/user/alice', ''],
    ['HEAD', '/user/alice', ''],
    ['GET', '/users', ''],
    ['POST', '/user/carol', ''],
    ['PUT', '/user/alice', 'Content-Type: application/json\r\nContent-Length: 2\r\n'],
    ['DELETE', '/user/alice', ''],
  ] as const)
    tests(`${method} ${path} of a store that ${title}: 500 without a word of the inside`, () =>
      withStore(broken, async ({ port, told, log }) => {
        const last = `OPTIONS * HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`
        const content = fields === '' ? '' : '{}'
        const text = await speak(port, `${method} ${path} HTTP/1.1\r\n${HOST}${fields}\r\n${content}${last}`)
        const [answer, next] = answersIn(text, [method])
        checkProblem(answer, 'internal', method)
        assert.not.match(text, /word|inside of|ENOENT|Error:/)
        assert.is(told.length, 1)
        assert.is(next?.status, 204, 'the connection goes on')
        assert.is(log[0]?.status, 500)
      }),
    )

tests('a store that takes its time: answers in order, and noise behind them waits', () =>
  withStore(
    store => ({
      get: async (family, key) => {
        await new Promise(done => setTimeout(done, key === 'alice' ? 150 : 10))
        return store.get(family, key)
      },
    }),
    async ({ port }) => {
      const answers = answersIn(await speak(port, `${get('alice')}${get('nobody')}${get('bob')}\0noise`))
      assert.equal(
        answers.map(answer => answer.status),
        [200, 404, 200, 400],
      )
      assert.equal(
        answersIn(await speak(port, get('alice'), { end: true })).map(answer => answer.status),
        [200],
      )
    },
  ),
)

tests('a client that leaves before its answer is no 200 in the log', () =>
  withStore(
    store => ({ get: (family, key) => new Promise(done => setTimeout(() => done(store.get(family, key)), 200)) }),
    async ({ port, log }) => {
      const socket = connect({ port, host: '127.0.0.1' })
      await new Promise<void>(done => socket.write(`GET /user/alice HTTP/1.1\r\n${HOST}\r\n`, () => done()))
      await new Promise(done => setTimeout(done, 50))
      socket.resetAndDestroy()
      for (let waited = 0; log.length === 0 && waited < 5000; waited += 20)
        // oxlint-disable-next-line no-await-in-loop -- waits for what has no event
        await new Promise(done => setTimeout(done, 20))
      assert.equal(
        log.map(({ method, target, status, bytes }) => [method, target, status, bytes]),
        [['GET', '/user/alice', 499, 0]],
      )
    },
  ),
)

for (const [title, bytes, method, target, status] of [
  ['an unknown method', `FOO /a/b?c HTTP/1.1\r\n${HOST}\r\n`, 'FOO', '/a/b?c', 501],
  ['NUL in the target', `GET /user/\0 HTTP/1.1\r\n${HOST}\r\n`, 'GET', '/user/\0', 400],
  ['NUL in a field', `GET /user/x HTTP/1.1\r\n${HOST}X: \0\r\n\r\n`, 'GET', '/user/x', 400],
  ['a colour in the target', `GET /\x1b[31m\x9b31m HTTP/1.1\r\n${HOST}\r\n`, 'GET', '/\x1b[31m\x9b31m', 400],
  ['another version', `HEAD /x HTTP/1.7\r\n${HOST}\r\n`, 'HEAD', '/x', 505],
  ['a target too long', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${HOST}\r\n`, 'GET', `/${'a'.repeat(62)}…`, 414],
  [
    'a content that breaks off',
    `POST /user/x HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    'POST',
    '/user/x',
    400,
  ],
  [
    'a content that looks like a request',
    `POST /user/x HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n/evilzzGET /evil HTTP/1.1\r\n`,
    'POST',
    '/user/x',
    400,
  ],
  ['a tunnel', `CONNECT localhost:1 HTTP/1.1\r\n${HOST}\r\n`, 'CONNECT', 'localhost:1', 501],
  ['noise', '\x16\x03\x01\x02', '-', '-', 400],
] as const)
  tests(`the log names ${title}: ${method} ${status}`, () =>
    withStore(
      () => ({}),
      async ({ port, log }) => {
        const text = await speak(port, bytes)
        assert.is(answersIn(text, [method])[0]?.status, status)
        assert.equal(
          log.map(one => [one.method, one.target, one.status, one.mediaType]),
          [[method, target, status, 'application/problem+json']],
        )
        const [one] = log
        assert.ok(one !== undefined)
        for (const form of ['pretty', 'plain', 'json'] as const)
          // oxlint-disable-next-line no-control-regex -- the very characters that must not be there
          assert.not.match(logLine(form, one, new Date(0), new Chalk({ level: 0 })), /[\0-\x1f\x7f-\x9f]/)
      },
    ),
  )

tests('whatever was sent, no connection stays behind', async () => {
  const { fixture } = await objectFixture(USERS)
  assert.ok(fixture !== undefined)
  const families = fixture.collections.map(({ family }) => family)
  const settings = configure({ limits: { requestTimeout: '1s', headersTimeout: '1s', keepAliveTimeout: '100ms' } })
  const app = assemble(settings, families, platformOf())
  const receivers = receiversOf(app, {}, { crowd: crowdOf(app.config.limits), serveFile: undefined })
  // The same receivers round a server that can be asked for its connections.
  const server: Server = createServer({ requireHostHeader: false, keepAliveTimeout: 100 })
    .on('request', receivers.request)
    .on('connect', receivers.tunnel)
    .on('clientError', receivers.unparsed)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const connections = () => new Promise<number>(done => server.getConnections((_, count) => done(count)))
  try {
    const sockets = [
      '\0',
      'CONNECT x:1 HTTP/1.1\r\n\r\n',
      `GET /#x HTTP/1.1\r\n${HOST}\r\n`,
      LAST,
      `PUT /user/x HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n{}`,
    ].map(bytes => {
      // A client that neither reads on nor closes.
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined)
      socket.write(bytes)
      socket.resume()
      return socket
    })
    let left = -1
    for (let waited = 0; left !== 0 && waited < 8000; waited += 50) {
      // oxlint-disable-next-line no-await-in-loop -- waits for what has no event
      await new Promise(done => setTimeout(done, 50))
      // oxlint-disable-next-line no-await-in-loop -- the same
      left = await connections()
    }
    assert.is(left, 0)
    sockets.forEach(socket => socket.destroy())
    assert.is((await ask(`http://127.0.0.1:${port}/users`)).status, 200)
  } finally {
    server.closeAllConnections()
    await within(5000, 'closing', new Promise<void>(done => server.close(() => done())))
  }
})

tests.run()
