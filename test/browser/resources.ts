/** What the tests of Resources have in common. */

import type { Page } from 'playwright-core'
import type { suite } from 'uvu'
import { onPage, type Occasion, type Visit } from './on-page.js'

/** `visit(title, hash, occasion, use)`: one test on a page of its own. */
export const visiting =
  (tests: ReturnType<typeof suite>) =>
  (title: string, hash: string, occasion: Occasion, use: (visit: Visit) => Promise<void>): void =>
    void tests(title, () => onPage({ ...occasion, hash }, use))

/** A record as any client gets it. */
export const stored = async (url: string): Promise<Record<string, unknown>> =>
  (await (await fetch(url, { headers: { accept: 'application/json' } })).json()) as Record<string, unknown>

export const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save' }).click()

/** `PUT /user/alice → 200 OK` */
export const outcome = (page: Page, text: string): Promise<void> =>
  page.locator('.outcome', { hasText: text }).waitFor()
