/** Hosts and origins from outside: who is answered, who may read, who may write, and what a browser is told about it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reporting } from './reporting.js'
import { raw, rawStatus, served, withServer, within } from '../harness.js'

interface Said {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** With node:http, because fetch keeps Host and others for itself. */
const tell = (
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  content?: string,
): Promise<Said> =>
  within(
    10_000,
    `${method} ${path}`,
    new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, response => {
        textOf(response).then(
          body => resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body }),
          reject,
        )
      })
      sent.on('error', reject)
      sent.end(content)
    }),
  )

const JSON_TYPE = { 'content-type': 'application/json' }
const APP = 'http://localhost:5173'
const EVIL = 'http://evil.test'
const all = (port: number): Promise<string> => tell(port, 'GET', '/users').then(({ text }) => text)

const EXPOSED =
  'ETag, Location, Link, Content-Location, Allow, Accept-Patch, Accept-Post, Accept-Query, WWW-Authenticate, X-Total-Count, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Preference-Applied, Restage-Explain'

const assertShared = ({ headers }: Said, origin: string, what: string): void => {
  assert.is(headers['access-control-allow-origin'], origin, what)
  assert.is(headers['access-control-allow-credentials'], origin === '*' ? undefined : 'true', what)
  assert.is(headers['access-control-expose-headers'], EXPOSED, what)
  assert.match(headers.vary ?? '', /(^|, )Origin$/, what)
}

const assertUnshared = ({ headers }: Said, what: string): void => {
  assert.equal(
    Object.keys(headers).filter(name => name.startsWith('access-control-')),
    [],
    what,
  )
  assert.match(headers.vary ?? '', /(^|, )Origin(,|$)/, what)
}

const hosts = served('hosts', { legacy: true })

for (const [method, path] of [
  ['GET', '/user/alice'],
  ['GET', '/nowhere'],
  ['OPTIONS', '/users'],
  ['PUT', '/user/alice'],
  ['DELETE', '/user/alice'],
  ['POST', '/user/carol'],
  ['GET', '/user/remove?username=alice'],
] as const)
  hosts.test(`${method} ${path} with a foreign Host: 421, closed, nothing changed`, async ({ port }) => {
    const before = await all(port)
    const answer = await tell(port, method, path, { host: `evil.test:${port}` })
    assert.is(answer.status, 421)
    assert.is(answer.headers['content-type'], 'application/problem+json')
    assert.is(answer.headers.connection, 'close')
    const { type, detail } = JSON.parse(answer.text) as { type: string; detail: string }
    assert.is(type, '/-/problems/misdirected-request')
    assert.match(detail, '--allow-host evil.test')
    assert.is(await all(port), before)
  })

for (const [what, head, status] of [
  ['an absolute target with a foreign host', 'GET http://evil.test/users HTTP/1.1\r\nHost: localhost', 421],
  ['an absolute target with this host', 'GET http://localhost/users HTTP/1.1\r\nHost: evil.test', 200],
  ['an absolute target with user information', 'GET http://localhost@evil.test/users HTTP/1.1\r\nHost: localhost', 400],
  ['HTTP/1.0 without Host', 'GET /users HTTP/1.0', 200],
  ['HTTP/1.0 with a foreign Host', 'GET /users HTTP/1.0\r\nHost: evil.test', 421],
  ['an empty Host', 'GET /users HTTP/1.1\r\nHost:', 421],
  ['an octal address', 'GET /users HTTP/1.1\r\nHost: 0177.0.0.1', 421],
  ['a dot at the end', 'GET /users HTTP/1.1\r\nHost: localhost.', 421],
  ['OPTIONS * with a foreign Host', 'OPTIONS * HTTP/1.1\r\nHost: evil.test', 421],
  ['two Host fields', 'GET /users HTTP/1.1\r\nHost: localhost\r\nHost: evil.test', 400],
  ['X-Forwarded-Host', 'GET /users HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: localhost', 421],
] as const)
  hosts.test(`${what}: ${status}`, async ({ port }) => assert.is(rawStatus(await raw(port, `${head}\r\n\r\n`)), status))

