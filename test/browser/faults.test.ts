/** Faults as a page sees them: what fetch in a real browser reports, from another origin, and what a person gets to see. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FAULT_NAMES, type FaultName } from '../../src/core/fault.js'
import { USERS, withServer } from '../harness.js'
import { withBrowser } from './chromium.js'

const tests = suite('faults in a browser')

/** A page of its own origin on this machine, beside the server. */
const withPage = async (use: (page: Page, url: string) => Promise<void>): Promise<void> => {
  const site = createServer((_, res) => res.setHeader('Content-Type', 'text/html').end('<title>app</title>'))
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  try {
    await withServer(USERS, { rules: [{ when: 'GET /weather', then: { body: { city: 'Paris' } } }] }, ({ url }) =>
      withBrowser(async browser => {
        const page = await browser.newPage()
        await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
        await use(page, url)
      }),
    )
  } finally {
    site.closeAllConnections()
    await new Promise(resolve => site.close(resolve))
  }
}

/** What a page makes of it in one line. */
const REPORT = `async (url, init) => {
  try {
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(7000), ...init })
    await response.json()
    return response.status + ' ' + response.headers.get('content-type')
  } catch (error) {
    return error.name
  }
}`

const SEEN: Readonly<Record<FaultName, RegExp>> = {
  reset: /^TypeError$/,
  empty: /^TypeError$/,
  'reset-during': /^TypeError$/,
  'reset-after': /^200 /,
  truncate: /^TypeError$/,
  drip: /^200 /,
  endless: /^TimeoutError$/,
  malformed: /^SyntaxError$/,
  'wrong-type': /^200 text\/html/,
  'wrong-charset': /^SyntaxError$/,
}

tests('fetch from another origin: what each fault looks like', () =>
  withPage(async (page, url) => {
    const seen: string[] = []
    for (const fault of FAULT_NAMES) {
      const report = await page.evaluate<string>(`(${REPORT})(${JSON.stringify(`${url}/users?_fault=${fault}`)})`)
      seen.push(`| ${fault} | ${report} |`)
      assert.match(report, SEEN[fault], fault)
    }
    if (process.env['TABLE'] !== undefined) console.log(seen.join('\n'))
  }),
)

tests('Prefer: code=503 from another origin: the page may read status, problem and Retry-After', () =>
  withPage(async (page, url) => {
    const found = await page.evaluate<unknown>(`(async () => {
      const response = await fetch(${JSON.stringify(`${url}/users`)}, { headers: { Prefer: 'code=503' } })
      const { title } = await response.json()
      return [response.status, title, response.headers.get('retry-after'), response.headers.get('preference-applied')]
    })()`)
    assert.equal(found, [503, 'Service Unavailable', '1', 'code=503'])
    const weather = await page.evaluate<string>(`(${REPORT})(${JSON.stringify(`${url}/weather`)})`)
    assert.is(weather, '200 application/json')
  }),
)

tests('?_code=500 in the address bar: a page that says so', () =>
  withPage(async (page, url) => {
    const response = await page.goto(`${url}/user/alice?_code=502`)
    assert.is(response?.status(), 502)
    assert.match(await page.innerText('main'), 'Bad Gateway')
  }),
)

tests.run()
