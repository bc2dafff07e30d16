/** The proofs on the page: what a room sees of them, and that the records are as they were whatever comes between. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PROOFS } from '../../src/compare/proofs/index.js'
import { ask, send } from '../harness.js'
import { barriers, onPage, sidewaysScroll, type Occasion, type Visit } from './on-page.js'

const HASH = '#proofs'
const SNAPSHOTS = '/-/snapshots'

const tests = suite('the part Proofs')

const onProofs = (occasion: Occasion, use: (visit: Visit) => Promise<void>): Promise<void> =>
  onPage({ hash: HASH, ...occasion }, async visit => {
    await visit.page.waitForSelector('.proofs h1')
    await use(visit)
  })

/** Nothing runs any more, and everything is put back. */
const ended = (page: Page) => page.waitForSelector('button.all:text-is("Run all six"):enabled', { timeout: 40_000 })

const card = (page: Page, number: number) => page.locator('.proof').nth(number - 1)

const headlines = (page: Page, number: number) => card(page, number).locator('.headline').allTextContents()

const press = async (page: Page, number: number): Promise<void> => {
  await card(page, number).getByRole('button', { name: 'Run' }).click()
  await ended(page)
}

const fast = (page: Page) => page.getByLabel('Without pauses').check()

const kept = async (url: string): Promise<string[]> => Object.keys((await ask(url + SNAPSHOTS)).json())

const HEADLINES: readonly (readonly [old: string, restful: string])[] = [
  ['✗ 2 of 2 users gone', '✓ 0 of 2 gone'],
  ['✗ 201, then 409: was it mine?', '✓ 200, then 200'],
  ['✗ stale copy stays', '✓ 304, and dropped on PUT'],
  ['✗ no If-Match: first change lost', '✓ If-Match: 412, nothing lost'],
  ['✗ 4 formats, but written elsewhere', '✓ 4 formats, and written there'],
  ['✗ four URLs, one method each', '✓ one URL, all 7 methods'],
]

tests('Run on each card: both headlines, and GET /users is byte for byte as before', () =>
  onProofs({}, async ({ page, url }) => {
    const before = await ask(`${url}/users`)
    await fast(page)
    for (const [index, wanted] of HEADLINES.entries()) {
      await press(page, index + 1)
      assert.equal(await headlines(page, index + 1), wanted)
      const after = await ask(`${url}/users`)
      assert.is(after.text, before.text)
      assert.is(after.headers.get('etag'), before.headers.get('etag'))
    }
    assert.equal(await kept(url), ['fixture'])
  }),
)

tests('the prefetcher: who is removed is struck through, who is only looked at stays', () =>
  onProofs({}, async ({ page }) => {
    await card(page, 1).getByRole('button', { name: 'Run' }).click()
    // With pauses: one is gone already, and the other is there still.
    await page.waitForSelector('.half.old .chips del')
    assert.equal(await page.locator('.half.old .chips del').allTextContents(), ['alice'])
    await ended(page)
    assert.equal(await page.locator('.half.old .chips del').allTextContents(), ['alice', 'bob'])
    assert.is(await page.locator('.half.restful .chips del').count(), 0)
    assert.equal(await page.locator('.half.restful .chips .seen').allTextContents(), ['alice', 'bob'])
  }),
)

tests('Run all six: one after the other, and the requests open as they went over the wire', () =>
  onProofs({ browser: { reducedMotion: 'reduce' } }, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await page.getByRole('button', { name: 'Run all six' }).click()
    await ended(page)
    assert.is(await page.locator('.headline').count(), 2 * PROOFS.length)
    for (const [index, wanted] of HEADLINES.entries()) assert.equal(await headlines(page, index + 1), wanted)
    assert.is((await ask(`${url}/users`)).text, before)
    const row = card(page, 4).locator('.half.restful .log details').last()
    const line = card(page, 4).locator('.half.restful .log summary', { hasText: '412' })
    await line.click()
    await card(page, 4).locator('.half.restful .wire').waitFor()
    assert.match(
      await card(page, 4).locator('.half.restful .wire').innerText(),
      /If-Match[^]*412[^]*Precondition Failed/,
    )
    assert.match(await row.innerText(), 'GET /user/alice')
  }),
)

tests('the journal is off: the requests are listed, and none can be opened', () =>
  onProofs({ settings: { journal: false } }, async ({ page }) => {
    await fast(page)
    await press(page, 6)
    assert.is(await card(page, 6).locator('.log li').count(), 5)
    assert.is(await card(page, 6).locator('.log summary').count(), 0)
  }),
)

tests('another part in mid-run: broken off, and the records are put back', () =>
  onProofs({}, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await card(page, 1).getByRole('button', { name: 'Run' }).click()
    await page.waitForSelector('.half.old .chips del')
    await page.getByRole('link', { name: 'Traffic' }).click()
    await page.waitForSelector('.traffic h1')
    await page.goto(`${url}/-/${HASH}`)
    await page.waitForSelector('#proofs-record option[value=alice]', { state: 'attached' })
    assert.is((await ask(`${url}/users`)).text, before)
    assert.equal(await kept(url), ['fixture'])
    assert.is(await page.locator('.notices').isVisible(), false)
  }),
)

