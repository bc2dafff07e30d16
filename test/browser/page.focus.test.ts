/** By the keyboard alone: whatever is done, the focus is somewhere afterwards, and where one would look for it. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../harness.js'
import { onPage, type Occasion } from './on-page.js'

const tests = suite('the focus')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const enter = async (page: Page, name: string): Promise<void> => {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
}

/** Given a while to settle: what has the focus is an element, and its text or id. */
const focused = async (page: Page, expected: RegExp): Promise<void> => {
  const what = `(() => {
    const { activeElement: { localName, id, textContent } } = document
    return localName + '#' + id + ' ' + (id === 'main' ? '' : textContent)
  })()`
  for (let tries = 0; tries < 50 && !expected.test(await page.evaluate<string>(what)); tries++)
    await page.waitForTimeout(50)
  // A browser takes the focus from what is disabled only when it draws the next time.
  await page.waitForTimeout(100)
  assert.match(await page.evaluate<string>(what), expected)
}

const TWO: Occasion = { fixture: { users: [{ username: 'alice', name: 'Alice' }], books: [{ isbn: '1' }] } }

const DEEDS: readonly (readonly [
  title: string,
  occasion: Occasion,
  act: (page: Page, url: string) => Promise<void>,
  expected: RegExp,
])[] = [
  [
    'a request is sent: its button',
    {},
    async page => {
      await page.locator('.column.old .send').focus()
      await page.keyboard.press('Enter')
      await page.locator('.column.old .status').waitFor()
    },
    /^button# Send/,
  ],
  [
    'another family is compared: the choice of families',
    TWO,
    async page => {
      await page.locator('#compare-family').focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('heading', { name: 'All books' }).waitFor()
    },
    /^select#compare-family/,
  ],
  [
    'the old style is turned on: the part',
    { settings: { legacy: false } },
    async page => {
      await enter(page, 'Turn it on')
      await page.locator('.deeds').waitFor()
    },
    /^main#main/,
  ],
  [
    'what went wrong is closed: the part',
    {},
    async page => {
      await page.locator('.people tbody tr').first().waitFor()
      await page.context().setOffline(true)
      await page.locator('.column.rest .send').click()
      await enter(page, 'Close')
    },
    /^main#main/,
  ],
  [
    'a proof is run by its key: its button, though another had the focus',
    { hash: '#proofs' },
    async page => {
      await page.locator('.proof .run').first().focus()
      await page.keyboard.press('2')
      await page.getByRole('button', { name: 'Break off' }).waitFor()
    },
    /^button# Break off/,
  ],
  [
    'the last change is undone: the button, which does nothing now',
    { hash: '#controls' },
    async (page, url) => {
      await ask(`${url}/user/bob`, { method: 'DELETE' })
      await page.getByText('1 change can be undone').waitFor()
      await enter(page, 'Undo the last change')
      await page.getByText('No change can be undone').waitFor()
      await page.keyboard.press('Enter')
      assert.is(await page.locator('.alarm').isVisible(), false)
    },
    /^button# Undo/,
  ],
  [
    'a collection is asked for again: the part',
    { hash: '#resources' },
    async page => {
      await page.locator('.records').waitFor()
      await page.context().setOffline(true)
      await page.locator('#limit').selectOption('25')
      await button(page, 'Try again').waitFor()
      await page.context().setOffline(false)
      await enter(page, 'Try again')
      await page.locator('.records').waitFor()
    },
    /^main#main/,
  ],
]

for (const [title, occasion, act, expected] of DEEDS)
  tests(title, () =>
    onPage(occasion, async ({ page, url }) => {
      await act(page, url)
      await focused(page, expected)
    }),
  )

tests.run()
