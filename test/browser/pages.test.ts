/** The pages in a real browser: what they show, what they fetch, how they look when it is dark or narrow, and the keyboard. */

import type { BrowserContextOptions, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withServer } from '../harness.js'
import { DRAWING, withBrowser } from './chromium.js'
import { sidewaysScroll } from './on-page.js'

const DEMONSTRATION = new URL('../../fixtures/users.yaml', import.meta.url).pathname

interface Visit {
  readonly page: Page
  readonly url: string
  /** What went wrong in the browser, in its own words. */
  readonly complaints: string[]
  /** Every URL that was asked for. */
  readonly requests: string[]
}

/** A page of its own on a server of its own; afterwards nothing may have been complained of or fetched from elsewhere. */
const visit = (options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void> =>
  // What is looked at here is the plain HTML of each resource, that of the root as well.
  withServer(DEMONSTRATION, { page: { root: false } }, ({ url }) =>
    withBrowser(async browser => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      context.setDefaultTimeout(10_000)
      const page = await context.newPage()
      const [complaints, requests]: [string[], string[]] = [[], []]
      page.on('console', message => {
        // The browser itself reports a document that is 404; that is what was asked for.
        const own = message.type() === 'error' && /status of 404/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !own) complaints.push(message.text())
      })
      page.on('pageerror', error => complaints.push(error.message))
      page.on('request', request => requests.push(request.url()))
      await use({ page, url, complaints, requests })
      assert.equal(complaints, [])
      assert.ok(requests.length > 0)
      for (const request of requests) assert.is(new URL(request).origin, new URL(url).origin)
    }, DRAWING),
  )

const PAGES = [
  '/',
  '/users',
  '/user/alice',
  '/user/zo%C3%AB',
  '/user/nobody',
  '/nowhere',
  '/-/problems',
  '/-/problems/not-found',
]

/** Tab until the link is in focus, as somebody without a mouse does; then Enter. */
const followByKeyboard = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const [text, outline] = await page.evaluate<[string, string]>(
      `[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]`,
    )
    if (text.trim() !== name) continue
    assert.is.not(outline, 'none', 'where the focus is can be seen')
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')])
    return
  }
  throw new Error(`the keyboard does not reach "${name}" on ${page.url()}`)
}

/** Three channels of 0 to 255 each. Where the style were not let in by its own policy, the ground would be transparent: 0. */
const brightness = async (page: Page): Promise<number> => {
  const color = await page.evaluate<string>(`getComputedStyle(document.body).backgroundColor`)
  return (color.match(/\d+/g) ?? []).slice(0, 3).reduce((total, channel) => total + Number(channel), 0)
}

const pages = suite('pages')

pages('/user/alice is a page about Alice, without her password', () =>
  visit({}, async ({ page, url }) => {
    const response = await page.goto(`${url}/user/alice`)
    assert.is(response?.status(), 200)
    assert.match(response?.headers()['content-type'] ?? '', /^text\/html/)
    assert.match(await page.title(), 'alice')
    const text = await page.innerText('main')
    assert.match(text, 'Alice Liddell')
    assert.match(text, 'alice@example.com')
    assert.not.match(text, /password|white-rabbit/)
  }),
)

pages('/users is a table with a row and a link for each user', () =>
  visit({}, async ({ page, url }) => {
    await page.goto(`${url}/users`)
    assert.is(await page.locator('table').count(), 1)
    assert.is(await page.locator('tbody tr').count(), 13)
    assert.is(await page.locator('th[scope=row] a, td a').first().getAttribute('href'), '/user/alice')
    for (const href of ['/user/a%2Fb', '/user/mary%20ann', '/user/add', '/user/alice.json'])
      assert.is((await page.locator(`table a[href="${href}"]`).count()) > 0, true, href)
  }),
)

pages('from / to the users, to a user and back, with the keyboard alone', () =>
  visit({}, async ({ page, url }) => {
    await page.goto(`${url}/`)
    await followByKeyboard(page, '/users')
    assert.is(page.url(), `${url}/users`)
    await followByKeyboard(page, 'bob')
    assert.is(page.url(), `${url}/user/bob`)
    assert.match(await page.innerText('main'), 'Robert Fielding')
    await followByKeyboard(page, '← All users')
    assert.is(page.url(), `${url}/users`)
  }),
)

pages('an unknown user: a page that says so, suggests the one that was meant, and explains itself', () =>
  visit({}, async ({ page, url }) => {
    const response = await page.goto(`${url}/user/alcie`)
    assert.is(response?.status(), 404)
    assert.match(await page.innerText('main'), /There is no user "alcie"/)
    await page.locator('a[href="/user/alice"]').first().click()
    assert.is(page.url(), `${url}/user/alice`)
    await page.goBack()
    await page.locator('a[href="/-/problems/not-found"]').first().click()
    assert.is(page.url(), `${url}/-/problems/not-found`)
    assert.match(await page.innerText('main'), 'there is no such record at present')
  }),
)

for (const path of PAGES)
  pages(
    `${path}: nothing to scroll sideways for at 320 px, dark where the reader wants it dark, and light elsewhere`,
    () =>
      visit({ viewport: { width: 320, height: 640 }, colorScheme: 'light' }, async ({ page, url }) => {
        await page.goto(url + path)
        assert.is(await sidewaysScroll(page), 0)
        assert.ok((await page.innerText('main')).trim().length > 0)
        assert.ok((await brightness(page)) > 600)
        await page.emulateMedia({ colorScheme: 'dark' })
        const dark = await brightness(page)
        assert.ok(dark > 0 && dark < 150, String(dark))
      }),
  )

pages('what a page would fetch is stopped by its policy, and seen here', () =>
  visit({}, async ({ page, url, complaints }) => {
    await page.goto(`${url}/user/alice`)
    const status = await page.evaluate<number>(`fetch('/users').then(answer => answer.status).catch(() => 0)`)
    assert.is(status, 0)
    // The same ears as in every test above: they hear a violation when there is one.
    assert.match(complaints.join('\n'), 'Content Security Policy')
    complaints.length = 0
  }),
)

pages.run()