hosts.test('a 421 can be read in every format, and says nothing that could be markup', async ({ port }) => {
  const answer = await tell(port, 'GET', '/users', { host: "x'&y", accept: 'text/html' })
  assert.is(answer.status, 421)
  assert.match(answer.headers['content-type'] ?? '', 'text/html')
  assert.not.match(answer.text, "x'&y")
})

hosts.run()

const settings = suite('settings of hosts and cors')

for (const [setting, host, status] of [
  [['mock.example'], 'mock.example', 200],
  ['mock.example', 'MOCK.EXAMPLE:80', 200],
  [['mock.example'], 'other.example', 421],
  [['*'], 'evil.test', 200],
  [false, 'evil.test', 200],
  [true, 'evil.test', 421],
  [[], 'evil.test', 421],
] as const)
  settings(`hosts: ${JSON.stringify(setting)}, Host: ${host}: ${status}`, () =>
    withServer({ users: [] }, { hosts: typeof setting === 'object' ? [...setting] : setting }, async ({ port }) =>
      assert.is((await tell(port, 'GET', '/users', { host })).status, status),
    ),
  )

for (const wrong of [
  { hosts: ['http://x'] },
  { hosts: ['x:80'] },
  { cors: ['https://App.example'] },
  { cors: ['https://a/'] },
  { cors: 'app.example' },
  { cors: ['null'] },
])
  settings(`${JSON.stringify(wrong)}: refused at the start`, async () => {
    try {
      await withServer({ users: [] }, wrong, () => Promise.resolve())
    } catch (error) {
      return assert.match((error as Error).message, /hosts|cors/)
    }
    assert.unreachable()
  })

settings('cors: [https://app.example]: with cookies, beside loopback; others nothing', () =>
  withServer({ users: [{ username: 'a' }] }, { cors: ['https://app.example'] }, async ({ port }) => {
    assertShared(await tell(port, 'GET', '/user/a', { origin: 'https://app.example' }), 'https://app.example', 'listed')
    assertShared(await tell(port, 'GET', '/user/a', { origin: APP }), APP, 'loopback')
    assertUnshared(await tell(port, 'GET', '/user/a', { origin: EVIL }), 'foreign')
    const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
    assert.is((await tell(port, 'DELETE', '/user/a', headers)).status, 204)
  }),
)

settings('cors: *: everybody, never with credentials; null stays nobody', () =>
  withServer({ users: [{ username: 'a' }, { username: 'b' }] }, { cors: '*' }, async ({ port }) => {
    assertShared(await tell(port, 'GET', '/user/a', { origin: EVIL }), '*', 'open')
    assertShared(await tell(port, 'GET', '/user/a', { origin: APP }), APP, 'loopback')
    assertUnshared(await tell(port, 'GET', '/user/a', { origin: 'null' }), 'null')
    assert.is((await tell(port, 'DELETE', '/user/a', { origin: 'null' })).status, 403)
    assert.is((await tell(port, 'DELETE', '/user/a', { origin: EVIL })).status, 204)
  }),
)

settings('cors: false: no field at all, and no other origin writes', () =>
  withServer({ users: [{ username: 'a' }] }, { cors: false, legacy: true }, async ({ port }) => {
    const answer = await tell(port, 'GET', '/user/a', { origin: APP })
    assert.is(answer.status, 200)
    assert.is(answer.headers.vary, 'Accept')
    assert.is(answer.headers['access-control-allow-origin'], undefined)
    assert.is((await tell(port, 'DELETE', '/user/a', { origin: APP })).status, 403)
    assert.is((await tell(port, 'GET', '/user/remove?username=a', { 'sec-fetch-site': 'cross-site' })).status, 403)
    assert.is(
      (await tell(port, 'DELETE', '/user/a', { origin: `http://localhost:${port}`, host: `localhost:${port}` })).status,
      204,
    )
  }),
)

