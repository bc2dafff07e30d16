/** Steps from state to state over HTTP: every method and format, both styles, and many at once. */

import * as assert from 'uvu/assert'
import type { Settings } from '../../src/index.js'
import { ask, send, served, type Answer } from '../harness.js'

const states = {
  field: 'status',
  initial: 'invited',
  transitions: { invited: ['active'], active: ['suspended'], suspended: ['active'] },
}
const settings = (more: object = {}): Settings => ({ resources: { user: { states, ...more } } })
const USERS = {
  users: [
    { username: 'alice', status: 'active', password: 'white-rabbit' },
    { username: 'bob', name: 'Bob' },
    { username: 'sue', status: 'suspended' },
  ],
}

const { test, run } = served('states', { ...settings(), legacy: true }, USERS)

const statusOf = async (url: string, name: string) => (await ask(`${url}/user/${name}`)).json()['status']

/** 409 with where it is and where it could go. */
const refused = (answer: Answer, state: string | null, allowed: readonly string[]) => {
  assert.is(answer.status, 409, answer.text)
  const problem = answer.json()
  assert.is(problem['type'], '/-/problems/invalid-transition')
  assert.is(problem['state'], state)
  assert.equal(problem['allowed'], allowed)
}

test('a record of the fixture that says nothing of its state has the first', async ({ url }) => {
  assert.is(await statusOf(url, 'bob'), 'invited')
  assert.is(await statusOf(url, 'alice'), 'active')
})

const MERGE = 'application/merge-patch+json'
const PATCH = 'application/json-patch+json'
const FORM = 'application/x-www-form-urlencoded'

/** What makes alice, who is active, take a step to another status. */
const writes: readonly (readonly [method: string, path: string, type: string, content: (status: string) => string])[] =
  [
    ['PUT', '/user/alice', 'application/json', status => JSON.stringify({ status })],
    ['PUT', '/users/alice', 'application/json', status => JSON.stringify({ username: 'alice', status })],
    ['PUT', '/user/alice', 'application/xml', status => `<user><status>${status}</status></user>`],
    ['PUT', '/user/alice', 'application/yaml', status => `status: ${status}`],
    ['PUT', '/user/alice', FORM, status => `status=${status}`],
    ['PATCH', '/user/alice', MERGE, status => JSON.stringify({ status })],
    ['PATCH', '/user/alice', 'application/json', status => JSON.stringify({ status })],
    ['PATCH', '/user/alice', PATCH, value => JSON.stringify([{ op: 'replace', path: '/status', value }])],
    ['POST', '/user/update?username=alice', 'application/json', status => JSON.stringify({ status })],
    ['POST', '/user/update?username=alice', FORM, status => `status=${status}`],
  ]

for (const [method, path, type, content] of writes)
  test(`${method} ${path} in ${type}: a legal step is made, any other is 409 and changes nothing`, async ({ url }) => {
    const write = (status: string) =>
      ask(url + path, { method, headers: { 'content-type': type, accept: 'application/json' }, body: content(status) })
    const { headers } = await ask(`${url}/user/alice`)
    for (const status of ['invited', 'nonsense', 'Active']) refused(await write(status), 'active', ['suspended'])
    assert.is((await ask(`${url}/user/alice`)).headers.get('etag'), headers.get('etag'))
    assert.is((await write('active')).status, 200)
    assert.is((await write('suspended')).status, 200)
    assert.is(await statusOf(url, 'alice'), 'suspended')
    refused(await write('invited'), 'suspended', ['active'])
    assert.is((await write('active')).status, 200)
  })

for (const [method, path, type, content] of [
  ['PUT', '/user/alice', 'application/json', '{ "name": "Alice" }'],
  ['PUT', '/user/alice', FORM, 'name=Alice'],
  ['PATCH', '/user/alice', MERGE, '{ "name": "Alice", "status": null }'],
  ['PATCH', '/user/alice', PATCH, '[{ "op": "remove", "path": "/status" }]'],
  ['PATCH', '/user/alice', MERGE, '{}'],
  ['POST', '/user/update?username=alice', 'application/json', '{}'],
] as const)
  test(`${method} ${path} ${content} leaves the state as it is`, async ({ url }) => {
    const answer = await ask(url + path, { method, headers: { 'content-type': type }, body: content })
    assert.is(answer.status, 200)
    assert.is(answer.json()['status'], 'active')
  })

for (const [path, key] of [
  ['/users', { username: 'carol' }],
  ['/user', { username: 'carol' }],
  ['/user/carol', {}],
  ['/user/add?username=carol', {}],
] as const)
  test(`POST ${path}: the first state, whether it is said or not; any other is 409`, async ({ url }) => {
    for (const status of ['active', 'nonsense', null, 5])
      refused(await send('POST', url + path, { ...key, status }), null, ['invited'])
    assert.is((await ask(`${url}/user/carol`)).status, 404)
    const made = await send('POST', url + path, { ...key })
    assert.is(made.status, 201)
    assert.is(made.json()['status'], 'invited')
    await ask(`${url}/user/carol`, { method: 'DELETE' })
    assert.is((await send('POST', url + path, { ...key, status: 'invited' })).status, 201)
  })

test('POST /user/carol without content: the first state', async ({ url }) => {
  assert.is((await ask(`${url}/user/carol`, { method: 'POST' })).json()['status'], 'invited')
})

