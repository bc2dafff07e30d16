/** Traffic: requests as they come, found again, opened, and explained; and what happens when there is nothing to follow. */

import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serve } from '../../src/index.js'
import { ask, send, USERS, within } from '../harness.js'
import { barriers, onPage, sidewaysScroll, type Occasion, type Visit } from './on-page.js'

const tests = suite('traffic')

const onTraffic = (occasion: Occasion, use: (visit: Visit) => Promise<void>): Promise<void> =>
  onPage({ hash: '#traffic', ...occasion }, async visit => {
    await visit.page.waitForSelector('.traffic h1')
    await use(visit)
  })

const live = (page: Page) => page.waitForSelector('.feed.live')

/** Method and target of each line, from above. */
const lines = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.entry')].map(
    entry => entry.querySelector('.method').textContent + ' ' + entry.querySelector('.target').firstChild.textContent,
  )`)

/** Waits until there are so many lines; the page's policy lets Playwright wait for nothing but elements. */
const until = (page: Page, count: number): Promise<void> =>
  within(
    10_000,
    `${count} lines`,
    (async () => {
      while ((await page.locator('.entry').count()) !== count) await setTimeout(20)
    })(),
  )

const says = (page: Page, selector: string, text: string): Promise<void> =>
  page.locator(selector, { hasText: text }).first().waitFor()

tests('requests while the page is open: each one is a line, the newest first, once', () =>
  onTraffic({}, async ({ page, url }) => {
    await says(page, '.traffic .card', 'No request yet.')
    await live(page)
    await ask(`${url}/users`)
    await until(page, 1)
    await ask(`${url}/user/nobody`)
    await send('POST', `${url}/user/add?username=carol`, { username: 'carol' })
    await until(page, 3)
    assert.equal(await lines(page), ['POST /user/add?username=carol', 'GET /user/nobody', 'GET /users'])
    const [old, missing] = await page.locator('.entry').allTextContents()
    assert.match(old ?? '', /old style RESTful: → POST \/user\/carol .*201 Created.*application\/json/)
    assert.match(missing ?? '', /not-found .*404 Not Found/)
    await says(page, '.count', '3 requests')
    assert.is(await page.locator('.traffic .card').first().isVisible(), false)
  }),
)

tests('the filter: words and buttons narrow the list, and go on doing so while more comes', () =>
  onTraffic({}, async ({ page, url }) => {
    await live(page)
    await ask(`${url}/users`)
    await ask(`${url}/user/nobody`)
    await ask(`${url}/user/get?username=alice`)
    await until(page, 3)
    for (const [text, found] of [
      ['nobody', ['GET /user/nobody']],
      ['NOT-found 404', ['GET /user/nobody']],
      ['get /user/alice', ['GET /user/get?username=alice']],
      ['problem+json', ['GET /user/nobody']],
    ] as const) {
      await page.getByLabel('Filter').fill(text)
      assert.equal(await lines(page), found, text)
      await says(page, '.count', '1 of 3 requests')
    }
    await page.getByLabel('Filter').fill('zebra')
    await says(page, '.traffic .card', 'Nothing fits the filter: 0 of 3 requests.')
    await page.getByLabel('Filter').fill('')
    await until(page, 3)
    await page.getByRole('button', { name: '4xx' }).click()
    await page.getByRole('button', { name: '2xx' }).click()
    await until(page, 3)
    await page.getByRole('button', { name: 'Old' }).click()
    assert.equal(await lines(page), ['GET /user/get?username=alice'])
    await ask(`${url}/users`)
    await ask(`${url}/user/get?username=bob`)
    await until(page, 2)
    assert.equal(await lines(page), ['GET /user/get?username=bob', 'GET /user/get?username=alice'])
    await says(page, '.count', '2 of 5 requests')
  }),
)

tests('Pause: new lines wait and are counted, until Resume', () =>
  onTraffic({}, async ({ page, url }) => {
    await live(page)
    await ask(`${url}/users`)
    await until(page, 1)
    await page.getByRole('button', { name: 'Pause' }).click()
    await ask(`${url}/user/alice`)
    await ask(`${url}/user/bob`)
    await says(page, '.held', '2 new')
    assert.equal(await lines(page), ['GET /users'])
    await page.getByRole('button', { name: 'Resume' }).click()
    await until(page, 3)
    assert.equal(await lines(page), ['GET /user/bob', 'GET /user/alice', 'GET /users'])
  }),
)

const REASONS: readonly (readonly [accept: string | undefined, path: string, reason: string])[] = [
  [
    'application/xml;q=0.9, text/*;q=0.1',
    '/users',
    'Accept said application/xml;q=0.9, text/*;q=0.1; the range application/xml;q=0.9 fits best, so it was application/xml.',
  ],
  ['*/*', '/users', 'Accept said */*. Anything would do, so it was application/json, the first format.'],
  [
    'image/png',
    '/users',
    'Accept said image/png. Nothing that can be written fits, so it was 406, as application/problem+json.',
  ],
  [
    'application/json',
    '/user/nobody',
    'Accept said application/json. A problem has formats of its own; it was application/problem+json.',
  ],
  ['nonsense', '/users', 'Accept said nonsense, which cannot be used, so it is application/json, the first format.'],
]

tests('a click: why the answer has its format', () =>
  onTraffic({}, async ({ page, url }) => {
    for (const [accept = '', path] of REASONS) await ask(url + path, { headers: { accept } })
    await live(page)
    await until(page, REASONS.length)
    for (const [index, [, , reason]] of REASONS.entries()) {
      await page.locator(`.entry[href="#traffic/${index + 1}"]`).click()
      await says(page, '.reasons', reason)
      assert.is(new URL(page.url()).hash, `#traffic/${index + 1}`)
    }
    await says(page, '.detail .message', 'nonsense')
    // Where there is room, beside the list.
    const [list, detail] = await Promise.all([
      page.locator('.entries').boundingBox(),
      page.locator('.detail').boundingBox(),
    ])
    assert.ok(list !== null && detail !== null && detail.x >= list.x + list.width, JSON.stringify([list, detail]))
  }),
)

