/** Messages that no client sends: each is answered once and rightly, and the connection goes on or ends as it must. */

import * as assert from 'uvu/assert'
import type { ProblemName } from '../../src/core/problem.js'
import { ask, served } from '../harness.js'
import { answersIn, checkProblem, HOST, LAST, speak } from './speak.js'

type Outcome = ProblemName | number

/** `closes`: what stands behind it is not answered. `stays`: the next request on the connection is. */
type Row = readonly [title: string, bytes: string, outcome: Outcome, connection: 'closes' | 'stays']

const { test, run } = served('messages', { limits: { body: '2kb' } })

const get = (line: string, fields = HOST): string => `${line}\r\n${fields}\r\n`
const put = (fields: string, content: string): string =>
  `PUT /user/alice HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${fields}\r\n${content}`
const chunked = (content: string): string => put('Transfer-Encoding: chunked\r\n', content)

const REQUEST_LINES: readonly Row[] = [
  ['HTTP/1.1', get('GET /user/alice HTTP/1.1'), 200, 'stays'],
  ['HTTP/1.0', get('GET /user/alice HTTP/1.0'), 200, 'closes'],
  ['HTTP/0.9', 'GET /user/alice\r\n\r\n', 'version-not-supported', 'closes'],
  ['HTTP/0.9 with fields', get('GET /user/alice'), 'version-not-supported', 'closes'],
  ['HTTP/1.2', get('GET /user/alice HTTP/1.2'), 'version-not-supported', 'closes'],
  ['HTTP/2.0', get('GET /user/alice HTTP/2.0'), 'version-not-supported', 'closes'],
  ['HTTP/3.0', get('GET /user/alice HTTP/3.0'), 'version-not-supported', 'closes'],
  ['HTTP/11', get('GET /user/alice HTTP/11'), 'malformed-request', 'closes'],
  ['http/1.1', get('GET /user/alice http/1.1'), 'malformed-request', 'closes'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'version-not-supported', 'closes'],
  ['no version but a space', get('GET /user/alice '), 'malformed-request', 'closes'],
  ['a space behind the version', get('GET /user/alice HTTP/1.1 '), 'malformed-request', 'closes'],
  ['two spaces before the target', get('GET  /user/alice HTTP/1.1'), 200, 'stays'],
  ['a space in the target', get('GET /user/a b HTTP/1.1'), 'malformed-request', 'closes'],
  ['a space before the method', get(' GET /user/alice HTTP/1.1'), 'malformed-request', 'closes'],
  ['tabs', get('GET\t/user/alice\tHTTP/1.1'), 'malformed-request', 'closes'],
  ['no target', get('GET HTTP/1.1'), 'malformed-request', 'closes'],
  ['an empty line before', `\r\n${get('GET /user/alice HTTP/1.1')}`, 200, 'stays'],
  ['an unknown method', get('FOO /user/alice HTTP/1.1'), 'not-implemented', 'closes'],
  ['an unknown method behind an empty line', `\r\n${get('FOO / HTTP/1.1')}`, 'not-implemented', 'closes'],
  ['a method in lower case', get('get /user/alice HTTP/1.1'), 'not-implemented', 'closes'],
  ['a method with a slash', get('G/T /user/alice HTTP/1.1'), 'malformed-request', 'closes'],
  ['a method too long', get(`${'G'.repeat(5000)} / HTTP/1.1`), 'not-implemented', 'closes'],
  ['TRACE', get('TRACE /user/alice HTTP/1.1'), 'method-not-allowed', 'stays'],
  ['PATCH of WebDAV: PROPFIND', get('PROPFIND /user/alice HTTP/1.1'), 'method-not-allowed', 'stays'],
  ['TRACE of nothing', get('TRACE /nothing HTTP/1.1'), 'no-such-route', 'stays'],
  ['CONNECT to an authority', get('CONNECT localhost:80 HTTP/1.1'), 'not-implemented', 'closes'],
  ['CONNECT to a path', get('CONNECT /user/alice HTTP/1.1'), 'not-implemented', 'closes'],
  ['OPTIONS *', get('OPTIONS * HTTP/1.1'), 204, 'stays'],
  ['GET *', get('GET * HTTP/1.1'), 'malformed-request', 'closes'],
  ['an absolute target', get('GET http://localhost/user/alice HTTP/1.1'), 200, 'stays'],
  ['an absolute target with another port', get('GET http://127.0.0.1:1/user/alice HTTP/1.1'), 200, 'stays'],
  ['an absolute target, capitals', get('GET HTTP://LOCALHOST/user/alice HTTP/1.1'), 200, 'stays'],
  ['an absolute target without a path', get('GET http://localhost HTTP/1.1'), 200, 'stays'],
  ['an absolute target, https', get('GET https://localhost/user/alice HTTP/1.1'), 200, 'stays'],
  ['an absolute target without a host', get('GET http:///user/alice HTTP/1.1'), 'malformed-request', 'closes'],
  ['an absolute target with a name', get('GET http://a@localhost/ HTTP/1.1'), 'malformed-request', 'closes'],
  ['an absolute target with port junk', get('GET http://localhost:1x/ HTTP/1.1'), 'malformed-request', 'closes'],
  ['an absolute target, no Host', get('GET http://localhost/ HTTP/1.1', ''), 'malformed-request', 'closes'],
  ['ftp://', get('GET ftp://localhost/ HTTP/1.1'), 'malformed-request', 'closes'],
  ['no slash', get('GET user/alice HTTP/1.1'), 'malformed-request', 'closes'],
  ['#', get('GET /user/alice#x HTTP/1.1'), 'malformed-request', 'closes'],
  ['a backslash', get('GET /user\\alice HTTP/1.1'), 'malformed-request', 'closes'],
  ['not ASCII', get('GET /user/\xe9 HTTP/1.1'), 'malformed-request', 'closes'],
  ['NUL', get('GET /user/\0 HTTP/1.1'), 'malformed-request', 'closes'],
  ['DEL', get('GET /user/\x7f HTTP/1.1'), 'malformed-request', 'closes'],
  ['a broken escape', get('GET /user/%zz HTTP/1.1'), 'malformed-request', 'stays'],
  ['an escape that is no UTF-8', get('GET /user/%ff HTTP/1.1'), 'malformed-request', 'stays'],
  ['%00', get('GET /user/%00 HTTP/1.1'), 'not-found', 'stays'],
  ['bare LF', 'GET /user/alice HTTP/1.1\nHost: localhost\n\n', 'malformed-request', 'closes'],
  ['bare CR', `GET /user/alice HTTP/1.1\r${HOST}\r\n`, 'malformed-request', 'closes'],
  ['noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'malformed-request', 'closes'],
  ['8191 bytes of target', get(`GET /user/${'a'.repeat(8185)} HTTP/1.1`), 'not-found', 'stays'],
  ['9000 bytes of target', get(`GET /${'a'.repeat(9000)} HTTP/1.1`), 'uri-too-long', 'closes'],
  ['30000 bytes of target', get(`GET /${'a'.repeat(30_000)} HTTP/1.1`), 'uri-too-long', 'closes'],
  ['300000 bytes of target', get(`GET /?${'a=b&'.repeat(75_000)} HTTP/1.1`), 'uri-too-long', 'closes'],
]

const FIELDS: readonly Row[] = [
  ['no Host', get('GET /user/alice HTTP/1.1', ''), 'malformed-request', 'closes'],
  ['no Host in HTTP/1.0', get('GET /user/alice HTTP/1.0', ''), 200, 'closes'],
  ['two equal Hosts', get('GET / HTTP/1.1', HOST + HOST), 'malformed-request', 'closes'],
  ['two Hosts', get('GET / HTTP/1.1', `${HOST}hOST: 127.0.0.1\r\n`), 'malformed-request', 'closes'],
  ['a port', get('GET /user/alice HTTP/1.1', 'Host: localhost:65535\r\n'), 200, 'stays'],
  ['IPv6', get('GET /user/alice HTTP/1.1', 'Host: [::1]:80\r\n'), 200, 'stays'],
  ...[
    'localhost:65536',
    'localhost:x',
    'localhost:-1',
    'localhost:80:80',
    'user@localhost',
    'local host',
    'localhost/',
    'localhost, localhost',
    '<script>',
    '"localhost"',
    'localhost%zz',
    'local\\host',
    '\xe9',
    '[:::::1]',
    '[::1',
    '::1',
    '[]',
    '[v1.x]',
  ].map((host): Row => [`Host: ${host}`, get('GET / HTTP/1.1', `Host: ${host}\r\n`), 'malformed-request', 'closes']),
  ['100 fields', get('GET /user/alice HTTP/1.1', HOST + 'X: a\r\n'.repeat(99)), 200, 'stays'],
  ['101 fields', get('GET /user/alice HTTP/1.1', HOST + 'X: a\r\n'.repeat(100)), 'header-fields-too-large', 'closes'],
  ['3000 fields', get('GET / HTTP/1.1', HOST + 'a:\r\n'.repeat(3000)), 'header-fields-too-large', 'closes'],
  ['16000 fields', get('GET / HTTP/1.1', HOST + 'a:b\r\n'.repeat(16_000)), 'header-fields-too-large', 'closes'],
  [
    '20 kB in a field',
    get('GET / HTTP/1.1', `${HOST}X: ${'a'.repeat(20_000)}\r\n`),
    'header-fields-too-large',
    'closes',
  ],
  [
    '90 kB in a field',
    get('GET / HTTP/1.1', `${HOST}X: ${'a'.repeat(90_000)}\r\n`),
    'header-fields-too-large',
    'closes',
  ],
  [
    'a name of 90 kB',
    get('GET / HTTP/1.1', `${HOST}${'a'.repeat(90_000)}: x\r\n`),
    'header-fields-too-large',
    'closes',
  ],
  ['a folded field', get('GET / HTTP/1.1', `${HOST}X: a\r\n b\r\n`), 'malformed-request', 'closes'],
  ['a space before the colon', get('GET / HTTP/1.1', `${HOST}X : a\r\n`), 'malformed-request', 'closes'],
  ['a space before the first name', get('GET / HTTP/1.1', ` ${HOST}`), 'malformed-request', 'closes'],
  ['no colon', get('GET / HTTP/1.1', `${HOST}X\r\n`), 'malformed-request', 'closes'],
  ['no name', get('GET / HTTP/1.1', `${HOST}: a\r\n`), 'malformed-request', 'closes'],
  ['a name in brackets', get('GET / HTTP/1.1', `${HOST}X(y): a\r\n`), 'malformed-request', 'closes'],
  ['NUL in a value', get('GET / HTTP/1.1', `${HOST}X: a\0b\r\n`), 'malformed-request', 'closes'],
  ['CR in a value', get('GET / HTTP/1.1', `${HOST}X: a\rb\r\n`), 'malformed-request', 'closes'],
  ['__proto__', get('GET /user/alice HTTP/1.1', `${HOST}__proto__: a\r\nconstructor: b\r\n`), 200, 'stays'],
  ['Accept that is no ASCII', get('GET /user/alice HTTP/1.1', `${HOST}Accept: \xe9/\xff\r\n`), 200, 'stays'],
]

const FRAMING: readonly Row[] = [
  [
    'Content-Length and chunked',
    put('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    'malformed-request',
    'closes',
  ],
  [
    'chunked and Content-Length',
    put('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', '0\r\n\r\n'),
    'malformed-request',
    'closes',
  ],
  ['Content-Length twice', put('Content-Length: 2\r\nContent-Length: 2\r\n', '{}'), 'malformed-request', 'closes'],
  ['two Content-Lengths', put('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '), 'malformed-request', 'closes'],
  ...['2, 2', '-2', '+2', '0x2', '2.0', '2e0', '', '2 2', '99999999999999999999999'].map((value): Row => [
    `Content-Length: ${value}`,
    put(`Content-Length: ${value}\r\n`, '{}'),
    'malformed-request',
    'closes',
  ]),
  ['Content-Length: 002', put('Content-Length: 002\r\n', '{}'), 200, 'stays'],
  ['gzip', put('Transfer-Encoding: gzip\r\n', '{}'), 'not-implemented', 'closes'],
  ['identity', put('Transfer-Encoding: identity\r\n', '{}'), 'not-implemented', 'closes'],
  ['gzip, chunked', put('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'), 'not-implemented', 'closes'],
  ['chunked, gzip', put('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'), 'malformed-request', 'closes'],
  ['chunked, chunked', put('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'), 'malformed-request', 'closes'],
  [
    'chunked twice',
    put('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    'malformed-request',
    'closes',
  ],
  ['CHUNKED', put('Transfer-Encoding: CHUNKED\r\n', '2\r\n{}\r\n0\r\n\r\n'), 200, 'stays'],
  [
    'chunked in HTTP/1.0',
    chunked('2\r\n{}\r\n0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    'malformed-request',
    'closes',
  ],
  [
    'chunked in HTTP/1.0 without Host',
    chunked('0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0').replace(HOST, ''),
    'malformed-request',
    'closes',
  ],
  ...['zz', '-2', '+2', '0x2', ' 2', 'fffffffffffffffff', ''].map((size): Row => [
    `a chunk of size "${size}"`,
    chunked(`${size}\r\n{}\r\n0\r\n\r\n`),
    'malformed-request',
    'closes',
  ]),
  ['a chunk longer than it says', chunked('2\r\n{}zz\r\n0\r\n\r\n'), 'malformed-request', 'closes'],
  ['chunks with bare LF', chunked('2\n{}\n0\n\n'), 'malformed-request', 'closes'],
  ['a chunk extension', chunked('2;a=b;c="d"\r\n{}\r\n0\r\n\r\n'), 200, 'stays'],
  [
    'a chunk extension of 30 kB',
    chunked(`2;a=${'b'.repeat(30_000)}\r\n{}\r\n0\r\n\r\n`),
    'malformed-request',
    'closes',
  ],
  ['a trailer', chunked('2\r\n{}\r\n0\r\nX: y\r\n\r\n'), 200, 'stays'],
  ['a trailer that frames', chunked('2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n'), 'malformed-request', 'closes'],
  [
    'a trailer of 40 kB',
    chunked(`2\r\n{}\r\n0\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`),
    'header-fields-too-large',
    'closes',
  ],
  ['a request behind the length', put('Content-Length: 2\r\n', '{}'), 200, 'stays'],
  ['GET with content', `GET /user/alice HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}`, 200, 'stays'],
]

for (const [part, rows] of Object.entries({ REQUEST_LINES, FIELDS, FRAMING }))
  for (const [title, bytes, outcome, connection] of rows)
    test(`${part}: ${title}: ${outcome}, the connection ${connection}`, async ({ port, url }) => {
      const text = await speak(port, bytes + LAST)
      const [first, second, ...more] = answersIn(text)
      assert.is(more.length, 0, text)
      if (typeof outcome === 'number') assert.is(first?.status, outcome)
      else checkProblem(first, outcome)
      if (connection === 'closes') {
        assert.is(second, undefined, 'nothing behind it is answered')
        assert.is(first?.headers.get('connection'), 'close')
      } else assert.is(second?.status, 200, 'what stands behind it is answered')
      if (typeof outcome === 'string') assert.is((await ask(`${url}/-/problems/${outcome}`)).status, 200)
      assert.is((await ask(`${url}/user/alice`)).json()['username'], 'alice')
    })

for (const [title, packets, outcome] of [
  ['a long target', ['GET /', ...Array.from({ length: 12 }, () => 'a'.repeat(3000)), ' HTTP/1.1\r\n'], 'uri-too-long'],
  [
    'a long target behind a request',
    [get('GET /user/alice HTTP/1.1'), 'GET /', 'a'.repeat(20_000), 'b'.repeat(20_000)],
    'uri-too-long',
  ],
  [
    'long fields',
    [`GET / HTTP/1.1\r\n${HOST}`, ...Array.from({ length: 12 }, () => `X: ${'a'.repeat(3000)}\r\n`)],
    'header-fields-too-large',
  ],
  ['a request, byte by byte, and NUL', [...'GET / HTTP/1.1\r\n', '\0'], 'malformed-request'],
] as readonly (readonly [string, readonly string[], ProblemName])[])
  test(`${title} in several packets: ${outcome}`, async ({ port }) => {
    const answers = answersIn(await speak(port, packets, { pause: 5 }))
    checkProblem(answers.at(-1), outcome)
    assert.equal(
      answers.slice(0, -1).map(answer => answer.status),
      title.includes('behind') ? [200] : [],
    )
  })

test('GET with Upgrade, then another: both are answered as if nothing had been offered', async ({ port }) => {
  const upgrade = get('GET /user/alice HTTP/1.1', `${HOST}Upgrade: websocket\r\nConnection: Upgrade\r\n`)
  const answers = answersIn(await speak(port, [upgrade, LAST], { pause: 200 }))
  assert.equal(
    answers.map(answer => answer.status),
    [200, 200],
  )
})

run()
