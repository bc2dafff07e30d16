/** Resources on the page: somebody else has been faster; what was typed is never lost. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { barriers, sidewaysScroll, type Visit } from './on-page.js'
import { outcome, save, stored, visiting } from './resources.js'

const tests = suite('the page: conflicts')

const visit = visiting(tests)

const merge = (url: string, change: object): Promise<Response> =>
  fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(change),
  })

/** You change the age and the name, they have changed the name and the city. */
const collide = async ({ page, url }: Visit): Promise<void> => {
  await page.getByLabel('name', { exact: true }).fill('Yours')
  await page.getByLabel('age').fill('31')
  await page.getByLabel('password').fill('march-hare')
  await merge(`${url}/user/alice`, { name: 'Theirs', address: { city: 'Cork' } })
  await save(page)
  await page.getByRole('heading', { name: 'Somebody else has saved this user meanwhile' }).waitFor()
}

const done = (page: Page): Promise<void> => outcome(page, 'PUT /user/alice → 200 OK')

const passwordIs = async (url: string, password: string): Promise<boolean> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
  return (
    (await fetch(`${url}/session`, { ...init, body: JSON.stringify({ username: 'alice', password }) })).status === 201
  )
}

visit(
  '412: theirs and yours, field by field, for everybody to read',
  '#resources/user/alice',
  { browser: { colorScheme: 'dark' } },
  async seen => {
    const { page } = seen
    await collide(seen)
    assert.equal(
      await page
        .locator('.conflict tbody tr')
        .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent))),
      [
        ['namechanged by both', 'Alice Liddell', 'Theirs', 'Yours'],
        ['agechanged by you', '30', '30', '31'],
        ['address.citychanged by them', 'Oxford', 'Cork', 'Oxford'],
        ['passwordchanged by you', 'not shown', 'not shown', 'a new one'],
      ],
    )
    assert.match(await page.evaluate<string>('document.activeElement.textContent'), /^Somebody else/)
    assert.equal(await barriers(page), [])
    await page.setViewportSize({ width: 320, height: 700 })
    assert.is(await sidewaysScroll(page), 0)
  },
)

visit(
  '412, go on with both: your fields over theirs, to be looked at and saved',
  '#resources/user/alice',
  {},
  async seen => {
    const { page, url } = seen
    await collide(seen)
    await page.getByRole('button', { name: 'Go on with both' }).click()
    const values = ['name', 'age', 'city', 'password'].map(name => page.getByLabel(name, { exact: true }).inputValue())
    assert.equal(await Promise.all(values), ['Yours', '31', 'Cork', 'march-hare'])
    assert.is((await stored(`${url}/user/alice`))['name'], 'Theirs', 'nothing was sent yet')
    await save(page)
    await done(page)
    const { name, age, address } = await stored(`${url}/user/alice`)
    assert.equal([name, age, address], ['Yours', 31, { city: 'Cork', zip: null }])
    assert.ok(await passwordIs(url, 'march-hare'))
  },
)

visit('412, take theirs: what you typed is given up', '#resources/user/alice', {}, async seen => {
  const { page, url } = seen
  await collide(seen)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  const values = ['name', 'age', 'city', 'password'].map(name => page.getByLabel(name, { exact: true }).inputValue())
  assert.equal(await Promise.all(values), ['Theirs', '30', 'Cork', ''])
  assert.ok(await passwordIs(url, 'white-rabbit'))
})

visit(
  '412, overwrite theirs: yours, whole, over the version that was shown',
  '#resources/user/alice',
  {},
  async seen => {
    const { page, url } = seen
    await collide(seen)
    await page.getByRole('button', { name: 'Overwrite theirs' }).click()
    await done(page)
    const { name, age, address } = await stored(`${url}/user/alice`)
    assert.equal([name, age, address], ['Yours', 31, { city: 'Oxford', zip: null }])
  },
)

visit('412, overwrite, but they were faster again: asked again', '#resources/user/alice', {}, async seen => {
  const { page, url } = seen
  await collide(seen)
  await merge(`${url}/user/alice`, { name: 'Theirs again' })
  await page.getByRole('button', { name: 'Overwrite theirs' }).click()
  await page.locator('.conflict', { hasText: 'Theirs again' }).waitFor()
  assert.is((await stored(`${url}/user/alice`))['name'], 'Theirs again')
})

visit(
  'somebody saves: an untouched form shows it, a touched one keeps what was typed',
  '#resources/user/alice',
  {},
  async ({ page, url }) => {
    await page.getByLabel('age').waitFor()
    await merge(`${url}/user/alice`, { age: 31 })
    await page.getByText('this is how it is').waitFor()
    assert.is(await page.getByLabel('age').inputValue(), '31')
    await page.getByLabel('age').fill('32')
    await merge(`${url}/user/alice`, { age: 33 })
    await page.getByText('What you typed is safe').waitFor()
    assert.is(await page.getByLabel('age').inputValue(), '32')
  },
)

visit(
  'somebody deletes it before it is saved: 404, and it can be made again from what is there',
  '#resources/user/bob',
  {},
  async ({ page, url }) => {
    await page.getByLabel('age').fill('42')
    await fetch(`${url}/user/bob`, { method: 'DELETE' })
    await save(page)
    await page.getByRole('button', { name: 'Create it again' }).click()
    await page.locator('.outcome', { hasText: 'POST /user/bob → 201' }).waitFor()
    assert.is((await stored(`${url}/user/bob`))['age'], 42)
  },
)

visit(
  'DELETE with an old validator: 412, nothing is removed, and the new version is shown',
  '#resources/user/bob',
  {},
  async ({ page, url }) => {
    await page.getByLabel('age').fill('42')
    await merge(`${url}/user/bob`, { name: 'Robert' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alert').filter({ hasText: 'it was not deleted' }).waitFor()
    assert.is(await page.getByLabel('name', { exact: true }).inputValue(), 'Robert')
    assert.is(await page.getByLabel('age').inputValue(), '42', 'what was typed is still there')
    assert.is((await stored(`${url}/user/bob`))['name'], 'Robert')
  },
)

tests.run()