tests('a precondition: what came of it', () =>
  onTraffic({}, async ({ page, url }) => {
    await ask(`${url}/user/alice`, { headers: { 'if-none-match': '*' } })
    await page.locator('.entry').click()
    await says(page, '.reasons', 'If-None-Match names what the client has; that is still right')
    await says(page, '.reasons', 'The answer has no content, so there was no format to choose.')
  }),
)

tests('an old-style request: its RESTful twin, and what it would change', () =>
  onTraffic({}, async ({ page, url }) => {
    await ask(`${url}/user/remove?username=bob`)
    await page.locator('.entry.old').click()
    await says(page, '.twin-note', 'RESTful, it would be DELETE /user/bob.')
    await says(page, '.twin-note', 'GET promises to change nothing')
    assert.is(await page.locator('.twin-note a').getAttribute('href'), '#compare')
  }),
)

tests('the keyboard: Tab to the list, arrows, Enter, and Escape back to the line', () =>
  onTraffic({}, async ({ page, url }) => {
    for (const name of ['alice', 'bob', 'nobody']) await ask(`${url}/user/${name}`)
    await live(page)
    await until(page, 3)
    const focused = () => page.evaluate<string>(`document.activeElement.getAttribute('href')`)
    await page.getByRole('button', { name: 'RESTful' }).focus()
    await page.keyboard.press('Tab')
    assert.is(await focused(), '#traffic/3')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await says(page, '.detail h2', 'GET /user/bob')
    await page.keyboard.press('ArrowUp')
    await says(page, '.detail h2', 'GET /user/nobody')
    assert.is(await page.locator('.reasons a').getAttribute('href'), '/-/problems/not-found')
    await page.keyboard.press('End')
    await says(page, '.detail h2', 'GET /user/alice')
    assert.is(await page.locator('.entry[aria-current]').getAttribute('href'), '#traffic/1')
    await ask(`${url}/users`)
    await until(page, 4)
    assert.is(await focused(), '#traffic/1')
    // From within the details, too.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    assert.is(await page.locator('.detail').isVisible(), false)
    assert.is(await focused(), '#traffic/1')
    assert.is(new URL(page.url()).hash, '#traffic')
  }),
)

