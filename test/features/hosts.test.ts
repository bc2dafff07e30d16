/** Which Host means this server: a table of names and addresses, and of what only looks like one. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { hostPolicy } from '../../src/features/hosts.js'
import { parseAuthority } from '../../src/wire/authority.js'

const policy = suite('which Host means this server')

const LOOPBACK = [
  'localhost',
  'localhost:4000',
  'LOCALHOST',
  'LocalHost:80',
  'app.localhost',
  'a.b.c.localhost:65535',
  '127.0.0.1',
  '127.0.0.1:1',
  '127.255.255.254',
  '127.1.2.3:4000',
  '[::1]',
  '[::1]:4000',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]:80',
]

const FOREIGN = [
  '',
  ':4000',
  'evil.test',
  'evil.test:4000',
  'localhost.evil.test',
  'evil-localhost',
  'xlocalhost',
  'localhost6',
  '.localhost',
  'a..localhost',
  '-.localhost',
  'localhost.',
  'localhost.:4000',
  '127.0.0.1.',
  '127.0.0.1.evil.test',
  '127.0.0.1.nip.io',
  '127.1',
  '127.0.1',
  '127.0.0.01',
  '0127.0.0.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '2130706433',
  '127.0.0.256',
  '127.0.0.1.1',
  '128.0.0.1',
  '10.0.0.1',
  '0.0.0.0',
  '192.168.1.5:4000',
  '::1',
  '[::1',
  '::1]',
  '[::2]',
  '[::]',
  '[::1%25lo]',
  '[::ffff:127.0.0.1]',
  '[::1]evil.test',
  '[127.0.0.1]',
  '[1::2::3]',
  '[localhost]',
  'user@localhost',
  'localhost@evil.test',
  'localhost:80@evil.test',
  'localhost:',
  'localhost:0',
  'localhost:080',
  'localhost:65536',
  'localhost:4000:4000',
  'localhost:x',
  'localhost/evil',
  'localhost#',
  'localhost\\evil.test',
  'localhost evil.test',
  ' localhost',
  'localhost\n',
  'localhost,evil.test',
  'l%6Fcalhost',
  'ⓛocalhost',
  'locaıhost',
  '*',
  'null',
]

for (const host of LOOPBACK) policy(`Host: ${host}: this server`, () => assert.ok(hostPolicy([], 'localhost')(host)))
for (const host of FOREIGN)
  policy(`Host: ${JSON.stringify(host)}: somebody else`, () => assert.not(hostPolicy([], 'localhost')(host)))

interface Row {
  readonly entries?: readonly string[]
  readonly listening?: string
  readonly host: string
  readonly allowed: boolean
}

const ROWS: readonly Row[] = [
  { entries: ['mock.example'], host: 'mock.example', allowed: true },
  { entries: ['mock.example'], host: 'MOCK.example:8080', allowed: true },
  { entries: ['Mock.Example'], host: 'mock.example', allowed: true },
  { entries: ['mock.example'], host: 'a.mock.example', allowed: false },
  { entries: ['mock.example'], host: 'mock.example.evil.test', allowed: false },
  { entries: ['mock.example'], host: 'mock.example.', allowed: false },
  { entries: ['mock.example'], host: 'localhost', allowed: true },
  { entries: ['192.168.1.5'], host: '192.168.1.5:4000', allowed: true },
  { entries: ['[2001:db8::5]'], host: '[2001:0db8:0::5]', allowed: true },
  { entries: ['*'], host: 'evil.test', allowed: true },
  { listening: '192.168.1.5', host: '192.168.1.5:4000', allowed: true },
  { listening: '192.168.1.5', host: '192.168.1.6', allowed: false },
  { listening: 'my-machine', host: 'my-machine:4000', allowed: true },
  { listening: 'fe80::1', host: '[fe80::1]:4000', allowed: true },
  { listening: 'fe80::1', host: '[fe80::2]', allowed: false },
  { listening: '0.0.0.0', host: '10.0.0.7:4000', allowed: true },
  { listening: '0.0.0.0', host: '[2001:db8::5]', allowed: true },
  { listening: '0.0.0.0', host: 'evil.test', allowed: false },
  { listening: '0.0.0.0', host: '10.7', allowed: false },
  { listening: '::', host: '10.0.0.7', allowed: true },
  { listening: '::', host: '[::ffff:10.0.0.7]:4000', allowed: true },
  { listening: '::', host: 'evil.test', allowed: false },
]

for (const { entries = [], listening = 'localhost', host, allowed } of ROWS)
  policy(`hosts: [${entries.join()}], listening on ${listening}, Host: ${host}: ${allowed}`, () =>
    assert.is(hostPolicy(entries, listening)(host), allowed),
  )

policy('the same answer the second time, however many others came between', () => {
  const allowed = hostPolicy([], 'localhost')
  for (let index = 0; index < 2000; index++) assert.not(allowed(`h${index}.evil.test`))
  assert.ok(allowed('localhost'))
  assert.not(allowed('h0.evil.test'))
  assert.not(allowed(`${'a'.repeat(100_000)}.localhost`))
})

policy('whatever is allowed is a loopback to a URL parser, too', () => {
  const allowed = hostPolicy([], 'localhost')
  const piece = fc.constantFrom(
    'localhost',
    '127',
    '.',
    '0',
    '1',
    ':',
    '[',
    ']',
    '@',
    '-',
    'evil',
    '%',
    '0x7f',
    '/',
    '\\',
    '#',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 9 }).map(pieces => pieces.join('')),
      host => {
        if (!allowed(host)) return
        const { hostname, username, pathname } = new URL(`http://${host}`)
        assert.match(hostname, /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/)
        assert.is(username + pathname, '/')
      },
    ),
    { numRuns: 5000 },
  )
})

policy('an authority is read the same way as a URL parser reads it, or not at all', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.ipV4(),
        fc.ipV6().map(text => `[${text}]`),
        fc.domain(),
      ),
      host => {
        const authority = parseAuthority(host)
        if (authority === undefined) return
        const again = authority.kind === 'name' ? authority.host : new URL(`http://${authority.host}`).hostname
        assert.is(again, new URL(`http://${host}`).hostname)
      },
    ),
  )
})

policy.run()
