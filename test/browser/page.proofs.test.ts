/** The proofs on the page: what a room sees of them, and that the records are as they were. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PROOFS } from '../../src/compare/proofs/index.js'
import { ask } from '../harness.js'
import { barriers, sidewaysScroll } from './on-page.js'
import { HEADLINES, card, ended, fast, headlines, kept, onProofs, press, runInto } from './on-proofs.js'

const tests = suite('the part Proofs')

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
    await runInto(page)
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
