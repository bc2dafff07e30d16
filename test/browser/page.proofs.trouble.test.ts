/** The proofs on the page when something comes between: the records are put back, and a sentence says what to do. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send } from '../harness.js'
import { type Occasion } from './on-page.js'
import { HASH, HEADLINES, card, ended, fast, headlines, kept, onProofs, press, runInto } from './on-proofs.js'

const tests = suite('the part Proofs, and what comes between')

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
    await runInto(page)
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
    await runInto(page)
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
    await send('PUT', `${url}/-/snapshots/before-the-proofs-x`, undefined)
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
    await runInto(page)
    await press(other, 2)
    assert.match(await other.locator('.notices').innerText(), 'Another tab is at a walk, or at the proofs')
    await ended(page)
    await press(other, 2)
    assert.equal(await headlines(other, 2), HEADLINES[1])
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
    await runInto(page)
    await page.context().setOffline(true)
    await ended(page)
    assert.match(await card(page, 1).locator('.outcome').innerText(), 'The server has gone')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Put the records back' }).click()
    await page.locator('.notices').waitFor({ state: 'hidden' })
  }),
)

tests.run()
