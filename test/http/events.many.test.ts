/** Many feeds and many changes: every subscriber has every event, in order, and leaves nothing behind. */

import * as assert from 'uvu/assert'
import { EVENT_STREAM, readFeed } from '../feed.js'
import { ask, send, served } from '../harness.js'

const FEEDS = 100
const CHANGES = 1000

const many = served('many feeds', { events: { feeds: FEEDS } })

many.test(
  `${FEEDS} feeds, ${CHANGES} changes by several writers: all of them everywhere, in one order`,
  async ({ url }) => {
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
      for (const feed of feeds) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await feed.count(CHANGES)
        assert.is(feed.text(), first?.text())
      }
      assert.is((await ask(`${url}/users`, { headers: EVENT_STREAM })).status, 503)
    } finally {
      for (const feed of feeds) feed.cut()
    }
    // All have left when as many can be opened again.
    for (let opened = 0, tries = 0; opened < FEEDS; tries++) {
      assert.ok(tries < FEEDS + 200, `only ${opened} can be opened`)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const feed = await readFeed(`${url}/users`)
      if (feed.status === 200) opened++
      feeds.push(feed)
      if (opened === FEEDS) for (const open of feeds) open.cut()
    }
  },
)

many.run()
