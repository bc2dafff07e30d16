/** Which origin may do what: a table of origins, and of what only looks like one. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { isOwn, originPolicy } from '../../src/wire/origin.js'

const policy = suite('which origin may do what')

const LOOPBACK = [
  'http://localhost',
  'https://localhost',
  'http://localhost:5173',
  'https://localhost:65535',
  'http://app.localhost:3000',
  'http://a.b.localhost',
  'http://127.0.0.1',
  'http://127.0.0.1:8080',
  'https://127.1.2.3',
  'http://[::1]',
  'http://[::1]:5173',
]

const FOREIGN = [
  '',
  'null',
  'NULL',
  '*',
  'localhost',
  'localhost:5173',
  '//localhost',
  'http:localhost',
  'http:/localhost',
  'http:///localhost',
  'http://',
  'http://evil.test',
  'https://evil.test:5173',
  'http://localhost.evil.test',
  'http://localhost-evil.test',
  'http://evillocalhost',
  'http://evil.test.localhost.',
  'http://localhost:80@evil',
  'http://localhost@evil.test',
  'http://user@localhost',
  'http://localhost/',
  'http://localhost/evil.test',
  'http://localhost?evil.test',
  'http://localhost#evil.test',
  'http://localhost\\evil.test',
  'http://localhost:',
  'http://localhost:0',
  'http://localhost:99999',
  'http://localhost:5173:5173',
  'http://localhost.',
  'http://localhost.:5173',
  'http://LOCALHOST',
  'http://Localhost:5173',
  'HTTP://localhost',
  'Https://localhost',
  'ftp://localhost',
  'file://localhost',
  'ws://localhost',
  'chrome-extension://localhost',
  'http://127.1',
  'http://0177.0.0.1',
  'http://0x7f.0.0.1',
  'http://2130706433',
  'http://127.0.0.1.evil.test',
  'http://127.0.0.1.',
  'http://127.0.0.256',
  'http://0.0.0.0',
  'http://192.168.1.5',
  'http://[::2]',
  'http://[::]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:7f00:1]',
  'http://::1',
  'http://localhost, http://evil.test',
  'http://localhost http://evil.test',
  ' http://localhost',
  'http://localhost ',
  'http://localhost\n',
  'http://localhost%2eevil.test',
  'http://ⓛocalhost',
]

for (const origin of LOOPBACK)
  policy(`Origin: ${origin}: with credentials`, () => assert.is(originPolicy([])(origin), 'credentials'))
for (const origin of FOREIGN)
  policy(`Origin: ${JSON.stringify(origin)}: foreign`, () => assert.is(originPolicy([])(origin), 'foreign'))

const ROWS: readonly (readonly [list: readonly string[], origin: string, standing: string])[] = [
  [['https://app.example'], 'https://app.example', 'credentials'],
  [['https://app.example'], 'http://app.example', 'foreign'],
  [['https://app.example'], 'https://app.example:8443', 'foreign'],
  [['https://app.example'], 'https://a.app.example', 'foreign'],
  [['https://app.example'], 'https://app.example.evil.test', 'foreign'],
  [['https://app.example'], 'https://app.example.', 'foreign'],
  [['https://app.example'], 'https://APP.example', 'foreign'],
  [['https://app.example'], 'http://localhost:5173', 'credentials'],
  [['https://app.example:443'], 'https://app.example', 'credentials'],
  [['http://app.example:80'], 'http://app.example', 'credentials'],
  [['https://app.example:8443'], 'https://app.example:8443', 'credentials'],
  [['capacitor://app.example'], 'capacitor://app.example', 'credentials'],
  [['null'], 'null', 'foreign'],
  [['*'], 'https://evil.test', 'open'],
  [['*'], 'http://localhost:5173', 'credentials'],
  [['*'], 'null', 'foreign'],
  [['*'], '*', 'foreign'],
  [['*'], 'http://localhost:80@evil', 'foreign'],
  [['*'], 'http://EVIL.test', 'foreign'],
  [['*', 'https://app.example'], 'https://app.example', 'credentials'],
]

for (const [list, origin, standing] of ROWS)
  policy(`cors: [${list.join()}], Origin: ${origin}: ${standing}`, () =>
    assert.is(originPolicy(list)(origin), standing),
  )

for (const [origin, host, own] of [
  ['http://mock.example', 'mock.example', true],
  ['http://mock.example', 'MOCK.example', true],
  ['http://mock.example', 'mock.example:80', true],
  ['http://mock.example:4000', 'mock.example:4000', true],
  ['http://mock.example:4000', 'mock.example:4001', false],
  ['https://mock.example', 'mock.example', false],
  ['http://evil.test', 'mock.example', false],
  ['null', 'null', false],
  ['http://x', undefined, false],
] as const)
  policy(`Origin: ${origin}, Host: ${host}: ${own ? 'its own' : 'not its own'}`, () =>
    assert.is(isOwn(origin, host), own),
  )

policy('whatever has a standing is an origin to a URL parser, and a loopback', () => {
  const standingOf = originPolicy([])
  const piece = fc.constantFrom(
    'http',
    'https',
    '://',
    'localhost',
    '127.0.0.1',
    '.',
    ':',
    '1',
    '[::1]',
    '@',
    'evil',
    '/',
    '\\',
    '#',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }).map(pieces => `http://${pieces.join('')}`),
      text => {
        if (standingOf(text) === 'foreign') return
        const { origin, hostname } = new URL(text)
        assert.match(hostname, /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/)
        assert.is(origin, text.replace(/^http:(.*):80$/, 'http:$1'))
      },
    ),
    { numRuns: 5000 },
  )
})

policy.run()
