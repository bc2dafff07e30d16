/** Rules with the clock held still: which request they are for, how often, when, and what is wrong with one. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../src/grammar.js'
import { checkSettings } from '../../src/settings-check.js'
import { assembled } from '../assembled.js'
import { testClock } from '../clock.js'

const tests = suite('rules')
type Rules = NonNullable<Settings['rules']>

const statuses = async (rules: Rules, lines: readonly string[], settings: Settings = {}): Promise<number[]> => {
  const { ask } = await assembled({ ...settings, rules })
  const found: number[] = []
  for (const line of lines) found.push((await ask(line)).status)
  return found
}

const times = (count: number, line: string) => Array.from({ length: count }, () => line)

tests('times: 2: fail twice, then succeed', async () => {
  const rules: Rules = [{ when: 'GET /user/:name', times: 2, then: { status: 503 } }]
  assert.equal(await statuses(rules, times(4, 'GET /user/alice')), [503, 503, 200, 200])
})

tests('every: 3: the third, the sixth, and so on; with times: 1 only the third', async () => {
  const rule = { when: 'GET /users', every: 3, then: { status: 500 } }
  assert.equal(await statuses([rule], times(7, 'GET /users')), [200, 200, 500, 200, 200, 500, 200])
  assert.equal(await statuses([{ ...rule, times: 1 }], times(7, 'GET /users')), [200, 200, 500, 200, 200, 200, 200])
})

tests('the first that fits counts, and what it has used up is the next one’s turn', async () => {
  const rules: Rules = [
    { when: 'GET /user/alice', times: 1, then: { status: 500 } },
    { when: 'GET /user/*', times: 1, then: { status: 502 } },
    { when: '* /**', times: 1, then: { status: 504 } },
  ]
  assert.equal(await statuses(rules, times(4, 'GET /user/alice')), [500, 502, 504, 200])
  assert.equal(await statuses(rules, ['GET /user/bob', 'GET /user/bob', 'GET /user/alice']), [502, 504, 500])
})

tests('after: 5s, for: 10s: only in between, and only what comes then is counted', async () => {
  const clock = testClock()
  const rules: Rules = [{ when: 'GET /users', after: '5s', for: '10s', every: 2, then: { status: 503 } }]
  const { ask } = await assembled({ rules }, { clock })
  const ask2 = async () => [(await ask('GET /users')).status, (await ask('GET /users')).status]
  assert.equal(await ask2(), [200, 200])
  clock.advance(4999)
  assert.equal(await ask2(), [200, 200])
  clock.advance(1)
  assert.equal(await ask2(), [200, 503])
  clock.advance(9999)
  assert.equal(await ask2(), [200, 503])
  clock.advance(1)
  assert.equal(await ask2(), [200, 200])
})

const MEANT: readonly (readonly [title: string, with_: NonNullable<Rules[number]['with']>, meant: boolean])[] = [
  ['a field', { header: { 'X-Test': 'one two' } }, true],
  ['a field of another value', { header: { 'x-test': 'one' } }, false],
  ['a part of a field', { header: { 'x-test': 'one*' } }, true],
  ['a part in the middle', { header: { 'x-test': '*ne*w*' } }, true],
  ['parts in another order', { header: { 'x-test': '*w*ne*' } }, false],
  ['parts that overlap', { header: { 'x-test': 'one t*t two' } }, false],
  ['a field that is there', { header: { 'x-test': true } }, true],
  ['a field that is not', { header: { 'x-other': false } }, true],
  ['a field that should not be there', { header: { 'x-test': false } }, false],
  ['a number', { header: { 'x-number': 7 } }, true],
  ['a dot is a dot', { header: { 'x-test': 'one.two' } }, false],
  ['a parameter', { query: { role: 'a b' } }, true],
  ['a parameter that comes twice', { query: { n: 2 } }, true],
  ['a parameter of another value', { query: { role: 'b' } }, false],
  ['an address', { client: { address: '127.0.0.1' } }, true],
  ['another address', { client: { address: '127.0.0.2' } }, false],
  ['somebody who is not logged in', { client: { login: 'alice' } }, false],
  ['a member of the content', { body: { name: 'A' } }, true],
  ['a member inside', { body: { address: { city: 'Oxford' } } }, true],
  ['a list', { body: { roles: ['x', 'y'] } }, true],
  ['a shorter list', { body: { roles: ['x'] } }, false],
  ['a member that is not there', { body: { email: 'a' } }, false],
  ['a member of every object', { body: { constructor: {} } }, false],
  ['several things', { header: { 'x-test': true }, query: { role: '*' }, body: { age: 7 } }, true],
  ['several things, one of them wrong', { header: { 'x-test': true }, body: { age: 8 } }, false],
]

for (const [title, more, meant] of MEANT)
  tests(
    `with ${title}: ${meant ? 'meant' : 'not meant'}, and the content is there for whoever comes after`,
    async () => {
      const { ask, platform } = await assembled({
        rules: [{ when: 'PUT /user/alice', with: more, then: { status: 503 } }],
      })
      const content = { name: 'A', age: 7, roles: ['x', 'y'], address: { city: 'Oxford', zip: 1 } }
      const fields = { 'x-test': 'one two', 'x-number': '7' }
      const { status } = await ask('PUT /user/alice?role=a+b&n=1&n=2', fields, content)
      assert.is(status, meant ? 503 : 200)
      const stored = await platform.world.store.get('user', 'alice')
      assert.is(stored?.fields['name'], meant ? 'Alice Liddell' : 'A')
    },
  )

tests('counting goes on over a change of other settings, and begins anew with other rules', async () => {
  const rules: Rules = [{ when: 'GET /users', times: 1, then: { status: 503 } }]
  const first = await assembled({ rules })
  assert.is((await first.ask('GET /users')).status, 503)
  const { keep } = first.platform
  const same = await assembled({ rules, latency: 0 }, { keep })
  assert.is((await same.ask('GET /users')).status, 200)
  const other = await assembled({ rules: [...rules, { when: 'GET /x', then: { status: 500 } }] }, { keep })
  assert.is((await other.ask('GET /users')).status, 503)
})

tests('patterns stand below the base, and matters of the server are out of reach', async () => {
  const rules: Rules = [{ when: '* /**', then: { status: 503 } }]
  const lines = [
    'GET /api/users',
    'GET /api/weather',
    'GET /elsewhere',
    'GET /apis/users',
    'GET /api/-/problems',
    'GET /-/problems',
  ]
  assert.equal(await statuses(rules, lines, { base: '/api' }), [503, 503, 404, 404, 200, 200])
})

const WRONG: readonly (readonly [rule: unknown, pointer: string, message: RegExp])[] = [
  [null, '/rules/1', /needs a setting "when"/],
  [3, '/rules/1', /nothing that rules\.1 can be/],
  [{}, '/rules/1', /needs a setting "when".*; and a setting "then"/],
  [{ when: 'GET /x' }, '/rules/1', /needs a setting "then"/],
  [{ when: 'GET /x', then: {} }, '/rules/1/then', /needs its then/],
  [{ when: 'GET /x', then: null }, '/rules/1', /needs a setting "then"/],
  [{ when: 'GET /x', then: { status: null } }, '/rules/1/then', /needs its then/],
  [{ when: null, then: { status: 500 } }, '/rules/1', /needs a setting "when"/],
  [{ when: 'get /x', then: { status: 500 } }, '/rules/1/when', /a method and a path/],
  [{ when: '/x', then: { status: 500 } }, '/rules/1/when', /a method and a path/],
  [{ when: 'GET x', then: { status: 500 } }, '/rules/1/when', /a method and a path/],
  [{ when: 'GET /x/**/y', then: { status: 500 } }, '/rules/1/when', /a method and a path/],
  [{ when: 'GET /x', thne: {}, then: { status: 500 } }, '/rules/1/thne', /no setting "thne"/],
  [{ when: 'GET /x', with: { headers: {} }, then: { status: 500 } }, '/rules/1/with/headers', /no setting "headers"/],
  [{ when: 'GET /x', times: 0, then: { status: 500 } }, '/rules/1/times', /whole number from 1/],
  [{ when: 'GET /x', after: 'soon', then: { status: 500 } }, '/rules/1/after', /span of time/],
  [{ when: 'GET /x', then: { status: 100 } }, '/rules/1/then/status', /status from 200 to 599/],
  [{ when: 'GET /x', then: { status: 204, body: 'x' } }, '/rules/1/then/body', /no content/],
  [{ when: 'GET /x', then: { status: 500, pass: true } }, '/rules/1/then/pass', /cannot be a status/],
  [{ when: 'GET /x', then: { fault: 'truncate' } }, '/rules/1/then/fault', /there must be one/],
  [{ when: 'GET /x', then: { fault: 'tuncate' } }, '/rules/1/then/fault', /one of reset/],
  [{ when: 'GET /x', then: { wait: '2m' } }, '/rules/1/then/wait', /too long/],
  [{ when: 'GET /x', then: { wait: '9s..1s' } }, '/rules/1/then/wait', /shorter span/],
  [{ when: 'GET /x', then: { headers: { 'a b': 'x' } } }, '/rules/1/then/headers/a b', /cannot be the name/],
  [{ when: 'GET /x', then: { headers: { 'Content-Length': 3 } } }, '/rules/1/then/headers/Content-Length', /itself/],
  [{ when: 'GET /x', then: { headers: { x: 'a\r\nb: c' } } }, '/rules/1/then/headers/x', /character/],
]

