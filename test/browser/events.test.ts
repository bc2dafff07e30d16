/** A browser's own EventSource on the change feed: events by name, from another origin too, and resumed after a cut. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send, USERS, within, withServer } from '../harness.js'
import { withRelay } from '../relay.js'
import { withBrowser } from './chromium.js'
import { withPage } from './page.js'

/** What the page has been told. */
declare const seen: string[]

const follow = async (url: string): Promise<void> => {
  const told: string[] = []
  Object.assign(globalThis, { seen: told })
  const source = new EventSource(url)
  for (const name of ['created', 'updated', 'removed', 'reset'])
    source.addEventListener(name, event => {
      const { username, representation } = JSON.parse(event.data as string) as {
        username?: string
        representation?: { name?: string } | null
      }
      told.push(`${name} ${username} ${representation?.name ?? '-'}`)
    })
  await new Promise((resolve, reject) => {
    source.addEventListener('open', resolve, { once: true })
    source.addEventListener('error', () => reject(new Error('no feed')), { once: true })
  })
}

const browser = suite('feeds in a browser')

browser('new EventSource(url + "/users"): curl and the old URLs, a cut before the first event, and more cuts', () =>
  withServer(USERS, { legacy: true, events: { retry: '20ms' } }, ({ url, port }) =>
    withRelay(port, relay =>
      withPage(home =>
        withBrowser(async chromium => {
          const page = await chromium.newPage()
          const faults: string[] = []
          page.on('pageerror', error => faults.push(error.message))
          await page.goto(`http://localhost:${home}/`)
          await page.evaluate(follow, `http://127.0.0.1:${relay.port}/users`)
          relay.cut()
          const expected: string[] = []
          for (let round = 0; round < 6; round++) {
            // oxlint-disable no-await-in-loop -- one after the other
            await send('POST', `${url}/user/dora`, { name: `Dora ${round}`, password: 'never' })
            await send('PUT', `${url}/user/dora`, { name: `Theodora ${round}` })
            if (round % 2 === 0) relay.cut()
            await send('POST', `${url}/user/update?username=dora`, { name: `Thea ${round}` })
            if (round % 2 === 0) await ask(`${url}/user/remove?username=dora`)
            else await ask(`${url}/user/dora`, { method: 'DELETE' })
            expected.push(
              `created dora Dora ${round}`,
              `updated dora Theodora ${round}`,
              `updated dora Thea ${round}`,
              'removed dora -',
            )
            if (round === 3)
              await within(
                15_000,
                'the events so far',
                page.waitForFunction(count => seen.length >= count, expected.length),
              )
            // oxlint-enable no-await-in-loop
          }
          await within(
            15_000,
            'all events',
            page.waitForFunction(count => seen.length >= count, expected.length),
          )
          assert.equal(await page.evaluate(() => seen), expected)
          assert.ok(relay.connections() > 2, 'it was really cut')
          assert.equal(faults, [])
        }),
      ),
    ),
  ),
)

browser.run()
