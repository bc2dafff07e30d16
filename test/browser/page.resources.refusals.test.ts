/** Resources on the page: the server says no, or nothing at all; it is said where it can be mended, and nothing typed is lost. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { outcome, save, stored, visiting } from './resources.js'

const tests = suite('the page: refusals')

const visit = visiting(tests)

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
    await outcome(page, 'PUT /user/alice → 200 OK')
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
  await outcome(page, 'PUT /user/alice → 200 OK')
})

visit('to Traffic and back: what was typed is still there', '#resources/user/alice', {}, async ({ page }) => {
  await page.getByLabel('age').fill('31')
  await page.getByRole('link', { name: 'Traffic', exact: true }).click()
  await page.locator('main .traffic').waitFor()
  await page.goBack()
  await page.getByText('What you had typed is still here').waitFor()
  assert.is(await page.getByLabel('age').inputValue(), '31')
  const old = await page.getByLabel('age').elementHandle()
  await page.getByRole('button', { name: 'Undo what I typed' }).click()
  await old?.waitForElementState('hidden')
  assert.is(await page.getByLabel('age').inputValue(), '30')
})

visit('a user that is not there: said, with a way on', '#resources/user/nobody', {}, async ({ page }) => {
  await page.getByRole('alert').filter({ hasText: '404' }).waitFor()
  await page.getByRole('link', { name: 'Make a new user' }).click()
  await page.getByRole('heading', { name: 'A new user' }).waitFor()
})

tests.run()
