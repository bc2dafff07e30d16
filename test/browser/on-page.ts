/** The page at `/-/` in a browser, on a server of its own; afterwards nothing may have been complained of or fetched from elsewhere. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Api } from '../../src/index.js'
import { USERS, withServer } from '../harness.js'
import { DRAWING, withBrowser } from './chromium.js'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export interface Visit {
  readonly page: Page
  readonly api: Api
  readonly url: string
  /** What went wrong in the browser, in its own words; a test that expects something takes it out. */
  readonly complaints: string[]
}

export interface Occasion {
  readonly settings?: object
  /** What is served, the demonstration's unless it is said. */
  readonly fixture?: Parameters<typeof withServer>[0]
  readonly browser?: BrowserContextOptions
  /** `#traffic`. */
  readonly hash?: string
}

/** Old style is on unless the settings say otherwise. */
export const onPage = (
  { settings = {}, fixture = USERS, browser: options = {}, hash = '' }: Occasion,
  use: (visit: Visit) => Promise<void>,
): Promise<void> =>
  withServer(
    fixture,
    { legacy: true, ...settings },
    api =>
      withBrowser(async browser => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
        context.setDefaultTimeout(10_000)
        const page = await context.newPage()
        const [complaints, foreign]: [string[], string[]] = [[], []]
        page.on('console', message => {
          // The browser itself reports every answer that is an error; those are asked for here.
          const own = /^Failed to load resource: (?:the server responded with a status of \d+|net::ERR_)/.test(
            message.text(),
          )
          if (['error', 'warning'].includes(message.type()) && !own) complaints.push(message.text())
        })
        page.on('pageerror', error => complaints.push(error.message))
        page.on('request', request => {
          const { protocol, origin } = new URL(request.url())
          if (protocol !== 'data:' && origin !== new URL(api.url).origin) foreign.push(request.url())
        })
        const { origin } = new URL(api.url)
        await page.goto(`${origin}/-/${hash}`)
        await use({ page, api, url: origin, complaints })
        assert.equal(complaints, [])
        assert.equal(foreign, [])
      }, DRAWING),
    // The browser has its own limit; this one is there in case that fails.
    90_000,
  )

interface Found {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** What axe-core finds wrong, serious or worse, as sentences: none, for a page that everybody can use. */
export const barriers = async (page: Page): Promise<string[]> => {
  // By the browser's own means, because the page's policy admits no script but its own.
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: readFileSync(AXE, 'utf8') })
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { resultTypes: ['violations'] }).then(found => JSON.stringify(found.violations))`,
    awaitPromise: true,
    returnByValue: true,
  })
  assert.is(exceptionDetails, undefined, JSON.stringify(exceptionDetails))
  const violations = JSON.parse(String(result.value)) as readonly Found[]
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html}: ${failureSummary}`),
    )
}

/** How far the page can be scrolled sideways, in pixels: not at all, if it is right. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>(`document.documentElement.scrollWidth - document.documentElement.clientWidth`)
