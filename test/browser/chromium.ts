/** A browser for a test, closed whatever happens. */

import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'
import { within } from '../harness.js'

/** Chromium from `CHROMIUM`, or where Debian has it. */
export const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'

/**
 * Debian's other build of it, where it is there: it draws the same and takes a third of the time. What is the browser's own
 * to decide (which cookies it keeps, for one) is asked of the whole browser.
 */
export const DRAWING =
  process.env['CHROMIUM'] === undefined && existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : EXECUTABLE

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

interface Shared {
  readonly browser: Promise<Browser>
  closing?: NodeJS.Timeout
}

const running = new Map<string, Shared>()

/**
 * One browser for all tests of a file, which run one after the other. Whatever a test opens in it is closed behind it. Host
 * names that end in `.test` lead to 127.0.0.1.
 */
export const withBrowser = async (
  use: (browser: Browser) => Promise<void>,
  executablePath: string = EXECUTABLE,
): Promise<void> => {
  const args = [...FLAGS, '--host-resolver-rules=MAP *.test 127.0.0.1']
  const shared: Shared = running.get(executablePath) ?? {
    browser: chromium.launch({ executablePath, args, timeout: 30_000 }),
  }
  running.set(executablePath, shared)
  clearTimeout(shared.closing)
  try {
    const browser = await shared.browser
    try {
      await within(PATIENCE, 'the test in the browser', use(browser))
    } finally {
      await within(20_000, 'closing what was opened', Promise.all(browser.contexts().map(context => context.close())))
    }
  } finally {
    shared.closing = setTimeout(() => {
      running.delete(executablePath)
      void shared.browser.then(browser => browser.close())
    }, IDLE)
  }
}
