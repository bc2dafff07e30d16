/** What a key does, without a terminal: a line goes in, a sentence comes out, and the server is another one. */

import { Chalk } from 'chalk'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { press, type Stage } from '../../src/cli/keys.js'
import { mergeSettings } from '../../src/config.js'
import { objectFixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/grammar.js'
import { start } from '../../src/server/start.js'
import { ask, send, within } from '../harness.js'

const keys = suite('keys')

interface Played {
  readonly url: string
  readonly stage: Stage
  readonly addresses: readonly string[]
  /** Types a line, and gives what is said then. */
  type(line: string): Promise<string>
}

const DATA = { users: [{ username: 'alice' }, { username: 'bob' }], books: [{ isbn: 'x1', title: 'Emma' }] }

/** A server with somebody at its keys. */
const played = async (settings: Settings, use: (played: Played) => Promise<void>): Promise<void> => {
  const { fixture } = await objectFixture(DATA)
  if (fixture === undefined) throw new Error('the fixture of the test is broken')
  const merged = mergeSettings([{ port: 0, seed: 1 }, settings])
  const server = await start(fixture, merged)
  const said: string[] = []
  const addresses: string[] = []
  const stage: Stage = {
    server,
    origin: 'users.yaml',
    chalk: new Chalk({ level: 0 }),
    say: text => void said.push(text),
    browse: address => void addresses.push(address),
    quit: () => void said.push('(quit)'),
  }
  const type = async (line: string): Promise<string> => {
    await press(line, stage)
    return said.splice(0).join('\n')
  }
  try {
    await within(20_000, 'the test', use({ url: server.url + server.app.config.base, stage, addresses, type }))
  } finally {
    await server.close()
  }
}

keys('r: all records are as in the fixture again; u: as before that', () =>
  played({}, async ({ url, type }) => {
    await send('DELETE', `${url}/user/alice`, undefined)
    await send('POST', `${url}/user/carol`, {})
    assert.is(await type('r'), 'Reset: 2 users, 1 book, as in users.yaml.')
    assert.is((await ask(`${url}/user/alice`)).status, 200)
    assert.is((await ask(`${url}/user/carol`)).status, 404)
    assert.match(await type('u'), /^Undone: .*removed user carol.*\.$/)
    assert.is((await ask(`${url}/user/alice`)).status, 404)
    assert.is((await ask(`${url}/user/carol`)).status, 200)
  }),
)

keys('u: the last change, then the one before, then nothing', () =>
  played({}, async ({ url, type }) => {
    await send('DELETE', `${url}/book/x1`, undefined)
    await send('PATCH', `${url}/user/bob`, { age: 5 })
    assert.is(await type('u'), 'Undone: updated user bob.')
    assert.is(await type('u'), 'Undone: removed book x1.')
    assert.is(await type('u'), 'Nothing has been changed that could be undone.')
    assert.is((await ask(`${url}/book/x1`)).status, 200)
  }),
)

keys('u: of a step with many changes, the first ones are named', () =>
  played({}, async ({ url, stage, type }) => {
    const { world } = stage.server.app.service
    await world.become(new Map([['user', 'abcdefg'.split('').map(key => ({ key, fields: { username: key } }))]]))
    assert.match(await type('u'), /^Undone: \w+ \w+ \w+, \w+ \w+ \w+, \w+ \w+ \w+, \w+ \w+ \w+, 6 more\.$/)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
  }),
)

keys('s, b: to and fro, and a name that somebody else has is not taken', () =>
  played({}, async ({ url, stage, type }) => {
    assert.is(await type('b'), 'There is no snapshot yet. s takes one.')
    await stage.server.app.service.world.take('s1')
    await send('POST', `${url}/user/carol`, {})
    assert.is(await type('s'), 'Snapshot s2: 3 users, 1 book. b goes back to it.')
    await send('DELETE', `${url}/user/carol`, undefined)
    assert.is(await type('b'), 'Back at snapshot s2: 3 users, 1 book.')
    assert.is((await ask(`${url}/user/carol`)).status, 200)
    assert.is((await ask(`${url}/-/snapshots/s2`)).status, 200)
  }),
)

const LATENCIES: [settings: Settings, said: string[]][] = [
  [{}, ['Latency on: 200ms.', 'Latency off.', 'Latency on: 200ms.']],
  [{ latency: false }, ['Latency on: 200ms.', 'Latency off.']],
  [{ latency: '7ms' }, ['Latency off.', 'Latency on: 7ms.']],
  [{ latency: true }, ['Latency off.', 'Latency on: 200ms.']],
]
for (const [settings, said] of LATENCIES)
  keys(`l, with ${JSON.stringify(settings)}: ${said.join(' ')}`, () =>
    played(settings, async ({ type }) => {
      for (const [index, expected] of said.entries())
        // oxlint-disable-next-line no-await-in-loop -- one press after the other
        assert.is(await type('l'), expected, `press ${index + 1}`)
    }),
  )

keys('e: what the settings say fails, and then nothing does', () =>
  played({ chaos: { share: '100%', statuses: [507] } }, async ({ url, type }) => {
    assert.is((await ask(`${url}/users`)).status, 507)
    assert.is(await type('e'), 'Errors off.')
    assert.is((await ask(`${url}/users`)).status, 200)
    assert.is(await type('e'), 'Errors on: 100% of the requests: 507.')
    assert.is((await ask(`${url}/users`)).status, 507)
  }),
)

keys('e, without a setting: 10%, and l beside it', () =>
  played({}, async ({ type }) => {
    assert.is(await type('e'), 'Errors on: 10% of the requests: 500, 503.')
    assert.is(await type('l'), 'Latency on: 200ms.')
    const help = await type('h')
    assert.match(help, /\n {2}l {2}latency on or off, now on: 200ms\n/)
    assert.match(help, /\n {2}e {2}errors on or off, now on: 10% of the requests: 500, 503\n/)
    await type('e')
    assert.match(await type('h'), /now on: 200ms\n.*now off\n/)
  }),
)

keys('l, e: what clients have changed stays changed', () =>
  played({}, async ({ url, type }) => {
    await send('POST', `${url}/user/carol`, {})
    await type('e')
    await type('e')
    assert.is((await ask(`${url}/user/carol`)).status, 200)
    assert.is(await type('u'), 'Undone: created user carol.')
  }),
)

keys('h: every key, in 80 columns', () =>
  played({ base: '/api' }, async ({ type }) => {
    const help = await type('h')
    const found = [...help.matchAll(/^ {2}(\w) {2}\S/gm)].map(([, key]) => key)
    assert.equal(found, ['r', 's', 'b', 'u', 'l', 'e', 'o', 'h', 'q'])
    for (const line of help.split('\n')) assert.ok(line.length <= 76, line)
  }),
)

keys('o: the page below the base', () =>
  played({ base: '/api' }, async ({ url, addresses, type }) => {
    assert.is(await type('o'), `Opening ${url}/-/`)
    assert.equal(addresses, [`${url}/-/`])
    assert.match(url, /\/api$/)
  }),
)

keys('o without a page: the root', () =>
  played({ page: false }, async ({ url, addresses, type }) => {
    assert.is(await type('o'), `Opening ${url}/`)
    assert.equal(addresses, [`${url}/`])
  }),
)

const LINES: [line: string, said: string][] = [
  ['q', '(quit)'],
  [' Q\t', '(quit)'],
  ['', ''],
  ['   ', ''],
  ['x', 'There is no key "x". h shows all.'],
  ['exit', 'There is no key "exit". h shows all.'],
  ['\u001b[A', 'There is no key "\\u001b[A". h shows all.'],
  ['y'.repeat(99), `There is no key "${'y'.repeat(19)}…". h shows all.`],
]
keys('lines that are no key, and those that are one all the same', () =>
  played({}, async ({ type }) => {
    for (const [line, said] of LINES)
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      assert.is(await type(line), said, JSON.stringify(line))
  }),
)

keys.run()
