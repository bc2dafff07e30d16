/** The walk of Compare, when something comes between: whatever ends it, the users are as before, and no snapshot is left. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send } from '../harness.js'
import { onPage, type Visit } from './on-page.js'

const tests = suite('the walk, and what comes between')

const walk = (page: Page) => page.getByRole('button', { name: 'Walk through it' })

const users = async (url: string): Promise<string> => (await ask(`${url}/users`)).text
const snapshots = async (url: string): Promise<string> => Object.keys((await ask(`${url}/-/snapshots`)).json()).join()

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Until nothing is left of it. */
const isOver = async (url: string, before: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if ((await users(url)) === before && (await snapshots(url)) === 'fixture') return
    await pause(100)
  }
  assert.is(await users(url), before)
  assert.is(await snapshots(url), 'fixture')
}

/** One step in: carol is there. */
const walkInto = async (page: Page): Promise<void> => {
  await walk(page).click()
  await page.getByText('1 of 12').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.locator('.people .new').waitFor()
  await page.locator('.caption button[aria-disabled="false"]', { hasText: 'Next' }).waitFor()
}

const ENDS: readonly (readonly [title: string, end: (visit: Visit) => Promise<void>])[] = [
  [
    'left by a double click',
    async ({ page }) => {
      await walkInto(page)
      await page.getByRole('button', { name: 'Leave' }).dblclick()
      await walk(page).waitFor()
    },
  ],
  [
    'begun by a double click, and left',
    async ({ page }) => {
      await walk(page).dblclick()
      await page.getByText('1 of 12').waitFor()
      await page.keyboard.press('Escape')
      await walk(page).waitFor()
    },
  ],
  [
    'another part is opened before it has begun',
    async ({ page }) => {
      await page.evaluate(`(() => {
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Walk through it').click()
        location.hash = '#traffic'
      })()`)
      await page.waitForSelector('main .traffic')
      await pause(500)
    },
  ],
  [
    'a reload',
    async ({ page }) => {
      await walkInto(page)
      await page.reload()
      await walk(page).waitFor()
    },
  ],
  [
    'left while the server does not answer, and left again',
    async ({ page }) => {
      await walkInto(page)
      await page.context().setOffline(true)
      await page.keyboard.press('Escape')
      await page.locator('.alarm', { hasText: 'not answered' }).waitFor()
      await page.context().setOffline(false)
      await page.keyboard.press('Escape')
      await walk(page).waitFor()
    },
  ],
  [
    'another part is opened while the server does not answer',
    async ({ page }) => {
      await walkInto(page)
      await page.context().setOffline(true)
      await page.getByRole('link', { name: 'Traffic' }).click()
      await page.locator('.alarm', { hasText: 'not answered' }).waitFor()
      await page.context().setOffline(false)
    },
  ],
]

for (const [title, end] of ENDS)
  tests(`${title}: the users are as before, and no snapshot is left`, () =>
    onPage({}, async visit => {
      const before = await users(visit.url)
      await visit.page.locator('.people tbody tr').first().waitFor()
      await end(visit)
      await isOver(visit.url, before)
    }),
  )

tests('the snapshots are gone in mid-walk: said, and the walk can be left all the same', () =>
  onPage({}, async ({ page, url }) => {
    await walkInto(page)
    for (const name of (await snapshots(url)).split(','))
      if (name !== 'fixture') await ask(`${url}/-/snapshots/${name}`, { method: 'DELETE' })
    await page.keyboard.press('Escape')
    await page.locator('.alarm').waitFor()
    await walk(page).click()
    await page.getByText('1 of 12').waitFor()
  }),
)

tests('two tabs: one walk at a time, and none while the proofs run', () =>
  onPage({}, async ({ page, url }) => {
    const before = await users(url)
    const other = await page.context().newPage()
    await other.goto(`${url}/-/`)
    await walkInto(page)
    await walk(other).click()
    await other.locator('.alarm', { hasText: 'Another tab' }).waitFor()
    await other.goto(`${url}/-/#proofs`)
    await other.getByRole('button', { name: 'Run all six' }).click()
    await other.locator('.notices', { hasText: 'another tab' }).waitFor()
    await page.keyboard.press('Escape')
    await walk(page).waitFor()
    await isOver(url, before)
    await other.goto(`${url}/-/#compare`)
    await walkInto(other)
  }),
)

tests('an arrow key that is held down: one step', () =>
  onPage({}, async ({ page }) => {
    await walkInto(page)
    await page.keyboard.down('ArrowRight')
    await page.locator('.column.rest .status').waitFor()
    await page.locator('.caption button[aria-disabled="false"]', { hasText: 'Next' }).waitFor()
    await page.keyboard.down('ArrowRight')
    await page.keyboard.down('ArrowRight')
    await pause(300)
    await page.getByText('3 of 12').waitFor()
  }),
)

tests('another deed is chosen before the answer is there: it is not shown as an answer to that one', () =>
  onPage({}, async ({ page, url }) => {
    await page.locator('.people tbody tr').first().waitFor()
    await send('PATCH', `${url}/-/settings`, { latency: '500ms' })
    await page.locator('.column.rest .send').click()
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await page.locator('.people .new').waitFor()
    assert.is(await page.locator('.column.rest .status').count(), 0)
  }),
)

tests.run()