tests('a reload in mid-run: the records are put back, and what is left over can be cleared away', () =>
  onProofs({}, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await card(page, 1).getByRole('button', { name: 'Run' }).click()
    await page.waitForSelector('.half.old .chips del')
    await page.reload()
    await page.getByRole('button', { name: 'Put the records back' }).click()
    await page.locator('.notices').waitFor({ state: 'hidden' })
    assert.is((await ask(`${url}/users`)).text, before)
    assert.equal(await kept(url), ['fixture'])
  }),
)

tests('a snapshot of a run that did not come to its end: nothing runs until it is settled', () =>
  onProofs({}, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await send('PUT', `${url}${SNAPSHOTS}/before-the-proofs-x`, undefined)
    await ask(`${url}/user/alice`, { method: 'DELETE' })
    await fast(page)
    await press(page, 2)
    assert.is(await page.locator('.headline').count(), 0)
    await page.getByRole('button', { name: 'Put the records back' }).click()
    await page.locator('.notices').waitFor({ state: 'hidden' })
    assert.is((await ask(`${url}/users`)).text, before)
    await press(page, 2)
    assert.equal(await headlines(page, 2), HEADLINES[1])
  }),
)

tests('two tabs: one run at a time', () =>
  onProofs({}, async ({ page, url }) => {
    const other = await page.context().newPage()
    await other.goto(`${url}/-/${HASH}`)
    await card(page, 1).getByRole('button', { name: 'Run' }).click()
    await page.waitForSelector('.half.old .chips del')
    await press(other, 2)
    assert.match(await other.locator('.notices').innerText(), 'running in another tab')
    await ended(page)
    await press(other, 2)
    assert.equal(await headlines(other, 2), HEADLINES[1])
  }),
)

tests('keys: 1 to 6 run a proof, Escape breaks off', () =>
  onProofs({}, async ({ page, url }) => {
    const before = (await ask(`${url}/users`)).text
    await page.keyboard.press('4')
    await card(page, 4).getByRole('button', { name: 'Break off' }).waitFor()
    await card(page, 4).locator('.log li').first().waitFor()
    await page.keyboard.press('Escape')
    await ended(page)
    assert.match(await card(page, 4).locator('.outcome').innerText(), 'Broken off')
    assert.is((await ask(`${url}/users`)).text, before)
    await fast(page)
    await page.keyboard.press('5')
    await ended(page)
    assert.equal(await headlines(page, 5), HEADLINES[4])
  }),
)

tests('old style is off: the part says so, turns it on, and proves', () =>
  onProofs({ settings: { legacy: false } }, async ({ page, url }) => {
    await page.locator('.notices', { hasText: 'old style is off' }).waitFor()
    assert.match(await page.locator('.notices code').innerText(), `curl -X PATCH ${url}/-/settings`)
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await page.locator('.notices').waitFor({ state: 'hidden' })
    await fast(page)
    await press(page, 2)
    assert.equal(await headlines(page, 2), HEADLINES[1])
  }),
)

tests('another family, and a record that is chosen', () =>
  onProofs(
    {
      fixture: {
        books: [
          { id: 1, title: 'Alice' },
          { id: 2, title: 'Emma' },
        ],
      },
    },
    async ({ page }) => {
      await fast(page)
      await page.getByLabel('Record').selectOption('2')
      await press(page, 1)
      assert.equal(await headlines(page, 1), ['✗ 2 of 2 books gone', '✓ 0 of 2 gone'])
      await press(page, 3)
      assert.match(await card(page, 3).locator('.log').last().innerText(), '/book/2')
    },
  ),
)

const STOPPED: readonly (readonly [title: string, occasion: Occasion, sentence: string])[] = [
  ['no record', { fixture: { users: [] } }, 'The fixture has no record'],
  ['auth.protect', { settings: { auth: { protect: 'writes' } } }, 'Changes need a login'],
  ['requireMatch', { settings: { requireMatch: true } }, 'requireMatch'],
  ['chaos', { settings: { chaos: '100%' } }, 'Chaos is on'],
]

for (const [title, occasion, sentence] of STOPPED)
  tests(`${title}: a sentence says why, and nothing is left over`, () =>
    onProofs(occasion, async ({ page, url }) => {
      await fast(page)
      await press(page, 1)
      assert.match(await page.locator('.proofs').innerText(), sentence)
      assert.equal(await kept(url), ['fixture'])
    }),
  )

tests('the server goes away in mid-run: the run ends with a sentence', () =>
  onProofs({}, async ({ page }) => {
    await card(page, 1).getByRole('button', { name: 'Run' }).click()
    await page.waitForSelector('.half.old .chips del')
    await page.context().setOffline(true)
    await ended(page)
    assert.match(await card(page, 1).locator('.outcome').innerText(), 'The server has gone')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Put the records back' }).click()
    await page.locator('.notices').waitFor({ state: 'hidden' })
  }),
)

for (const [colorScheme, width] of [
  ['dark', 1280],
  ['light', 320],
] as const)
  tests(`after a run, ${colorScheme}, ${width} px: nothing serious for axe-core, nothing to scroll sideways for`, () =>
    onProofs({ browser: { colorScheme, viewport: { width, height: 800 } } }, async ({ page }) => {
      await fast(page)
      for (const number of [1, 4]) await press(page, number)
      await card(page, 4).locator('.log summary').last().click()
      await card(page, 4).locator('.wire').waitFor()
      assert.equal(await barriers(page), [])
      assert.is(await sidewaysScroll(page), 0)
    }),
  )

tests.run()
