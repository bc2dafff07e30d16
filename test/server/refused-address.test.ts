/** Which addresses no message is sent to, and that a name is looked up once, checked, and connected to as it was checked. */

import type { LookupAddress } from 'node:dns'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checkedLookup, isRefused, isRefusedHost, RefusedAddress } from '../../src/server/refused-address.js'

const addresses = suite('addresses that nothing is sent to')

const REFUSED = [
  '169.254.169.254',
  '169.254.0.0',
  '169.254.255.255',
  '0.0.0.0',
  '0.1.2.3',
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  'fe80::1',
  'fe80::1%eth0',
  'febf:ffff::1',
  'fd00:ec2::254',
  'fd00:0ec2:0:0:0:0:0:0254',
  '::',
  'ff02::1',
  'ff0e::1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:0.0.0.0',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '',
  'localhost',
  '0x7f.1',
  '2852039166',
]

const ALLOWED = [
  '127.0.0.1',
  '::1',
  '10.0.0.1',
  '192.168.1.1',
  '169.253.255.255',
  '169.255.0.0',
  '1.0.0.0',
  '223.255.255.255',
  'fec0::1',
  'fe7f::1',
  'fd00:ec2::253',
  'fd00::1',
  '2001:db8::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
]

for (const address of REFUSED) addresses(`"${address}": refused`, () => assert.ok(isRefused(address)))
for (const address of ALLOWED) addresses(`${address}: allowed`, () => assert.not.ok(isRefused(address)))

// Hosts as a URL writes them: other spellings of an address are one spelling there.
for (const [url, refused] of [
  ['http://169.254.169.254/', true],
  ['http://2852039166/', true],
  ['http://0xa9fea9fe/', true],
  ['http://0251.0376.0251.0376/', true],
  ['http://0/', true],
  ['http://[::ffff:169.254.169.254]/', true],
  ['http://[fe80::1]/', true],
  ['http://127.1/', false],
  ['http://[::1]/', false],
  // A name is looked up first.
  ['http://localhost/', false],
] as const)
  addresses(`${url}: ${refused ? 'refused' : 'not refused'} before anything is looked up`, () =>
    assert.is(isRefusedHost(new URL(url).hostname), refused),
  )

addresses.run()

const lookups = suite('looking a name up')

/** Looks up with a name server that gives these. */
const look = (found: readonly string[], all: boolean) => {
  let asked = 0
  const list = found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup = checkedLookup((_, __, callback) => {
    asked++
    callback(null, list)
  })
  let answer: unknown[] = []
  lookup('hooks.example', { all }, (...given: unknown[]) => (answer = given))
  return { asked, answer, list }
}

lookups('every address is allowed: the connection gets those, of one look-up', () => {
  const { asked, answer, list } = look(['::1', '127.0.0.1'], true)
  assert.equal(answer, [null, list])
  assert.is(asked, 1)
  assert.equal(look(['127.0.0.1', '::1'], false).answer, [null, '127.0.0.1', 4])
})

for (const found of [['169.254.169.254'], ['127.0.0.1', '169.254.169.254'], ['::1', 'fe80::1'], []])
  for (const all of [true, false])
    lookups(`${found.join(', ') || 'none'}${all ? '' : ', one wanted'}: refused`, () => {
      const [error] = look(found, all).answer
      assert.instance(error, RefusedAddress)
    })

lookups('a name server that fails is told as it is', () => {
  const failure = new Error('no')
  let given: unknown
  const lookup = checkedLookup((_, __, callback) => callback(failure, []))
  lookup('hooks.example', { all: true }, error => (given = error))
  assert.is(given, failure)
})

lookups.run()
