/** Who still calls the old style: counted by call and User-Agent, bounded, kept over a reload, told when the server stops. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newCallers, type Call } from '../../src/features/legacy/callers.js'
import type { Settings } from '../../src/grammar.js'
import { inside, type Inside } from './inside.js'

const counting = suite('callers counted')

const call = (parts: Partial<Call> = {}): Call => ({
  method: 'GET',
  path: '/user/get?username=…',
  twin: 'GET /user/{username}',
  agent: 'curl/8',
  key: 'alice',
  failed: false,
  ...parts,
})

counting('the same call from the same User-Agent is one caller, with the last key and the last time', () => {
  const callers = newCallers()
  callers.see(call(), 1)
  callers.see(call({ key: 'bob', failed: true }), 2)
  callers.see(call({ key: undefined, failed: true }), 3)
  assert.equal(callers.all(), [
    {
      method: 'GET',
      path: '/user/get?username=…',
      twin: 'GET /user/{username}',
      agent: 'curl/8',
      count: 3,
      failed: 2,
      last: 3,
      key: 'bob',
    },
  ])
})

for (const [title, other] of [
  ['method', { method: 'HEAD' }],
  ['path', { path: '/user/remove?username=…' }],
  ['User-Agent', { agent: 'curl/9' }],
  ['no User-Agent', { agent: undefined }],
] as const)
  counting(`another ${title}: another caller`, () => {
    const callers = newCallers()
    callers.see(call(), 1)
    callers.see(call(other), 2)
    assert.equal(
      callers.all().map(({ count }) => count),
      [1, 1],
    )
  })

counting('no User-Agent and an empty one are the same', () => {
  const callers = newCallers()
  callers.see(call({ agent: undefined }), 1)
  callers.see(call({ agent: '' }), 2)
  assert.equal(
    callers.all().map(({ agent, count }) => [agent, count]),
    [[null, 2]],
  )
})

counting('who calls most stands first; of those who call as often, who came last', () => {
  const callers = newCallers()
  for (const [time, agent] of ['a', 'b', 'b', 'c'].entries()) callers.see(call({ agent }), time)
  assert.equal(
    callers.all().map(({ agent }) => agent),
    ['b', 'c', 'a'],
  )
})

counting('one too many: the one not seen for longest makes room, however often it called', () => {
  const callers = newCallers(2)
  for (const [time, agent] of ['a', 'a', 'a', 'b', 'a', 'c', 'c', 'd'].entries()) callers.see(call({ agent }), time)
  assert.equal(
    callers.all().map(({ agent, count }) => [agent, count]),
    [
      ['c', 2],
      ['d', 1],
    ],
  )
  assert.is(callers.total, 8)
  callers.clear()
  assert.is(callers.total, 0)
  assert.equal(callers.all(), [])
})

counting('10,000 User-Agents: a thousand callers', () => {
  const callers = newCallers()
  for (let time = 0; time < 10_000; time++) callers.see(call({ agent: `agent/${time}` }), time)
  assert.is(callers.all().length, 1000)
  assert.is(callers.all().at(-1)?.agent, 'agent/9000')
})

for (const [title, sent, shown] of [
  ['controls and what turns the line around', 'a\u001b[31m\u009b\u202eb', String.raw`a\u001b[31m\u009b\u202eb`],
  ['160 characters', 'x'.repeat(160), 'x'.repeat(160)],
  ['more than that', 'x'.repeat(8000), `${'x'.repeat(159)}…`],
] as const)
  counting(`a User-Agent with ${title}: clipped, printable`, () => {
    const callers = newCallers()
    callers.see(call({ agent: sent, key: sent }), 1)
    const [caller] = callers.all()
    assert.is(caller?.agent, shown)
    assert.ok((caller?.key?.length ?? 0) <= shown.length)
    assert.not.match(caller?.key ?? '', /\p{Cc}/u)
  })

const leaving = suite('farewell to the old style')
const LEGACY: Settings = { legacy: true }

const get = (server: Inside, target: string, agent = 'curl/8') =>
  server.send('GET', target, undefined, { 'user-agent': agent })

leaving('no old-style call: nothing to say', async () => {
  const server = await inside(LEGACY)
  await get(server, '/user/alice')
  await get(server, '/users/get?username=alice')
  assert.equal(server.app.farewell(), [])
})

leaving('one call: said so', async () => {
  const server = await inside(LEGACY)
  await get(server, '/user/get?username=alice')
  assert.equal(server.app.farewell(), [
    '1 old-style call, with its RESTful twin:',
    '  1  GET /user/get?username=…  -> GET /user/{username}  just now  curl/8',
  ])
})

leaving('columns as wide as their widest cell, ages by the clock', async () => {
  const server = await inside(LEGACY)
  const { clock } = server
  await server.send('POST', '/user/add?username=carol')
  clock.advance(2 * 86_400_000)
  for (let round = 0; round < 10; round++)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await get(server, '/user/remove?username=bob', 'x'.repeat(100))
  clock.advance(3_600_000)
  await get(server, '/user/get?username=bob')
  clock.advance(61_000)
  await get(server, '/user/get?username=alice', 'wget')
  clock.advance(59_000)
  assert.equal(server.app.farewell(), [
    '13 old-style calls, with their RESTful twins:',
    `  10  GET /user/remove?username=…  -> DELETE /user/{username}  1 h ago    ${'x'.repeat(63)}…`,
    '   1  GET /user/get?username=…     -> GET /user/{username}     59 s ago   wget',
    '   1  GET /user/get?username=…     -> GET /user/{username}     2 min ago  curl/8',
    '   1  POST /user/add?username=…    -> POST /user/{username}    2 d ago    -',
  ])
})

for (const [title, settings, more] of [
  ['', {}, '  and 2 more; GET /-/legacy lists all, as long as the server runs'],
  [' without /-/', { control: false }, '  and 2 more'],
] as const)
  leaving(`twelve callers${title}: ten of them, and 2 more`, async () => {
    const server = await inside({ ...LEGACY, ...settings })
    for (let agent = 1; agent <= 12; agent++)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await get(server, '/user/get?username=alice', `agent/${agent}`)
    const lines = server.app.farewell()
    assert.is(lines.length, 12)
    assert.match(lines[1] ?? '', /agent\/12$/)
    assert.is(lines.at(-1), more)
  })

leaving(
  'what was counted is still there after a change of the settings, and after a while without --legacy',
  async () => {
    const first = await inside(LEGACY)
    await get(first, '/user/get?username=alice')
    const second = await inside({ legacy: { envelope: true } }, undefined, first)
    await first.app.close(undefined, second.app)
    await get(second, '/user/get?username=alice')
    const off = await inside({}, undefined, second)
    await second.app.close(undefined, off.app)
    await get(off, '/user/get?username=alice')
    assert.equal(off.app.farewell(), [])
    const third = await inside(LEGACY, undefined, off)
    assert.match(third.app.farewell()[0] ?? '', '2 old-style calls')
  },
)

leaving('a sandbox counts its own', async () => {
  const server = await inside(LEGACY)
  await server.send('GET', '/user/get?username=alice', undefined, { 'restage-sandbox': 'a' })
  assert.equal(server.app.farewell(), [])
})

const noting = suite('the log of the old style')

for (const [settings, method, target, note] of [
  [true, 'GET', '/user/get?username=alice', 'old style; RESTful: GET /user/alice'],
  [true, 'POST', '/user/add?username=a%2Fb', '-> /user/a%2Fb (old style; RESTful: POST /user/a%2Fb)'],
  [true, 'GET', '/user/remove?username=bob', 'old style; RESTful: DELETE /user/bob'],
  [true, 'POST', '/user/update?username=nobody', 'There is no user "nobody". (old style; RESTful: PUT /user/nobody)'],
  [true, 'GET', '/user/get?username=', 'The parameter username is empty. (old style; RESTful: GET /user/{username})'],
  [
    true,
    'PUT',
    '/user/get?username=a&username=b',
    'PUT cannot be used on /user/get, which takes GET. (old style; RESTful: GET /user/{username})',
  ],
  [
    { envelope: true },
    'GET',
    '/user/get?username=nobody',
    '404 in the envelope (old style; RESTful: GET /user/nobody)',
  ],
  [{ envelope: true }, 'GET', '/user/get?username=', '400 in the envelope (old style; RESTful: GET /user/{username})'],
] as const)
  noting(`${method} ${target}${settings === true ? '' : ' in the envelope'}: ${note}`, async () => {
    const { send } = await inside({ legacy: settings })
    assert.is((await send(method, target)).note, note)
  })

counting.run()
leaving.run()
noting.run()
