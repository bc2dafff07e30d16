/** What a real browser lets a page of another origin do: everything from loopback, nothing from elsewhere. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, USERS, withServer } from '../harness.js'
import type { Api } from '../../src/index.js'
import { withBrowser } from './chromium.js'
import { withPage } from './page.js'

interface Step {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: string
  /** Sends the validator that was read last. */
  readonly ifMatch?: true
  /** 0: the browser kept the answer from the page. */
  readonly status: number
  /** Fields that the page must be able to read, and what is in them. */
  readonly reads?: Readonly<Record<string, RegExp>>
}

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string | null>>
  readonly text: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A method or a field more is a row more. */
const STEPS: readonly Step[] = [
  { method: 'GET', path: '/user/alice', status: 200, reads: { etag: /^"[^"]+"$/ } },
  { method: 'GET', path: '/users/alice', status: 200, reads: { link: /<\/user\/alice>; rel="canonical"/ } },
  {
    method: 'POST',
    path: '/user/dora',
    headers: JSON_TYPE,
    content: '{"name":"Dora"}',
    status: 201,
    reads: { location: /^\/user\/dora$/, etag: /^"/ },
  },
  { method: 'PUT', path: '/user/dora', headers: JSON_TYPE, content: '{"name":"Theodora"}', status: 200 },
  { method: 'GET', path: '/user/dora', headers: { accept: 'application/yaml' }, status: 200, reads: { etag: /^"/ } },
  { method: 'PUT', path: '/user/dora', headers: JSON_TYPE, content: '{"name":"Thea"}', ifMatch: true, status: 200 },
  { method: 'GET', path: '/user/dora', status: 200, reads: { etag: /^"/, link: /rel="alternate"/ } },
  {
    method: 'PATCH',
    path: '/user/dora',
    headers: { 'content-type': 'application/merge-patch+json' },
    content: '{"age":7}',
    ifMatch: true,
    status: 200,
    reads: { etag: /^"/ },
  },
  { method: 'DELETE', path: '/user/dora', ifMatch: true, status: 204 },
]

const REFUSED: readonly Step[] = [
  { method: 'GET', path: '/user/alice', status: 0 },
  { method: 'POST', path: '/user/dora', headers: JSON_TYPE, content: '{"name":"Dora"}', status: 0 },
  { method: 'PUT', path: '/user/alice', headers: JSON_TYPE, content: '{"name":"x"}', status: 0 },
  { method: 'DELETE', path: '/user/alice', status: 0 },
  // These need no preflight: the browser sends them, and the server has to refuse.
  { method: 'POST', path: '/user/dora', status: 0 },
  {
    method: 'POST',
    path: '/users',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    content: 'username=dora',
    status: 0,
  },
  { method: 'GET', path: '/user/remove?username=alice', status: 0 },
]

/** Runs in the page. */
const perform = async ({ url, step }: { url: string; step: Step }): Promise<Seen> => {
  try {
    const response = await fetch(url + step.path, {
      method: step.method,
      credentials: 'include',
      headers: step.headers ?? {},
      ...(step.content !== undefined && { body: step.content }),
    })
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  } catch {
    return { status: 0, headers: {}, text: '' }
  }
}

const walk = async (page: Page, { url }: Api, steps: readonly Step[]): Promise<void> => {
  let etag: string | undefined
  for (const step of steps) {
    // A regular expression does not travel into the page.
    const { reads = {}, ...plain } = step
    const headers = { ...step.headers, ...(step.ifMatch && etag !== undefined && { 'if-match': etag }) }
    // oxlint-disable-next-line no-await-in-loop -- each step stands on the one before
    const seen = await page.evaluate(perform, { url, step: { ...plain, headers } })
    etag = seen.headers['etag'] ?? etag
    assert.is(seen.status, step.status, `${step.method} ${step.path}: ${seen.text}`)
    for (const [name, pattern] of Object.entries(reads))
      assert.match(seen.headers[name] ?? '', pattern, `${step.method} ${step.path}: ${name}`)
  }
}

const onPage = (
  name: string,
  use: (page: Page, api: Api, complaints: readonly string[]) => Promise<void>,
  settings = {},
) =>
  withServer(USERS, { legacy: true, ...settings }, api =>
    withPage(port =>
      withBrowser(async browser => {
        const page = await browser.newPage()
        const complaints: string[] = []
        page.on('console', message => complaints.push(message.text()))
        page.on('pageerror', error => complaints.push(error.message))
        await page.goto(`http://${name}:${port}/`)
        await use(page, api, complaints)
      }),
    ),
  )

const browser = suite('origins in a browser')

for (const name of ['localhost', '127.0.0.1'])
  browser(`a page of http://${name} on another port reads and writes, with cookies and a clean console`, () =>
    onPage(name, async (page, api, complaints) => {
      await walk(page, api, STEPS)
      assert.equal(complaints, [])
    }),
  )

browser('a page of another loopback origin reads a 404 and the path that was meant, whatever the method', () =>
  onPage('127.0.0.1', async (page, { url }) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const step = { method, path: '/usr/alice', status: 404 }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const seen = await page.evaluate(perform, { url, step })
      assert.is(seen.status, 404)
      assert.match(seen.text, 'Did you mean /user/alice')
    }
  }),
)

browser('a page of a foreign name reads nothing and writes nothing', () =>
  onPage('app.evil.test', async (page, api, complaints) => {
    const before = (await ask(`${api.url}/users`)).text
    await walk(page, api, REFUSED)
    assert.ok(complaints.length >= REFUSED.length, 'the console says why')
    assert.is((await ask(`${api.url}/users`)).text, before)
  }),
)

browser('a form, an image and a link of a foreign page change nothing', () =>
  onPage('app.evil.test', async (page, { url }) => {
    const before = (await ask(`${url}/users`)).text
    const answers: number[] = []
    page.on('response', response => response.url().startsWith(url) && answers.push(response.status()))
    await page.evaluate(async base => {
      const image = new Image()
      await new Promise(resolve => {
        image.addEventListener('load', resolve)
        image.addEventListener('error', resolve)
        image.src = `${base}/user/remove?username=alice`
      })
    }, url)
    const home = page.url()
    await page.setContent(
      `<form method="post" action="${url}/users"><input name="username" value="dora"><button>go</button></form>`,
    )
    await Promise.all([page.waitForNavigation(), page.click('button')])
    await page.goto(home)
    await page.setContent(`<a href="${url}/user/remove?username=alice">go</a>`)
    await Promise.all([page.waitForNavigation(), page.click('a')])
    assert.equal(answers.slice(-2), [403, 403])
    assert.is((await ask(`${url}/users`)).text, before)
  }),
)

browser('a name that was rebound to this address: 421, and the page sees no data', () =>
  onPage('localhost', async (page, { port }) => {
    const response = await page.goto(`http://app.evil.test:${port}/user/alice`)
    assert.is(response?.status(), 421)
    assert.not.match(await page.content(), 'Liddell')
  }),
)

browser.run()
