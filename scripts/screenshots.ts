/** `npm run screenshots`: pictures of the page, made by a browser from a server with the demonstration's users, into docs/. */

import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { serve } from '../src/index.js'
import { EXECUTABLE, FLAGS } from '../test/browser/chromium.js'

interface Picture {
  readonly name: string
  readonly hash: string
  readonly look: Look
  /** What is done before it is taken. */
  readonly act: (page: Page) => Promise<void>
}

type Look = keyof typeof LOOKS

const LOOKS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 320, height: 720 }, colorScheme: 'light', deviceScaleFactor: 2 },
  projector: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' },
} as const satisfies Record<string, BrowserContextOptions>

/** The walk, to the step that removes in the RESTful style. */
const walk = async (page: Page, steps: number): Promise<void> => {
  await page.getByRole('button', { name: 'Walk through it' }).click()
  await page.getByText('1 of 12').waitFor()
  for (let step = 1; step <= steps; step++) {
    await page.keyboard.press('ArrowRight')
    await page.getByText(`${step + 1} of 12`).waitFor()
    await page.locator('button[aria-disabled="false"]', { hasText: 'Next' }).waitFor()
  }
}

/** Something added in both styles, by hand. */
const add = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Send Old style' }).click()
  await page.locator('.column.old .status').waitFor()
  await page.getByLabel('username').fill('dave')
  await page.getByRole('button', { name: 'Send RESTful' }).click()
  await page.locator('.column.rest .status').waitFor()
}

const everyLook = (name: string, hash: string, act: (page: Page) => Promise<void>): readonly Picture[] =>
  (Object.keys(LOOKS) as Look[]).map(look => ({ name, hash, look, act }))

const PICTURES: readonly Picture[] = [
  ...everyLook('compare', '', page => walk(page, 8)),
  { name: 'compare-by-hand', hash: '', look: 'light', act: add },
]

const only = process.argv[2] ?? ''
const folder = fileURLToPath(new URL('../docs/', import.meta.url))
const users = fileURLToPath(new URL('../fixtures/users.yaml', import.meta.url))
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS, timeout: 30_000 })
try {
  for (const { name, hash, look, act } of PICTURES.filter(picture =>
    `${picture.name}-${picture.look}`.includes(only),
  )) {
    const api = await serve(users, { legacy: true })
    const context = await browser.newContext({ reducedMotion: 'reduce', ...LOOKS[look] })
    try {
      const page = await context.newPage()
      await page.goto(`${api.url}/-/${hash}`)
      await page.locator('main h1').first().waitFor()
      await act(page)
      await page.screenshot({ path: `${folder}${name}-${look}.png` })
      console.log(`docs/${name}-${look}.png`)
    } finally {
      await context.close()
      await api.close()
    }
  }
} finally {
  await browser.close()
}
