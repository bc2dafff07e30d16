/** Resources on the page: somebody else has been faster, or the server says no; what was typed is never lost. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { barriers, onPage, sidewaysScroll, type Occasion, type Visit } from './on-page.js'

const tests = suite('the page: conflicts and refusals')

const visit = (title: string, hash: string, occasion: Occasion, use: (visit: Visit) => Promise<void>): void =>
  void tests(title, () => onPage({ ...occasion, hash }, use))

const stored = async (url: string): Promise<Record<string, unknown>> =>
  (await (await fetch(url, { headers: { accept: 'application/json' } })).json()) as Record<string, unknown>

const merge = (url: string, change: object): Promise<Response> =>
  fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(change),
  })

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

/** You change the age and the name, they have changed the name and the city. */
const collide = async ({ page, url }: Visit): Promise<void> => {
  await page.getByLabel('name', { exact: true }).fill('Yours')
  await page.getByLabel('age').fill('31')
  await page.getByLabel('password').fill('march-hare')
  await merge(`${url}/user/alice`, { name: 'Theirs', address: { city: 'Cork' } })
  await save(page)
  await page.getByRole('heading', { name: 'Somebody else has saved this user meanwhile' }).waitFor()
}

const done = (page: Page) => page.locator('.outcome', { hasText: 'PUT /user/alice → 200 OK' }).waitFor()

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

const STRICT = {
  settings: { strict: true },
  fixture: { users: [{ username: 'alice', age: 1, address: { zip: '1' } }], books: [{ id: 1 }] },
} as const

visit(
  '422: each fault at its field, the first in focus, a summary to hear',
  '#resources/user/alice',
  STRICT,
  async ({ page, url }) => {
    await page.getByLabel('age').fill('')
    await page.getByText('Fields that are not listed here').click()
    await page.getByLabel('More fields').fill('{ "address": { "zip": 7 } }')
    await save(page)
    await page.getByRole('alert').filter({ hasText: '422' }).waitFor()
    assert.is(await page.evaluate<string>('document.activeElement.name'), 'age')
    for (const name of ['age', 'zip']) {
      const field = page.getByLabel(name, { exact: true })
      assert.is(await field.getAttribute('aria-invalid'), 'true', name)
      const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
      const said = await Promise.all(ids.map(id => page.locator(`#${id}`).textContent()))
      assert.match(said.join(' '), `"${name}"`.replace('"zip"', 'zip'))
    }
    assert.equal(await stored(`${url}/user/alice`), { username: 'alice', age: 1, address: { zip: '1' } })
  },
)

visit('409: the name is taken; nothing typed is lost', '#resources/user/+', {}, async ({ page }) => {
  await page.getByLabel('username').fill('bob')
  await page.getByLabel('age').fill('5')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('alert').filter({ hasText: '409' }).waitFor()
  assert.is(await page.evaluate<string>('document.activeElement.name'), 'username')
  assert.is(await page.getByLabel('age').inputValue(), '5')
})

visit('a number that is none is not even sent', '#resources/user/alice', {}, async ({ page, url }) => {
  await page.getByLabel('age').fill('old')
  await save(page)
  await page.getByText('Nothing was sent.').waitFor()
  assert.is(await page.evaluate<string>('document.activeElement.name'), 'age')
  assert.is((await stored(`${url}/user/alice`))['age'], 30)
})

visit(
  '401: a log-in is offered, and then it is saved',
  '#resources/user/alice',
  { settings: { auth: { protect: 'writes' } } },
  async ({ page, url }) => {
    await page.getByLabel('age').fill('31')
    await save(page)
    await page.getByLabel('Username').fill('alice')
    await page.locator('.login').getByLabel('Password').fill('white-rabbit')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.locator('.login').waitFor({ state: 'detached' })
    await save(page)
    await done(page)
    assert.is((await stored(`${url}/user/alice`))['age'], 31)
  },
)

visit('no answer: that is said, and what was typed stays', '#resources/user/alice', {}, async ({ page }) => {
  await page.getByLabel('age').fill('31')
  await page.route('**/user/alice', route => route.abort())
  await save(page)
  await page.getByRole('alert').filter({ hasText: 'What you typed is still here' }).waitFor()
  assert.is(await page.getByLabel('age').inputValue(), '31')
  await page.unroute('**/user/alice')
  await save(page)
  await done(page)
})

visit('to Traffic and back: what was typed is still there', '#resources/user/alice', {}, async ({ page }) => {
  await page.getByLabel('age').fill('31')
  await page.getByRole('link', { name: 'Traffic', exact: true }).click()
  await page.locator('main .traffic').waitFor()
  await page.goBack()
  await page.getByText('What you had typed is still here').waitFor()
  assert.is(await page.getByLabel('age').inputValue(), '31')
  await page.getByRole('button', { name: 'Undo what I typed' }).click()
  await page.waitForFunction(`document.querySelector('[name=age]').value === '30'`)
})

visit('a user that is not there: said, with a way on', '#resources/user/nobody', {}, async ({ page }) => {
  await page.getByRole('alert').filter({ hasText: '404' }).waitFor()
  await page.getByRole('link', { name: 'Make a new user' }).click()
  await page.getByRole('heading', { name: 'A new user' }).waitFor()
})

tests.run()