test('412 comes before 409, 409 for the key before 409 for the state, 422 for what is no record before both', async ({
  url,
}) => {
  const put = async (content: unknown, headers = {}) =>
    (await send('PUT', `${url}/user/alice`, content, headers)).json()
  assert.is((await put({ status: 'invited' }, { 'if-match': '"x"' }))['status'], 412)
  assert.is((await put({ username: 'bob', status: 'invited' }))['type'], '/-/problems/key-mismatch')
  assert.is((await put({ status: 'invited', name: 'a\u0000' }))['status'], 422)
})

test('GET /user/alice links to what can follow, in every format, beside its other links', async ({ url }) => {
  for (const accept of ['application/json', 'application/xml', 'application/yaml', 'text/html']) {
    const { headers } = await ask(`${url}/users/alice`, { headers: { accept } })
    const link = headers.get('link') ?? ''
    assert.match(link, '</user/alice>; rel="edit"; title="status: suspended"; state="suspended"')
    assert.match(link, 'rel="alternate"')
    assert.match(link, '</user/alice>; rel="canonical"')
    assert.not.match(link, 'state="active"')
  }
  assert.not.match((await ask(`${url}/users`)).headers.get('link') ?? '', 'rel="edit"')
})

test('a page tells what can follow, and how', async ({ url }) => {
  const page = await ask(`${url}/user/alice`, { headers: { accept: 'text/html' } })
  assert.match(page.text, 'What can follow')
  assert.match(page.text, '{&quot;status&quot;:&quot;suspended&quot;}')
  assert.match(page.text, `${url}/user/alice</code>`)
})

test('of twenty who all take the one step at once, all arrive, and nobody goes two', async ({ url }) => {
  const step = () => send('PATCH', `${url}/user/bob`, { status: 'active' })
  const answers = await Promise.all(Array.from({ length: 20 }, step))
  assert.ok(answers.every(({ status }) => status === 200))
})

test('of two steps away from the same state, one after the other: the second is judged by where the first led', async ({
  url,
}) => {
  for (let round = 0; round < 20; round++) {
    const name = `user${round}`
    await send('POST', `${url}/user/${name}`, {})
    const both = [
      send('PATCH', `${url}/user/${name}`, { status: 'active' }),
      send('PATCH', `${url}/user/${name}`, { status: 'suspended' }),
    ] as const
    const [first, second] = await Promise.all(both)
    assert.is(first.status, 200)
    // Before the first it is no step, after it it is one.
    assert.is(await statusOf(url, name), second.status === 200 ? 'suspended' : 'active')
    if (second.status !== 200) refused(second, 'invited', ['active'])
  }
})

const creating = served('states, with PUT that creates', { ...settings(), put: 'create' }, USERS)

creating.test('PUT /user/carol: the first state or 409, and then steps', async ({ url }) => {
  refused(await send('PUT', `${url}/user/carol`, { status: 'active' }), null, ['invited'])
  const made = await send('PUT', `${url}/user/carol`, { name: 'Carol' })
  assert.is(made.status, 201)
  assert.is(made.json()['status'], 'invited')
  assert.is((await send('PUT', `${url}/user/carol`, { status: 'active' })).status, 200)
})

const strict = served(
  'states, where records must fit',
  settings({ schema: { required: ['status', 'name'], properties: { name: { type: 'string' } } } }),
  { users: [{ username: 'alice', name: 'Alice', status: 'active' }] },
)

strict.test(
  'a required state is filled in before the schema is asked; 409 comes before what the schema says',
  async ({ url }) => {
    assert.is((await send('POST', `${url}/user/bob`, { name: 'Bob' })).status, 201)
    assert.is((await send('PUT', `${url}/user/alice`, { status: 'active' })).status, 422)
    refused(await send('PUT', `${url}/user/alice`, { status: 'nonsense' }), 'active', ['suspended'])
  },
)

const odd = served(
  'states with odd names',
  {
    resources: {
      ticket: { key: 'id', states: { field: 'état', initial: 'a "b"', transitions: { 'a "b"': ["d'été", 'x; y'] } } },
    },
  },
  { tickets: [{ id: 1 }] },
)

odd.test('their links are ASCII, and lead to what was meant', async ({ url }) => {
  const { headers } = await ask(`${url}/ticket/1`)
  const edits = (headers.get('link') ?? '').split(/, (?=<)/).filter(link => link.includes('rel="edit"'))
  assert.equal(
    edits.map(link => link.replace('</ticket/1>; rel="edit"; ', '')),
    [
      `title*=UTF-8''%C3%A9tat%3A%20d%27%C3%A9t%C3%A9; state*=UTF-8''d%27%C3%A9t%C3%A9`,
      `title*=UTF-8''%C3%A9tat%3A%20x%3B%20y; state="x; y"`,
    ],
  )
  assert.is((await send('PATCH', `${url}/ticket/1`, { état: "d'été" })).status, 200)
  const end = await ask(`${url}/ticket/1`, { headers: { accept: 'text/html' } })
  assert.match(end.text, 'No other state follows.')
  assert.not.match(end.headers.get('link') ?? '', 'rel="edit"')
})

run()
creating.run()
strict.run()
odd.run()
