/** What a real browser does with the session cookie: a page of another port logs in, writes, is thrown out and logs out. */

import type { BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send, USERS, withServer } from '../harness.js'
import type { Api } from '../../src/index.js'
import { withBrowser } from './chromium.js'
import { withPage } from './page.js'

interface Step {
  readonly method: string
  readonly path: string
  readonly content?: object
  readonly credentials?: RequestCredentials
}

/** Runs in the page. */
const perform = async ({ url, step }: { url: string; step: Step }): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url + step.path, {
      method: step.method,
      credentials: step.credentials ?? 'include',
      ...(step.content !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(step.content),
      }),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}

const onPage = (
  name: string,
  settings: object,
  use: (page: Page, api: Api, context: BrowserContext) => Promise<void>,
) =>
  withServer(USERS, { auth: { protect: 'writes' }, ...settings }, api =>
    withPage(port =>
      withBrowser(async browser => {
        const context = await browser.newContext()
        const page = await context.newPage()
        await page.goto(`http://${name}:${port}/`)
        await use(page, api, context)
      }),
    ),
  )

const LOGIN: Step = {
  method: 'POST',
  path: '/session',
  content: { username: 'alice', password: 'white-rabbit' },
}
const CHANGE: Step = { method: 'PUT', path: '/user/alice', content: { name: 'x' } }

/** What protects least: it rides with every request of every page. */
const LAX_NOT = { sameSite: 'none', secure: true }

const tests = suite('sessions in a browser')

tests('localhost on another port: logged in, a change, "expire now", 401, logged out, and the cookie is gone', () =>
  onPage('localhost', {}, async (page, api, context) => {
    const url = `http://localhost:${api.port}`
    const go = (step: Step) => page.evaluate(perform, { url, step })
    assert.is((await go(CHANGE)).status, 401)
    assert.is((await go(LOGIN)).status, 201)
    const [cookie, ...more] = await context.cookies()
    assert.equal(more, [])
    assert.is(cookie?.name, 'restage_sid')
    assert.is(cookie?.httpOnly, true)
    assert.is(cookie?.sameSite, 'Lax')
    assert.is(await page.evaluate(() => document.cookie), '', 'no script can read it')
    assert.is((await go(CHANGE)).status, 200)
    assert.match((await go({ method: 'GET', path: '/session' })).text, '"alice"')
    const bare = await go({ ...CHANGE, credentials: 'omit' })
    assert.is(bare.status, 401)
    assert.match(bare.text, 'credentials: \\"include\\"')

    assert.is((await send('PATCH', `${url}/-/sessions`, { expires: '0s' })).status, 200)
    assert.is((await go(CHANGE)).status, 401)

    assert.is((await go(LOGIN)).status, 201)
    assert.is((await go(CHANGE)).status, 200)
    assert.is((await go({ method: 'DELETE', path: '/session' })).status, 204)
    assert.equal(await context.cookies(), [])
    assert.is((await go(CHANGE)).status, 401)
  }),
)

for (const cookie of [{}, LAX_NOT])
  tests(`127.0.0.1 is another site than localhost: ${JSON.stringify(cookie)} is dropped`, () =>
    onPage('127.0.0.1', { auth: { protect: 'writes', cookie } }, async (page, api, context) => {
      const url = `http://localhost:${api.port}`
      assert.is((await page.evaluate(perform, { url, step: LOGIN })).status, 201)
      assert.equal(await context.cookies(), [])
      assert.is((await page.evaluate(perform, { url, step: CHANGE })).status, 401)
    }),
  )

tests('SameSite=None and Secure at localhost, by http: kept and sent', () =>
  onPage('localhost', { auth: { protect: 'writes', cookie: LAX_NOT } }, async (page, api, context) => {
    const url = `http://localhost:${api.port}`
    assert.is((await page.evaluate(perform, { url, step: LOGIN })).status, 201)
    assert.is((await context.cookies())[0]?.secure, true)
    assert.is((await page.evaluate(perform, { url, step: CHANGE })).status, 200)
  }),
)

for (const cors of [[], '*'])
  tests(
    `cors: ${JSON.stringify(cors)}: a foreign page neither logs in nor rides on a cookie, by fetch or by a form`,
    () =>
      onPage('app.evil.test', { cors, auth: { protect: 'writes', cookie: LAX_NOT } }, async (page, api, context) => {
        const url = `http://localhost:${api.port}`
        assert.is((await page.evaluate(perform, { url, step: LOGIN })).status, 0)
        assert.equal(await context.cookies(), [])
        // Somebody is logged in, in another tab.
        const tab = await context.newPage()
        await tab.goto(page.url().replace('app.evil.test', 'localhost'))
        assert.is((await tab.evaluate(perform, { url, step: LOGIN })).status, 201)
        assert.is((await tab.evaluate(perform, { url, step: CHANGE })).status, 200)
        const before = (await ask(`${url}/users`)).text
        assert.is((await page.evaluate(perform, { url, step: CHANGE })).status, 0)
        const answers: number[] = []
        page.on('response', response => response.url().startsWith(url) && answers.push(response.status()))
        await page.setContent(
          `<form method="post" action="${url}/users"><input name="username" value="dora"><button>go</button></form>`,
        )
        await Promise.all([page.waitForNavigation(), page.click('button')])
        assert.equal(answers, [403])
        assert.is((await ask(`${url}/users`)).text, before)
      }),
  )

tests.run()
