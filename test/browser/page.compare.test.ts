/** Compare: each deed in both styles, by hand and step by step, with what went over the wire. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../harness.js'
import { barriers, onPage, sidewaysScroll } from './on-page.js'

const tests = suite('compare')

const send = async (page: Page, style: 'Old style' | 'RESTful'): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^Send\\s*${style}$`) }).click()
  const column = page.locator(style === 'RESTful' ? '.column.rest' : '.column.old')
  await column.locator('.status').waitFor()
}

/** The request line and the status line of a column, and the names of fields that are marked. */
const shown = async (page: Page, style: 'old' | 'rest') => {
  const column = page.locator(`.column.${style}`)
  return {
    line: (await column.locator('.big-line').innerText()).replace(/\s+/, ' '),
    status: await column.locator('.status').innerText(),
    content: await column.locator('pre').allInnerTexts(),
    marked: await column.locator('.differs dt').allInnerTexts(),
  }
}

/** The deed: the old line and its status, the RESTful line and its status. */
const DEEDS: readonly (readonly [deed: string, old: string, status: string, rest: string, status: string])[] = [
  ['Get', 'GET /user/get?username=alice', '200', 'GET /user/alice', '200'],
  ['Update', 'POST /user/update?username=alice', '200', 'PUT /user/alice', '200'],
  ['List', 'GET /user/list', '404', 'GET /users', '200'],
]
for (const [deed, old, oldStatus, rest, restStatus] of DEEDS)
  tests(`${deed}: ${old} -> ${oldStatus}, ${rest} -> ${restStatus}, as they went over the wire`, () =>
    onPage({}, async ({ page }) => {
      await page.getByRole('button', { name: deed, exact: true }).click()
      await send(page, 'Old style')
      await send(page, 'RESTful')
      const left = await shown(page, 'old')
      const right = await shown(page, 'rest')
      assert.equal([left.line, left.status], [old, oldStatus])
      assert.equal([right.line, right.status], [rest, restStatus])
      if (deed !== 'List') {
        assert.ok(left.marked.includes('Deprecation'), left.marked.join())
        assert.ok(!right.marked.includes('Deprecation'))
      }
      // As the server has seen it: what the browser adds is there, too.
      const added = page.locator('.column.rest .own dd')
      assert.ok((await added.allTextContents()).some(text => text.includes('HeadlessChrome')))
    }),
  )

tests('Add and remove, old style, then RESTful: the table follows, and a GET that removes says so', () =>
  onPage({}, async ({ page, url }) => {
    await send(page, 'Old style')
    assert.is((await shown(page, 'old')).status, '201')
    await page.locator('.people .new', { hasText: 'carol' }).waitFor()
    assert.is((await ask(`${url}/user/carol`)).status, 200)
    // Once more, and in the other style: there is one already.
    await send(page, 'RESTful')
    assert.is((await shown(page, 'rest')).status, '409')

    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByLabel('username').fill('carol')
    assert.match(await page.locator('.column.old .broken').innerText(), 'safe by its method, and it is not')
    await send(page, 'Old style')
    assert.is((await shown(page, 'old')).status, '204')
    await page.locator('.people .gone', { hasText: 'carol' }).waitFor()
    await page.getByLabel('username').fill('bob')
    await send(page, 'RESTful')
    assert.equal((await shown(page, 'rest')).line, 'DELETE /user/bob')
    assert.is((await ask(`${url}/user/bob`)).status, 404)
  }),
)

