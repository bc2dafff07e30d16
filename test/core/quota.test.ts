/** Quotas: what a client is granted, when it gets it back, and that no number of clients takes more than so much memory. */

import * as assert from 'uvu/assert'
import { suite } from 'uvu'
import { clientAt } from '../../src/core/client-address.js'
import { meter, QUOTA_PATTERN, readQuota } from '../../src/core/quota.js'

const quotas = suite('quotas')

for (const [text, requests, seconds] of [
  ['100/1m', 100, 60],
  ['5/s', 5, 1],
  ['1/90s', 1, 90],
  ['1000/h', 1000, 3600],
  ['20/2 d', 20, 172_800],
] as const)
  quotas(`${text} is ${requests} in ${seconds} s`, () => {
    assert.ok(new RegExp(QUOTA_PATTERN).test(text))
    assert.equal(readQuota(text), { requests, seconds })
  })

for (const text of ['0/1m', '5', '5/', '/s', '5/0s', '5/1.5s', '5/100ms', '-1/s', '1e3/s', '5 / s ', '5/s/s', '5/w'])
  quotas(`${JSON.stringify(text)} is no quota`, () => assert.not(new RegExp(QUOTA_PATTERN).test(text)))

/** What is asked in milliseconds from the start, by whom, and how that client stands then: admitted, remaining, reset. */
type Step = readonly [at: number, client: string, admitted: boolean, remaining: number, reset: number]

const SEQUENCES: Readonly<Record<string, readonly Step[]>> = {
  'a burst: three are granted, the fourth is not': [
    [0, 'a', true, 2, 10],
    [0, 'a', true, 1, 10],
    [0, 'a', true, 0, 10],
    [0, 'a', false, 0, 10],
    [1, 'a', false, 0, 10],
  ],
  'the edge of a window: until the last millisecond it is the old one': [
    [0, 'a', true, 2, 10],
    [1, 'a', true, 1, 10],
    [1000, 'a', true, 0, 9],
    [1001, 'a', false, 0, 9],
    [9999, 'a', false, 0, 1],
    [10_000, 'a', true, 2, 10],
    [19_999, 'a', true, 1, 1],
    [20_000, 'a', true, 2, 10],
  ],
  'a window begins with a request, not with the clock': [
    [0, 'a', true, 2, 10],
    [35_500, 'a', true, 2, 10],
    [45_499, 'a', true, 1, 1],
    [45_500, 'a', true, 2, 10],
  ],
  'several clients: each has its own': [
    [0, 'a', true, 2, 10],
    [0, 'a', true, 1, 10],
    [0, 'a', true, 0, 10],
    [0, 'b', true, 2, 10],
    [5000, 'a', false, 0, 5],
    [5000, 'b', true, 1, 5],
    [5000, 'c', true, 2, 10],
    [10_000, 'a', true, 2, 10],
    [10_000, 'c', true, 1, 5],
  ],
  'a clock that is set back by an hour locks nobody out': [
    [5000, 'a', true, 2, 10],
    [5000, 'a', true, 1, 10],
    [5000, 'a', true, 0, 10],
    [-3_600_000, 'a', false, 0, 10],
    [-3_596_000, 'a', false, 0, 6],
    [-3_590_001, 'a', false, 0, 1],
    [-3_590_000, 'a', true, 2, 10],
  ],
  'a clock that is set forward ends windows': [
    [0, 'a', true, 2, 10],
    [9e12, 'a', true, 2, 10],
  ],
}

for (const [title, steps] of Object.entries(SEQUENCES))
  quotas(title, () => {
    const clients = meter()
    for (const [at, client, admitted, remaining, reset] of steps)
      assert.equal(
        clients.take(client, { requests: 3, seconds: 10 }, 1e12 + at),
        { admitted, remaining, reset },
        `${client} at ${at}`,
      )
  })

quotas('a quota that was changed counts what was used before', () => {
  const clients = meter()
  for (let count = 0; count < 3; count++) clients.take('a', { requests: 3, seconds: 10 }, 0)
  assert.equal(clients.take('a', { requests: 5, seconds: 20 }, 1000), { admitted: true, remaining: 1, reset: 19 })
  assert.equal(clients.take('a', { requests: 2, seconds: 20 }, 1000), { admitted: false, remaining: 0, reset: 19 })
  assert.equal(clients.take('a', { requests: 2, seconds: 1 }, 1000), { admitted: true, remaining: 1, reset: 1 })
})

quotas('with a full memory the client goes whose window is over, or will be soonest', () => {
  const clients = meter(3)
  const ask = (client: string, at: number) => clients.take(client, { requests: 2, seconds: 10 }, at).remaining
  ask('a', 0)
  ask('b', 1000)
  ask('c', 2000)
  // Its window is over, so it has a new one, which is the youngest.
  assert.is(ask('a', 10_500), 1)
  assert.is(ask('d', 10_600), 1)
  assert.is(clients.size, 3)
  assert.is(ask('c', 10_700), 0)
  assert.is(ask('a', 10_700), 0)
  assert.is(ask('b', 10_700), 1)
})

quotas('25,000 clients take the memory of 10,000', () => {
  const clients = meter()
  for (let index = 0; index < 25_000; index++) clients.take(`client ${index}`, { requests: 1, seconds: 60 }, index)
  assert.is(clients.size, 10_000)
  assert.not(clients.take('client 24999', { requests: 1, seconds: 60 }, 25_000).admitted)
  assert.ok(clients.take('client 0', { requests: 1, seconds: 60 }, 25_000).admitted)
  assert.is(clients.size, 10_000)
})

quotas.run()

const addresses = suite('addresses of clients')

for (const [address, client] of [
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
] as const)
  addresses(`${address || 'nothing'} is ${client || 'nothing'}`, () => assert.is(clientAt(address), client))

addresses.run()
