/** Feeds that are open while the settings change: they tell what may be read now, as it is shown now, or they end. */

// oxlint-disable no-await-in-loop -- what is tested is one thing after the other

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objectFixture, type Fixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/index.js'
import { start } from '../../src/server/start.js'
import { readFeed, type Reader } from '../feed.js'
import { send, USERS, within } from '../harness.js'

const reload = suite('feeds over a reload')

const fixtureOf = async (settings: object): Promise<Fixture> => {
  const { fixture, issues } = await objectFixture({ ...USERS, restage: settings })
  if (fixture === undefined) throw new Error(JSON.stringify(issues))
  return fixture
}

/** A feed that is opened under the settings before, and what it is like under those after. */
const over = (
  title: string,
  [before, after]: readonly [Settings, Settings],
  [path, headers]: readonly [string, Record<string, string>],
  check: (feed: Reader, url: string) => Promise<void>,
): void =>
  reload(title, async () => {
    const server = await start(await fixtureOf(before), { port: 0, ...before })
    try {
      const feed = await readFeed(server.url + path, headers)
      try {
        await feed.until(/retry:/)
        // Something else first: what was open before that is still to be found.
        await server.replace(await fixtureOf({ ...before, list: 'envelope' }), { port: 0, ...before, list: 'envelope' })
        await server.replace(await fixtureOf(after), { port: 0, ...after })
        await within(10_000, title, check(feed, server.url))
      } finally {
        feed.cut()
      }
    } finally {
      await within(10_000, 'closing', server.close())
    }
  })

const ALICE = { username: 'alice', password: 'white-rabbit' }
const inside = { 'restage-sandbox': 'a' }

over(
  'protect: all comes: who is not logged in is told nothing more',
  [{}, { auth: { protect: 'all' } }],
  ['/users', {}],
  async (feed, url) => {
    const cookie = (await send('POST', `${url}/session`, ALICE)).headers.get('set-cookie')?.split(';')[0] ?? ''
    assert.is((await send('PATCH', `${url}/user/bob`, { age: 77 }, { cookie })).status, 200)
    await feed.ended
    assert.not.match(feed.text(), '77')
  },
)

over(
  'a version goes: who follows it has to come back',
  [{ versions: { by: 'path', '1': { rename: { name: 'fullName' } }, '2': {} } } as Settings, {}],
  ['/v1/users', {}],
  feed => feed.ended,
)

for (const after of [{ sandboxes: false }, { events: false }])
  over(`${JSON.stringify(after)} comes: a feed of a sandbox ends`, [{}, after], ['/users', inside], feed => feed.ended)

over('another setting: a feed of a sandbox goes on', [{}, { legacy: true }], ['/users', inside], async (feed, url) => {
  assert.is((await send('PATCH', `${url}/user/bob`, { age: 77 }, inside)).status, 200)
  await feed.until(/"age":77/)
})

reload.run()