for (const [rule, pointer, message] of WRONG)
  tests(`${JSON.stringify(rule)} is wrong at ${pointer}`, async () => {
    const faults = await checkSettings({ rules: [{ when: 'GET /fine', then: { status: 500 } }, rule] })
    assert.equal(
      faults.map(fault => fault.pointer),
      [pointer],
    )
    assert.match(faults[0]?.message ?? '', message)
  })

tests('all that is wrong is told at once, whatever finds it', async () => {
  const faults = await checkSettings({
    rules: [
      { when: 'get /x', then: { status: 500 } },
      { when: 'GET /x' },
      { when: 'GET /x', then: { status: 500 } },
      { when: 'GET /x', then: { fault: 'drip' } },
    ],
  })
  assert.equal(
    faults.map(({ pointer }) => pointer),
    ['/rules/0/when', '/rules/1', '/rules/3/then/fault'],
  )
})

tests('what is wrong with latency and chaos is told, too', async () => {
  for (const [settings, pointer] of [
    [{ latency: 'p50=2s,p99=80ms' }, '/latency'],
    [{ latency: '2m' }, '/latency'],
    [{ latency: 'slow' }, '/latency'],
    [{ chaos: '101%' }, '/chaos'],
    [{ chaos: { share: '10' } }, '/chaos/share'],
    [{ chaos: { statuses: [200] } }, '/chaos/statuses'],
    [{ chaos: { faults: ['rest'] } }, '/chaos/faults'],
    [{ seed: -1 }, '/seed'],
  ] as const) {
    const faults = await checkSettings(settings)
    assert.equal(
      faults.map(fault => fault.pointer),
      [pointer],
      JSON.stringify(faults),
    )
  }
})

tests.run()
