/** Resources on the page: records are found, looked at, made and removed, as a front end would, in any family. */

import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { barriers, sidewaysScroll } from './on-page.js'
import { outcome, save, visiting } from './resources.js'

const MANY = {
  users: Array.from({ length: 13 }, (_, index) => ({
    username: `user${String(index).padStart(2, '0')}`,
    age: 50 - index,
    nested: { city: index % 2 === 0 ? 'Oxford' : 'Cork' },
  })),
}

const ODD = ['a/b', 'mary ann', '日本', 'add', 'alice.json', '+', '100%', '?x=1#y']

const LIBRARY = {
  books: [
    {
      isbn: '007',
      title: 'A',
      price: 9.5,
      sold: 3,
      code: '0012',
      rows: [{ a: 1 }],
      note: null,
      at: '2026-01-31',
      status: 'draft',
    },
    {
      isbn: '008',
      title: 'B',
      price: 1,
      sold: 4,
      code: '0013',
      rows: [],
      note: null,
      at: '2026-02-01',
      status: 'published',
    },
  ],
  restage: {
    resources: {
      book: {
        plural: 'books',
        key: 'isbn',
        states: { field: 'status', initial: 'draft', transitions: { draft: ['published'], published: ['withdrawn'] } },
      },
    },
  },
}

const tests = suite('the page: Resources')

const visit = visiting(tests)

const stored = async (url: string, path: string): Promise<{ status: number; record: Record<string, unknown> }> => {
  const response = await fetch(url + path, { headers: { accept: 'application/json' } })
  return { status: response.status, record: (await response.json()) as Record<string, unknown> }
}

const first = (page: Page) => page.locator('.records tbody tr').first()
const caption = (page: Page) => page.locator('.request code').first()
const firstIs = (page: Page, key: string) => first(page).locator('th', { hasText: key }).waitFor()

visit(
  'GET /users, page by page, sorted, searched, and the address keeps it',
  '#resources',
  { fixture: MANY },
  async ({ page }) => {
    await firstIs(page, 'user00')
    assert.is(await caption(page).textContent(), 'GET /users?limit=10')
    await page.getByText('13 users: 1 to 10 are shown.').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await firstIs(page, 'user10')
    assert.is(await caption(page).textContent(), 'GET /users?limit=10&page=2')
    await page.getByRole('button', { name: 'Previous' }).click()
    await firstIs(page, 'user00')
    const head = page.getByRole('columnheader', { name: 'age' })
    for (const [order, key] of [
      ['ascending', 'user12'],
      ['descending', 'user00'],
      ['none', 'user00'],
    ] as const) {
      await head.getByRole('button').click()
      await page.locator(`th[aria-sort="${order}"]`, { hasText: 'age' }).waitFor()
      await firstIs(page, key)
      assert.is(await page.evaluate<string>('document.activeElement.textContent.slice(0, 3)'), 'age', 'the focus stays')
    }
    await head.getByRole('button').click()
    await page.getByLabel('Search').fill('cork')
    await page.getByText('6 users.').waitFor()
    assert.match(page.url(), /sort=age&q=cork$/)
    await page.reload()
    await firstIs(page, 'user11')
    assert.is(await page.getByLabel('Search').inputValue(), 'cork')
    await page.getByLabel('Search').fill('nobody is called that')
    await page.getByText('No users hold that.').waitFor()
  },
)

visit(
  'somebody makes a user: the list shows it, and who is searching goes on',
  '#resources',
  {},
  async ({ page, api }) => {
    await firstIs(page, 'alice')
    await page.getByLabel('Search').focus()
    await fetch(`${api.url}/user/carol`, { method: 'POST' })
    await page.locator('.records', { hasText: 'carol' }).waitFor()
    assert.is(await page.evaluate<string>('document.activeElement.id'), 'search')
  },
)

visit('a query that the server refuses is said in its words', '#resources/user?sort=nmae', {}, async ({ page }) => {
  await page.getByRole('alert').filter({ hasText: 'Did you mean' }).waitFor()
})

visit(
  'PUT /user/alice: what was changed is sent, the rest as it came',
  '#resources/user/alice',
  {},
  async ({ page, url }) => {
    const before = await stored(url, '/user/alice')
    await page.getByLabel('age').fill('31')
    await page.getByLabel('roles').fill('admin\neditor, in chief')
    await page.getByLabel('city').fill('Cork')
    await save(page)
    await outcome(page, 'PUT /user/alice → 200 OK')
    assert.equal((await stored(url, '/user/alice')).record, {
      ...before.record,
      age: 31,
      roles: ['admin', 'editor, in chief'],
      address: { city: 'Cork', zip: null },
    })
    const login = { username: 'alice', password: 'white-rabbit' }
    const session = await fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    })
    assert.is(session.status, 201, 'the password is what it was')
  },
)

visit(
  'PUT /user/alice with a new password: it is taken, and shown nowhere',
  '#resources/user/alice',
  {},
  async ({ page, url }) => {
    await page.getByLabel('password').fill('march-hare')
    await save(page)
    await outcome(page, '200 OK')
    assert.is(await page.getByLabel('password').inputValue(), '')
    const body = JSON.stringify({ username: 'alice', password: 'march-hare' })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    assert.is((await fetch(`${url}/session`, init)).status, 201)
  },
)

