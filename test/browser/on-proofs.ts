/** The part Proofs in a browser: its cards, their buttons, and what they show. */

import type { Page } from 'playwright-core'
import { ask } from '../harness.js'
import { onPage, type Occasion, type Visit } from './on-page.js'

export const HASH = '#proofs'

export const onProofs = (occasion: Occasion, use: (visit: Visit) => Promise<void>): Promise<void> =>
  onPage({ hash: HASH, ...occasion }, async visit => {
    await visit.page.waitForSelector('.proofs h1')
    await use(visit)
  })

/** Nothing runs any more, and everything is put back. */
export const ended = (page: Page) =>
  page.waitForSelector('button.all:text-is("Run all six"):enabled', { timeout: 40_000 })

export const card = (page: Page, number: number) => page.locator('.proof').nth(number - 1)

export const headlines = (page: Page, number: number) => card(page, number).locator('.headline').allTextContents()

export const run = (page: Page, number: number) => card(page, number).getByRole('button', { name: 'Run' }).click()

export const press = async (page: Page, number: number): Promise<void> => {
  await run(page, number)
  await ended(page)
}

/** With pauses: one is gone already, and more is to come. */
export const runInto = async (page: Page): Promise<void> => {
  await run(page, 1)
  await page.waitForSelector('.half.old .chips del')
}

export const fast = (page: Page) => page.getByLabel('Without pauses').check()

/** The names of the snapshots that there are. */
export const kept = async (url: string): Promise<string[]> => Object.keys((await ask(`${url}/-/snapshots`)).json())

/** Of each proof, on two users. */
export const HEADLINES: readonly (readonly [old: string, restful: string])[] = [
  ['✗ 2 of 2 users gone', '✓ 0 of 2 gone'],
  ['✗ 201, then 409: was it mine?', '✓ 200, then 200'],
  ['✗ stale copy stays', '✓ 304, and dropped on PUT'],
  ['✗ no If-Match: first change lost', '✓ If-Match: 412, nothing lost'],
  ['✗ 4 formats, but written elsewhere', '✓ 4 formats, and written there'],
  ['✗ four URLs, one method each', '✓ one URL, all 7 methods'],
]