tests('a line is copied as curl and as fetch', () =>
  onPage({ browser: { permissions: ['clipboard-read', 'clipboard-write'] } }, async ({ page, url }) => {
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await send(page, 'RESTful')
    const column = page.locator('.column.rest')
    await column.getByRole('button', { name: 'Copy as curl' }).click()
    await column.getByRole('button', { name: 'Copied' }).waitFor()
    const curl = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(curl, /^curl -X PUT http:\/\/localhost:\d+\/user\/alice /)
    await column.getByRole('button', { name: 'Copy as fetch' }).click()
    await page.waitForFunction(`navigator.clipboard.readText().then(text => text.startsWith('await fetch'))`)
    const line = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.ok(line.startsWith(`await fetch("${url}/user/alice"`), line)
    // It does what it says.
    await ask(`${url}/-/state`, { method: 'DELETE' })
    const status = await new Function(`return (async () => (${line}).status)()`)()
    assert.is(status, 200)
    assert.match((await ask(`${url}/user/alice`)).text, /Alice Liddell II/)
  }),
)

tests('the walk, by arrow keys alone: twelve steps, back to one that was shown, and all users are as before', () =>
  onPage({}, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await page.getByRole('button', { name: 'Walk through it' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 of 12').waitFor()
    const statuses: string[] = []
    for (let step = 2; step <= 12; step++) {
      await page.keyboard.press(step % 2 === 0 ? 'ArrowRight' : 'PageDown')
      await page.getByText(`${step} of 12`).waitFor()
      await page.locator('.caption button[aria-disabled="false"]', { hasText: 'Back' }).waitFor()
      const column = step % 2 === 0 ? 'old' : 'rest'
      if (step < 12) statuses.push((await shown(page, column)).status)
    }
    assert.equal(statuses, ['201', '201', '200', '200', '200', '200', '204', '204', '404', '200'])
    const sent = (await ask(`${url}/-/requests?limit=100`)).text
    await page.keyboard.press('ArrowLeft')
    await page.getByText('11 of 12').waitFor()
    assert.is((await shown(page, 'rest')).line, 'GET /users')
    assert.is((await ask(`${url}/-/requests?limit=100`)).text, sent, 'what was shown is not sent again')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Walk through it' }).waitFor()
    await page.getByText('as they were before the walk').waitFor()
    assert.is((await ask(`${url}/users`)).text, before)
    assert.not.match((await ask(`${url}/-/snapshots`)).text, /before-the/)
  }),
)

tests('the walk by itself: it goes on after a while, and stops when somebody takes over', () =>
  onPage({}, async ({ page }) => {
    await page.clock.install()
    await page.getByRole('button', { name: 'Walk through it' }).click()
    await page.getByText('1 of 12').waitFor()
    const self = page.getByRole('button', { name: 'By itself' })
    await self.click()
    await page.getByText('2 of 12').waitFor()
    for (const step of [3, 4]) {
      const there = page.getByText(`${step} of 12`)
      // An answer takes real time, and only then the pause begins.
      for (let tries = 0; tries < 50 && (await there.count()) === 0; tries++) await page.clock.runFor(500)
      assert.is(await there.count(), 1)
      await page.locator('.caption button[aria-disabled="false"]', { hasText: 'Back' }).waitFor()
    }
    await page.keyboard.press('ArrowLeft')
    await page.getByText('3 of 12').waitFor()
    assert.is(await self.getAttribute('aria-pressed'), 'false')
    await page.clock.runFor(20_000)
    assert.is(await page.getByText('3 of 12').count(), 1)
  }),
)

tests('another part is opened in the middle of the walk: the users are put back', () =>
  onPage({}, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await page.getByRole('button', { name: 'Walk through it' }).click()
    await page.getByText('1 of 12').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.locator('.people .new').waitFor()
    await page.getByRole('link', { name: 'Traffic' }).click()
    await page.locator('main .traffic').waitFor()
    for (let tries = 0; tries < 100 && (await ask(`${url}/users`)).text !== before; tries++)
      await page.evaluate(`new Promise(resolve => setTimeout(resolve, 50))`)
    assert.is((await ask(`${url}/users`)).text, before)
  }),
)