settings('files of a folder: a foreign Host gets none, an allowed origin reads them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restage-'))
  try {
    await writeFile(join(folder, 'a.txt'), 'text of a')
    await withServer({ users: [] }, { static: folder }, async ({ port }) => {
      const foreign = await tell(port, 'GET', '/a.txt', { host: 'evil.test' })
      assert.is(foreign.status, 421)
      assert.not.match(foreign.text, 'text of a')
      const shared = await tell(port, 'GET', '/a.txt', { origin: APP })
      assert.is(shared.text, 'text of a')
      assertShared(shared, APP, 'a file')
      assertUnshared(await tell(port, 'GET', '/a.txt', { origin: EVIL }), 'a file')
      const missing = await tell(port, 'GET', '/b.txt', { origin: APP })
      assert.is(missing.status, 404)
      assertShared(missing, APP, 'no file')
      assert.is(missing.headers.vary, 'Accept, Origin')
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

settings('the access log says which origin was refused, and what would allow it', () =>
  reporting({ users: [{ username: 'a' }] }, async (port, notes) => {
    await tell(port, 'GET', '/user/a', { origin: EVIL })
    await tell(port, 'DELETE', '/user/a', { origin: EVIL })
    await tell(port, 'GET', '/user/a', { origin: 'null' })
    await tell(port, 'GET', '/user/a', { origin: APP })
    const [read = '', write = '', nobody = '', fine] = await notes(4)
    assert.is(read, 'the origin http://evil.test is not allowed; --cors http://evil.test would allow it')
    assert.match(write, 'DELETE')
    assert.match(write, '--cors http://evil.test')
    assert.is(write.split('--cors').length, 2, 'said once')
    assert.match(nobody, 'null')
    assert.is(fine, undefined)
  }),
)

settings.run()

const reading = served('reading from other origins', { legacy: true, limits: { url: '1kb', fields: 40, body: '1kb' } })

for (const [what, method, path, headers, status] of [
  ['a record', 'GET', '/user/alice', {}, 200],
  ['its head', 'HEAD', '/user/alice', {}, 200],
  ['its other name', 'GET', '/users/alice', {}, 200],
  ['a collection', 'GET', '/users', {}, 200],
  ['the root', 'GET', '/', {}, 200],
  ['a creation', 'POST', '/user/dora', {}, 201],
  ['a replacement', 'PUT', '/user/alice', JSON_TYPE, 200],
  ['a removal', 'DELETE', '/user/bob', {}, 204],
  ['OPTIONS that is no preflight', 'OPTIONS', '/users', {}, 204],
  ['old style', 'GET', '/user/get?username=alice', {}, 200],
  ['a bad parameter', 'GET', '/users?x=1', {}, 400],
  ['no such record', 'GET', '/user/nobody', {}, 404],
  ['no such path', 'GET', '/nowhere/at/all', {}, 404],
  ['a method that is not there', 'POST', '/', {}, 405],
  ['a format that is not there', 'GET', '/users', { accept: 'image/png' }, 406],
  ['a conflict', 'POST', '/user/alice', {}, 409],
  ['a type that is not there', 'PUT', '/user/alice', { 'content-type': 'text/plain' }, 415],
  ['a long URL', 'GET', `/user/${'a'.repeat(1100)}`, {}, 414],
  ['many fields', 'GET', '/users', Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x-${i}`, 'x'])), 431],
] as const)
  reading.test(`${method} ${what}: ${status} with the origin, what may be read, and Vary`, async ({ port }) => {
    const content = method === 'PUT' ? '{"name":"x"}' : undefined
    const answer = await tell(port, method, path, { ...headers, origin: APP }, content)
    assert.is(answer.status, status)
    assertShared(answer, APP, what)
    if (status === 431 || status === 414) return
    const foreign = await tell(port, 'GET', path, { ...headers, origin: EVIL })
    assertUnshared(foreign, what)
    const plain = await tell(port, 'GET', path, headers)
    assert.equal(plain.headers['access-control-allow-origin'], undefined)
    assert.match(plain.headers.vary ?? '', /(^|, )Origin$/)
  })

reading.test('GET /user/alice with If-None-Match: 304 with the same fields, and one Vary', async ({ port }) => {
  const { headers } = await tell(port, 'GET', '/user/alice')
  const answer = await tell(port, 'GET', '/user/alice', { 'if-none-match': headers.etag ?? '', origin: APP })
  assert.is(answer.status, 304)
  assertShared(answer, APP, '304')
  assert.is(answer.headers.vary, 'Accept, Origin')
  const lines = await raw(port, `GET /user/alice HTTP/1.1\r\nHost: localhost\r\nOrigin: ${APP}\r\n\r\n`)
  assert.is(lines.match(/^vary:/gim)?.length, 1)
})

reading.run()

const preflights = served('preflights', { legacy: true })

const ask = (port: number, path: string, headers: Record<string, string>): Promise<Said> =>
  tell(port, 'OPTIONS', path, { origin: APP, 'access-control-request-method': 'PUT', ...headers })

for (const [path, methods] of [
  ['/user/alice', 'POST, GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/users/alice', 'POST, GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/user/nobody', 'POST, GET, HEAD, PUT, DELETE, OPTIONS'],
  ['/users', 'GET, HEAD, POST, OPTIONS'],
  ['/', 'GET, HEAD, OPTIONS'],
  ['/user/get?username=alice', 'GET'],
  ['/user/update?username=alice', 'POST'],
  ['/user/remove?username=alice', 'GET'],
  ['/nowhere/at/all', 'PUT'],
] as const)
  preflights.test(`a preflight on ${path}: 204, ${methods}`, async ({ port }) => {
    const { status, headers, text } = await ask(port, path, {
      'access-control-request-headers': 'content-type,if-match',
    })
    assert.is(status, 204)
    assert.is(text, '')
    assert.is(headers['access-control-allow-origin'], APP)
    assert.is(headers['access-control-allow-credentials'], 'true')
    // New methods of a resource may come; each that is there is named, and none is a wildcard.
    const allowed = (headers['access-control-allow-methods'] ?? '').split(', ')
    for (const method of methods.split(', ')) assert.ok(allowed.includes(method), method)
    assert.not(allowed.includes('*'))
    assert.is(headers['access-control-allow-headers'], 'content-type, if-match')
    assert.is(headers['access-control-max-age'], '600')
    assert.is(headers.vary, 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    assert.is(headers['access-control-allow-private-network'], undefined)
  })

preflights.test('names that are no tokens are not echoed, and neither is *', async ({ port }) => {
  const { headers } = await ask(port, '/users', { 'access-control-request-headers': 'a, b c, *, "d", é, , x-e' })
  assert.is(headers['access-control-allow-headers'], 'a, x-e')
  const none = await ask(port, '/users', {})
  assert.is(none.headers['access-control-allow-headers'], undefined)
})

preflights.test('a method that is no token is not echoed', async ({ port }) => {
  const { headers } = await ask(port, '/nowhere', { 'access-control-request-method': '*, x' })
  assert.is(headers['access-control-allow-methods'], undefined)
})

for (const origin of [EVIL, 'null', 'http://localhost.evil.test', 'http://localhost:80@evil', 'HTTP://LOCALHOST'])
  preflights.test(`a preflight from ${origin}: nothing is allowed`, async ({ port }) => {
    for (const path of ['/user/alice', '/nowhere', '/user/get?username=alice'])
      assertUnshared(await ask(port, path, { origin, 'access-control-request-headers': 'x-a' }), path)
  })

preflights.run()

const writing = served('writing from other sites', { legacy: true })

const WRITES = [
  ['POST', '/user/dora'],
  ['POST', '/users'],
  ['PUT', '/user/alice'],
  ['DELETE', '/user/alice'],
  ['POST', '/user/add?username=dora'],
  ['POST', '/user/update?username=alice'],
  ['GET', '/user/remove?username=alice'],
] as const

for (const [method, path] of WRITES)
  for (const [what, headers] of [
    ['a foreign origin', { origin: EVIL }],
    ['a foreign origin on the same site', { origin: 'http://evil.localhost.test', 'sec-fetch-site': 'same-site' }],
    ['the origin null', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the site, unnamed', { 'sec-fetch-site': 'same-site' }],
    ['an origin that looks like loopback', { origin: 'http://localhost.evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a form, as another origin sends it', { origin: EVIL, 'content-type': 'application/x-www-form-urlencoded' }],
  ] as const)
    writing.test(`${method} ${path} from ${what}: 403, nothing changed`, async ({ port }) => {
      const before = await all(port)
      const content = method === 'GET' ? undefined : '{"username":"dora"}'
      const answer = await tell(port, method, path, { ...JSON_TYPE, ...headers }, content)
      assert.is(answer.status, 403)
      assert.is((JSON.parse(answer.text) as { type: string }).type, '/-/problems/cross-site-request')
      assertUnshared(answer, what)
      assert.is(await all(port), before)
    })

for (const [what, headers] of [
  ['nobody says where', {}],
  ['a typed URL', { 'sec-fetch-site': 'none' }],
  ['the same origin, by the browser', { 'sec-fetch-site': 'same-origin' }],
  ['the same origin behind a proxy', { 'sec-fetch-site': 'same-origin', origin: 'https://app.example' }],
  ['the same origin, by its name', { origin: 'http://127.0.0.1:5000', host: '127.0.0.1:5000' }],
  ['a loopback origin', { origin: APP, 'sec-fetch-site': 'same-site' }],
  ['a loopback origin of another name', { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'cross-site' }],
] as const)
  writing.test(`writing, and ${what}: done`, async ({ port }) => {
    assert.is((await tell(port, 'POST', '/user/dora', headers)).status, 201)
    assert.is((await tell(port, 'PUT', '/user/dora', { ...JSON_TYPE, ...headers }, '{"name":"D"}')).status, 200)
    assert.is((await tell(port, 'DELETE', '/user/dora', headers)).status, 204)
    assert.is((await tell(port, 'GET', '/user/remove?username=bob', headers)).status, 204)
  })

for (const [method, path, status] of [
  ['GET', '/users', 200],
  ['HEAD', '/user/alice', 200],
  ['OPTIONS', '/users', 204],
  ['GET', '/user/get?username=alice', 200],
  ['PUT', '/nowhere', 404],
  ['DELETE', '/users', 405],
  ['HEAD', '/user/remove?username=alice', 405],
] as const)
  writing.test(`${method} ${path} from another site, which changes nothing: ${status}`, async ({ port }) =>
    assert.is((await tell(port, method, path, { origin: EVIL, 'sec-fetch-site': 'cross-site' })).status, status),
  )

for (const headers of [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
])
  writing.test(
    `GET /user/remove?username=alice with ${JSON.stringify(headers)}: 403, nothing changed`,
    async ({ port }) => {
      const before = await all(port)
      const sent = { ...headers, 'sec-fetch-site': 'same-origin' }
      const answer = await tell(port, 'GET', '/user/remove?username=alice', sent)
      assert.is(answer.status, 403)
      assert.is(answer.headers['cache-control'], 'no-store')
      assert.is((JSON.parse(answer.text) as { type: string }).type, '/-/problems/speculative-request')
      assert.is(await all(port), before)
      assert.is((await tell(port, 'GET', '/user/get?username=alice', sent)).status, 200)
    },
  )

writing.run()
