/** The page as a whole: where it is, what it may load, how it looks, and who can use it. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withServer } from '../harness.js'
import { barriers, onPage, sidewaysScroll } from './on-page.js'

const PARTS = ['compare', 'proofs', 'traffic', 'resources', 'controls']

const tests = suite('the page')

tests('GET / with a browser: it is led to /-/, and the page begins with the comparison', () =>
  onPage({}, async ({ page, url }) => {
    await page.goto(`${url}/`)
    assert.is(page.url(), `${url}/-/`)
    await page.waitForSelector('main h1')
    assert.match(await page.title(), /^Compare/)
  }),
)

// Each part looks at itself in the dark, on a narrow screen, and with all that can be open.
tests('every part at first sight, light: nothing serious for axe-core', () =>
  // A colour that is on its way to another one is neither.
  onPage({ browser: { reducedMotion: 'reduce' } }, async ({ page }) => {
    for (const part of PARTS) {
      await page.goto(`${page.url().split('#')[0]}#${part}`)
      await page.waitForSelector(`main .${part} h1`)
      assert.equal(await barriers(page), [], part)
    }
  }),
)

for (const width of [320, 1920])
  tests(`every part at ${width} px: nothing to scroll sideways for`, () =>
    onPage({ browser: { viewport: { width, height: 800 } } }, async ({ page }) => {
      for (const part of PARTS) {
        await page.goto(`${page.url().split('#')[0]}#${part}`)
        await page.waitForSelector(`main .${part} h1`)
        assert.is(await sidewaysScroll(page), 0, part)
      }
    }),
  )

tests('forced colours: what differs, what is pressed and where one is are told apart', () =>
  onPage({ browser: { forcedColors: 'active' } }, async ({ page }) => {
    const styleOf = (selector: string, name: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`)
    await page.waitForSelector('.people tbody tr')
    await page.getByRole('button', { name: 'Get', exact: true }).click()
    for (const style of ['old', 'rest']) {
      await page.locator(`.column.${style} .send`).click()
      await page.locator(`.column.${style} .status`).waitFor()
    }
    for (const marked of ['mark', '.differs', 'nav [aria-current]'])
      assert.is(await styleOf(marked, 'outlineStyle'), 'dashed', marked)
    const [on, off] = ['true', 'false'].map(now => `.deeds [aria-pressed="${now}"]`)
    assert.is.not(await styleOf(on ?? '', 'backgroundColor'), await styleOf(off ?? '', 'backgroundColor'))
  }),
)

tests('the server begins anew with other families: what is open shows those', () =>
  onPage({}, async ({ page, api, url }) => {
    await page.getByRole('heading', { name: 'All users' }).waitFor()
    await api.close()
    await page.getByText('The server does not answer').waitFor()
    await withServer({ books: [{ isbn: '1' }] }, { legacy: true, port: Number(new URL(url).port) }, async () => {
      await page.getByRole('heading', { name: 'All books' }).waitFor()
      assert.match(await page.locator('.column.rest .big-line').innerText(), '/book/')
    })
  }),
)

tests('what is fetched from elsewhere, or made markup of a text: the policy stops it, and that is seen here', () =>
  onPage({}, async ({ page, complaints }) => {
    await page.waitForSelector('main h1')
    const made = await page.evaluate<string>(`(async () => {
      if (await fetch('data:text/plain,x').then(() => true, () => false)) return 'fetched'
      try {
        document.body.innerHTML = '<p>made</p>'
        return 'made'
      } catch {
        return 'refused'
      }
    })()`)
    assert.is(made, 'refused')
    assert.match(complaints.join('\n'), 'Content Security Policy')
    complaints.length = 0
  }),
)

tests.run()
