/** Many feeds and many changes: every subscriber has every event, in order, and leaves nothing behind. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serve } from '../../src/index.js'
import { EVENT_STREAM, readFeed, type Reader } from '../feed.js'
import { ask, send, USERS, within } from '../harness.js'

const FEEDS = 100
const CHANGES = 1000

const follow = async (url: string): Promise<void> => {
  const feeds = await Promise.all(Array.from({ length: FEEDS }, () => readFeed(`${url}/users`)))
  try {
    let next = 0
    const write = async (): Promise<void> => {
      // oxlint-disable-next-line no-await-in-loop -- each writer does one after the other
      while (next < CHANGES) await send('PATCH', `${url}/user/${next % 2 === 0 ? 'alice' : 'bob'}`, { n: next++ })
    }
    await Promise.all(Array.from({ length: 4 }, write))
    const [first] = feeds
    const expected = await first?.count(CHANGES)
    assert.equal(
      expected?.map(({ data }) => data['revision']),
      Array.from({ length: CHANGES }, (_, n) => n + 3),
    )
    for (const [index, feed] of feeds.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await feed.count(CHANGES)
      assert.ok(feed.text() === first?.text(), `feed ${index} is told the same as the first`)
    }
    assert.is((await ask(`${url}/users`, { headers: EVENT_STREAM })).status, 503)
  } finally {
    for (const feed of feeds) feed.cut()
  }
}

/** All have left when as many can be opened again. */
const followAgain = async (url: string): Promise<void> => {
  const feeds: Reader[] = []
  try {
    for (let tries = 0; feeds.length < FEEDS; tries++) {
      assert.ok(tries < FEEDS * 10, `only ${feeds.length} can be opened`)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const feed = await readFeed(`${url}/users`)
      if (feed.status === 200) feeds.push(feed)
    }
  } finally {
    for (const feed of feeds) feed.cut()
  }
}

const many = suite('many feeds')

many(`${FEEDS} feeds, ${CHANGES} changes by several writers: all of them everywhere, in one order`, async () => {
  const api = await serve(USERS, { events: { feeds: FEEDS, heartbeat: '10m' } })
  try {
    await within(90_000, 'following', follow(api.url))
    await within(20_000, 'following again', followAgain(api.url))
  } finally {
    await within(10_000, 'closing the server', api.close())
  }
})

many.run()
