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

let shared: Promise<Browser> | undefined
let users = 0
let closing: NodeJS.Timeout | undefined

/** The same for tests that need nothing but a context of their own in it: one browser for all tests of a file. */
export const withSharedBrowser = async (use: (browser: Browser) => Promise<void>): Promise<void> => {
  clearTimeout(closing)
  users++
  try {
    shared ??= chromium.launch({ executablePath: EXECUTABLE, args: FLAGS, timeout: 30_000 })
    const browser = await shared
    await within(60_000, 'the test in the browser', use(browser))
  } finally {
    users--
    closing = setTimeout(() => {
      if (users > 0) return
      const idle = shared
      shared = undefined
      void idle?.then(browser => browser.close())
    }, IDLE)
  }
}

/** Chromium from `CHROMIUM`, or where Linux has it. `names` are host names that are to lead to 127.0.0.1. */
export const withBrowser = async (
  names: readonly string[],
  use: (browser: Browser) => Promise<void>,
): Promise<void> => {
  const rules = names.map(name => `MAP ${name} 127.0.0.1`).join(', ')
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
    timeout: 30_000,
  })
  try {
    await within(60_000, 'the test in the browser', use(browser))
  } finally {
    await within(20_000, 'closing the browser', browser.close())
  }
}
