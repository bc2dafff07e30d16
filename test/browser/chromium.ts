/** A browser for a test, closed whatever happens. */

import { chromium, type Browser } from 'playwright-core'
import { within } from '../harness.js'

export const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser that has nothing to do for so long is closed, so that the process can end. */
const IDLE = 500
/** Longer than all that is waited for within a test. */
const PATIENCE = 80_000

let shared: Promise<Browser> | undefined
let closing: NodeJS.Timeout | undefined

/**
 * Chromium from `CHROMIUM`, or where Linux has it: one for all tests of a file, which run one after the other. Whatever a test
 * opens in it is closed behind it. Host names that end in `.test` lead to 127.0.0.1.
 */
export const withBrowser = async (use: (browser: Browser) => Promise<void>): Promise<void> => {
  clearTimeout(closing)
  shared ??= chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, '--host-resolver-rules=MAP *.test 127.0.0.1'],
    timeout: 30_000,
  })
  try {
    const browser = await shared
    try {
      await within(PATIENCE, 'the test in the browser', use(browser))
    } finally {
      await within(20_000, 'closing what was opened', Promise.all(browser.contexts().map(context => context.close())))
    }
  } finally {
    closing = setTimeout(() => {
      const idle = shared
      shared = undefined
      void idle?.then(browser => browser.close())
    }, IDLE)
  }
}
