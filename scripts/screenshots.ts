/** `npm run screenshots`: pictures of the page, made by a browser from a server with the demonstration's users, into docs/. */

import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core'
import { serve } from '../src/index.js'
import { DRAWING, FLAGS } from '../test/browser/chromium.js'

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

/** What a front end and somebody with curl may have asked. */
const CALLS: readonly (readonly [line: string, headers?: Readonly<Record<string, string>>, content?: object])[] = [
  ['GET /users?sort=-age&limit=5', { Accept: 'application/json' }],
  ['GET /user/alice', { Accept: 'application/xml;q=0.9, text/*;q=0.1' }],
  ['POST /user/add?username=carol', {}, { name: 'Carol' }],
  ['PUT /user/carol', {}, { name: 'Carol', age: 7 }],
  ['GET /user/alcie'],
  ['PUT /user/bob', { 'If-Match': '"stale"' }, { name: 'Bob' }],
  ['GET /user/remove?username=carol'],
  ['GET /user/bob', { Accept: 'image/png' }],
]

const call = async (url: string): Promise<void> => {
  for (const [line, headers = {}, content] of CALLS) {
    const [method = '', path = ''] = line.split(' ')
    const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
    await fetch(url + path, {
      method,
      headers: { ...type, ...headers },
      ...(content && { body: JSON.stringify(content) }),
    })
  }
}

/** The crawler, on both sides. */
const prove = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Run/ }).nth(1).click()
  await page.locator('.proof .headline.harm').waitFor()
  await page.locator('.proof .headline.well').waitFor()
  await page.getByRole('button', { name: 'Run all six' }).waitFor()
}

const everyLook = (name: string, hash: string, act: (page: Page) => Promise<void>): readonly Picture[] =>
  (Object.keys(LOOKS) as Look[]).map(look => ({ name, hash, look, act }))

const PICTURES: readonly Picture[] = [
  ...everyLook('compare', '', page => walk(page, 8)),
  ...everyLook('proofs', '#proofs', prove),
  {
    name: 'traffic',
    hash: '#traffic',
    look: 'light',
    async act(page) {
      await page.getByText('8 requests').first().waitFor()
      await page.locator('.traffic a[data-id="3"]').click()
      await page.locator('.traffic .wire').waitFor()
    },
  },
  {
    name: 'resources',
    hash: '#resources/user/alice',
    look: 'light',
    act: page => page.locator('.resources form').first().waitFor(),
  },
  {
    name: 'controls',
    hash: '#controls',
    look: 'dark',
    async act(page) {
      await page.getByRole('button', { name: '300 ms' }).click()
      await page.locator('button[aria-pressed="true"]', { hasText: '300 ms' }).waitFor()
    },
  },
]

const only = process.argv[2] ?? ''
const folder = process.argv[3] ?? fileURLToPath(new URL('../docs/', import.meta.url))
const users = fileURLToPath(new URL('../fixtures/users.yaml', import.meta.url))
const browser = await chromium.launch({ executablePath: DRAWING, args: FLAGS, timeout: 30_000 })
try {
  for (const { name, hash, look, act } of PICTURES.filter(picture =>
    `${picture.name}-${picture.look}`.includes(only),
  )) {
    const api = await serve(users, { legacy: true })
    const context = await browser.newContext({ reducedMotion: 'reduce', ...LOOKS[look] })
    try {
      const page = await context.newPage()
      await call(api.url)
      await page.goto(`${api.url}/-/${hash}`)
      await page.locator('main h1').first().waitFor()
      await act(page)
      await page.screenshot({ path: `${folder}${name}-${look}.png` })
      console.log(`${name}-${look}.png`)
    } finally {
      await context.close()
      await api.close()
    }
  }
} finally {
  await browser.close()
}