visit('POST /user/carol, with nothing but a keyboard', '#resources', {}, async ({ page, url }) => {
  await page.getByRole('link', { name: 'New user' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('h1:focus', { hasText: 'A new user' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('carol')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Carol')
  await page.keyboard.press('Enter')
  await outcome(page, 'POST /user/carol → 201 Created')
  await page.locator('h1:focus', { hasText: 'carol' }).waitFor()
  assert.equal((await stored(url, '/user/carol')).record, { username: 'carol', name: 'Carol', active: false })
})

visit('DELETE /user/bob: asked first, Escape keeps it', '#resources/user/bob', {}, async ({ page, url }) => {
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete bob?' }).waitFor()
  assert.is(await page.evaluate<string>('document.activeElement.textContent'), 'Keep it')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.is((await stored(url, '/user/bob')).status, 200)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await outcome(page, 'DELETE /user/bob → 204 No Content')
  await firstIs(page, 'alice')
  assert.is((await stored(url, '/user/bob')).status, 404)
})

visit(
  'odd keys: each is found from the list, saved and removed',
  '#resources',
  { fixture: { users: ODD.map(username => ({ username, age: 1 })) } },
  async ({ page, url }) => {
    for (const [index, key] of ODD.entries()) {
      await page.getByRole('link', { name: key, exact: true }).click()
      await page.getByRole('heading', { name: key, exact: true }).waitFor()
      await page.getByLabel('age').fill(String(index + 10))
      await save(page)
      await outcome(page, '200 OK')
      assert.is((await stored(url, `/user/${encodeURIComponent(key)}`)).record['age'], index + 10, key)
      await page.getByRole('link', { name: 'All users' }).click()
      await page.waitForSelector('.records')
    }
    assert.is((await stored(url, '/user/a%2Fb')).record['username'], 'a/b')
  },
)

visit(
  'a new user called "a/b", then "..": the first is made, the second refused at its field',
  '#resources/user/+',
  {},
  async ({ page, url }) => {
    await page.getByLabel('username').fill('a/b')
    await page.getByRole('button', { name: 'Create' }).click()
    await outcome(page, 'POST /user/a%2Fb → 201')
    assert.is((await stored(url, '/user/a%2Fb')).status, 200)
    await page.goto(`${url}/-/#resources/user/+`)
    await page.getByLabel('username').fill('..')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.locator('input[aria-invalid]').waitFor()
    assert.is(await page.evaluate<string>('document.activeElement.name'), 'username')
  },
)

visit(
  'another family: a book with a state, a list of objects, and a text that looks like a number',
  '#resources/book/007',
  { fixture: LIBRARY },
  async ({ page, url }) => {
    const { record } = await stored(url, '/book/007')
    await page.getByLabel('title').fill('A, again')
    assert.equal(await page.getByLabel('status').locator('option').allTextContents(), ['draft', 'published'])
    await page.getByLabel('status').selectOption('published')
    await save(page)
    await outcome(page, 'PUT /book/007 → 200')
    assert.equal((await stored(url, '/book/007')).record, { ...record, title: 'A, again', status: 'published' })
    assert.equal(await page.getByLabel('status').locator('option').allTextContents(), ['published', 'withdrawn'])
    await page.getByLabel('rows').fill('[{ "a": 2 }')
    await save(page)
    await page.getByText('Nothing was sent.').waitFor()
    assert.match((await page.locator('.field.json .fault').first().textContent()) ?? '', /not JSON/)
    assert.is(await page.evaluate<string>('document.activeElement.name'), 'rows')
  },
)

visit(
  'GET /user/alice and GET /users, seen as each format: one URL, another Accept',
  '#resources/user/alice',
  {},
  async ({ page, url }) => {
    for (const [name, type] of [
      ['XML', 'application/xml'],
      ['YAML', 'application/yaml'],
      ['HTML', 'text/html'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.locator('.see-as .outcome', { hasText: `200 OK Content-Type: ${type}` }).waitFor()
      assert.match((await page.locator('.see-as .request').textContent()) ?? '', `GET /user/aliceAccept: ${type}`)
      assert.match((await page.locator('.see-as pre').textContent()) ?? '', 'Alice Liddell')
    }
    await page.goto(`${url}/-/#resources`)
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    await page.locator('.see-as pre', { hasText: 'username,name' }).waitFor()
  },
)

for (const [name, hash] of [
  ['list', '#resources'],
  ['form', '#resources/user/alice'],
  ['new', '#resources/user/+'],
] as const)
  visit(
    `the ${name} in the dark, and at 320 px: everybody can use it`,
    hash,
    { browser: { colorScheme: 'dark', viewport: { width: 320, height: 700 } } },
    async ({ page }) => {
      await page.waitForSelector(name === 'list' ? '.records' : '.fields-of-record')
      assert.equal(await barriers(page), [])
      assert.is(await sidewaysScroll(page), 0)
    },
  )

tests.run()