tests('#traffic/1: the address opens it; #traffic/99 is not there, and says so', () =>
  onTraffic({}, async ({ page, url }) => {
    await ask(`${url}/user/alice`)
    await page.goto(`${url}/-/#traffic/1`)
    await says(page, '.detail h2', 'GET /user/alice')
    await page.goto(`${url}/-/#traffic/99`)
    await says(page, '.detail', 'The journal does not have it any more.')
  }),
)

tests('Clear: DELETE /-/requests', () =>
  onTraffic({}, async ({ page, api, url }) => {
    await ask(`${url}/users`)
    await page.locator('.entry').click()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await says(page, '.notice', 'DELETE /-/requests: the journal is empty.')
    await until(page, 0)
    assert.is(await page.locator('.detail').isVisible(), false)
    assert.equal(await api.requests(), [])
    await ask(`${url}/users`)
    await until(page, 1)
  }),
)

tests('what is looked at stays where it is when more comes', () =>
  onTraffic({}, async ({ page, url }) => {
    await live(page)
    for (let count = 0; count < 60; count++) await ask(`${url}/user/alice`)
    await until(page, 60)
    const top = () =>
      page.evaluate<number>(`document.querySelector('[href="#traffic/20"]').getBoundingClientRect().top`)
    await page.locator('.entry[href="#traffic/20"]').scrollIntoViewIfNeeded()
    const before = await top()
    for (let count = 0; count < 5; count++) await ask(`${url}/user/bob`)
    await until(page, 65)
    assert.ok(Math.abs((await top()) - before) < 1, `${before} -> ${await top()}`)
  }),
)

tests('a hidden tab: the stream ends, and what came meanwhile is there when it is shown', () =>
  onTraffic({}, async ({ page, url }) => {
    await live(page)
    await ask(`${url}/users`)
    await until(page, 1)
    const turn = (state: string) =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    const ended = page.waitForEvent('requestfailed', request => request.url().endsWith('/-/requests'))
    await turn('hidden')
    await ended
    await ask(`${url}/user/alice`)
    await ask(`${url}/user/bob`)
    await page.waitForTimeout(300)
    assert.is(await page.locator('.entry').count(), 1)
    await turn('visible')
    await until(page, 3)
    await ask(`${url}/users`)
    await until(page, 4)
  }),
)

tests('the server goes and comes again: that is said, and the new journal followed', () =>
  onTraffic({}, async ({ page, api, url }) => {
    await live(page)
    for (const name of ['alice', 'bob']) await ask(`${url}/user/${name}`)
    await until(page, 2)
    await api.close()
    await page.waitForSelector('.feed.gone')
    const next = await serve(USERS, { legacy: true, port: api.port })
    try {
      await ask(`${url}/users`)
      await live(page)
      await until(page, 1)
      await ask(`${url}/user/nobody`)
      await until(page, 2)
      assert.equal(await lines(page), ['GET /user/nobody', 'GET /users'])
    } finally {
      await next.close()
    }
  }),
)

tests('journal: false: it is off, and how to turn it on', () =>
  onTraffic({ settings: { journal: false } }, async ({ page }) => {
    await says(page, '.traffic .card', 'The journal is off')
    await says(page, '.traffic .card', 'journal: true')
    assert.is(await page.locator('.entries').isVisible(), false)
  }),
)

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [320, 1280])
    tests(
      `an open request, ${colorScheme}, ${width} px: nothing serious for axe-core, nothing to scroll sideways for`,
      () =>
        onTraffic({ browser: { colorScheme, viewport: { width, height: 800 } } }, async ({ page, url }) => {
          await ask(`${url}/user/${'nobody-'.repeat(20)}`, { headers: { accept: 'image/png, text/html;q=0.1' } })
          await ask(`${url}/user/update?username=alice`, { method: 'POST' })
          await until(page, 2)
          assert.equal(await barriers(page), [])
          assert.is(await sidewaysScroll(page), 0)
          for (const id of [1, 2]) {
            await page.goto(`${url}/-/#traffic/${id}`)
            await page.waitForSelector('.detail .wire')
            assert.equal(await barriers(page), [])
            assert.is(await sidewaysScroll(page), 0)
          }
        }),
    )

tests.run()