tests('left before it has begun: it begins no more, and asks for nothing', () =>
  onPage({ hash: '#controls' }, async ({ page, url }) => {
    await page.locator('main .controls').waitFor()
    await page.getByRole('link', { name: 'Traffic' }).click()
    await page.locator('main .traffic').waitFor()
    const held: { go?: () => void } = {}
    const late = new Promise<void>(done => (held.go = done))
    await page.route('**/-/settings', async route => (await late, route.continue()))
    await page.getByRole('link', { name: 'Compare' }).click()
    await page.locator('main .compare').waitFor()
    await page.getByRole('link', { name: 'Traffic' }).click()
    await page.locator('main .traffic').waitFor()
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    const answered = page.waitForResponse('**/-/settings')
    held.go?.()
    await answered
    await ask(`${url}/user/bob`, { method: 'DELETE' })
    await page.getByText('/user/bob').first().waitFor()
    // The change is seen with the next look at the list of changes, and whoever watches asks then.
    await page.waitForResponse('**/-/families')
    assert.ok(!asked.includes('/-/state'), asked.join())
  }),
)

tests('old style off: said, and turned on with one button', () =>
  onPage({ settings: { legacy: false } }, async ({ page, url }) => {
    await page.getByRole('heading', { name: 'The old style is off' }).waitFor()
    assert.equal(await barriers(page), [])
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await send(page, 'Old style')
    assert.is((await shown(page, 'old')).status, '201')
    assert.is((await ask(`${url}/user/get?username=carol`)).status, 200)
  }),
)

tests('without a journal: what a script gets to see, and said so', () =>
  onPage({ settings: { journal: false } }, async ({ page }) => {
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    await send(page, 'RESTful')
    await page.getByText('The journal is off').waitFor()
    assert.match((await shown(page, 'rest')).content.join(''), /Alice Liddell/)
  }),
)

tests('somebody else removes a user: the table shows it', () =>
  onPage({}, async ({ page, url }) => {
    await page.locator('.people tbody tr').first().waitFor()
    await ask(`${url}/user/bob`, { method: 'DELETE' })
    await page.locator('.people .gone', { hasText: 'bob' }).waitFor()
  }),
)

tests('another family, below a base', () =>
  onPage(
    {
      fixture: { users: [{ username: 'alice' }], books: [{ isbn: '1', title: 'One' }] },
      settings: { base: '/api' },
    },
    async ({ page }) => {
      await page.getByLabel('of', { exact: true }).selectOption('books')
      await page.getByRole('heading', { name: 'All books' }).waitFor()
      await page.getByRole('button', { name: 'Get', exact: true }).click()
      await send(page, 'Old style')
      await send(page, 'RESTful')
      assert.is((await shown(page, 'old')).line, 'GET /api/book/get?isbn=1')
      assert.is((await shown(page, 'rest')).line, 'GET /api/book/1')
      assert.is((await shown(page, 'rest')).status, '200')
    },
  ),
)

tests('a field called as every object has one, and a record without it: nothing stands there', () =>
  onPage({ fixture: { lists: [{ id: 'add', constructor: 'q' }, { id: 'null' }] } }, async ({ page }) => {
    await page.locator('.people tbody tr').first().waitFor()
    assert.equal(await page.locator('.people td').allInnerTexts(), ['q', ''])
  }),
)

for (const colorScheme of ['light', 'dark'] as const)
  tests(`with both answers shown and in the walk, ${colorScheme}: nothing serious for axe-core`, () =>
    onPage({ browser: { colorScheme } }, async ({ page }) => {
      await send(page, 'Old style')
      await send(page, 'RESTful')
      assert.equal(await barriers(page), [])
      await page.getByRole('button', { name: 'Walk through it' }).click()
      await page.getByText('1 of 12').waitFor()
      await page.keyboard.press('ArrowRight')
      await page.locator('.column.old .status').waitFor()
      assert.equal(await barriers(page), [])
    }),
  )

tests('at 320 px with both answers shown: nothing to scroll sideways for', () =>
  onPage({ browser: { viewport: { width: 320, height: 640 } } }, async ({ page }) => {
    await send(page, 'Old style')
    await send(page, 'RESTful')
    assert.is(await sidewaysScroll(page), 0)
  }),
)

tests.run()
