/** What a declared schema and strictness refuse, in every format; and that nothing of it is stored. */

import * as assert from 'uvu/assert'
import { FixtureError, serve, type Api, type FixtureData, type Settings } from '../../src/index.js'
import { ask, send, served, USERS } from '../harness.js'

const SCHEMA = {
  type: 'object',
  properties: {
    username: { type: 'string' },
    name: { type: 'string', minLength: 2 },
    age: { type: 'integer', minimum: 18 },
    active: { type: 'boolean' },
    roles: { type: 'array', items: { enum: ['admin', 'guest'] } },
    address: { $ref: '#/$defs/address' },
    height: { $ref: '#/$defs/length' },
    password: { type: 'string', minLength: 8 },
  },
  required: ['name', 'password'],
  additionalProperties: false,
  $defs: { address: { properties: { city: { type: 'string' } }, required: ['city'] }, length: { type: 'number' } },
}

const DATA: FixtureData = {
  users: [{ username: 'alice', name: 'Alice', age: 30, roles: ['admin'], password: 'white-rabbit' }],
}
const DECLARED: Settings = { resources: { user: { schema: SCHEMA } }, legacy: true }

const { test, run } = served('a declared schema', DECLARED, DATA)

const errors = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.json()['errors'] as { pointer: string; detail: string }[]

const WRONG = [
  '# The user must have "name" and "password".',
  '#/age "age" must be 18 or more.',
  '#/roles/1 "roles[1]" must be one of "admin", "guest".',
  '#/address "address" must have "city".',
  '#/nmae A user has no member "nmae". Did you mean "name"?',
]

/** One record in every format that can be read, and everything that is wrong with it. */
for (const [type, content] of [
  ['application/json', '{"age":7,"roles":["admin","king"],"address":{"zip":"1"},"nmae":"X"}'],
  ['application/yaml', 'age: 7\nroles: [admin, king]\naddress: { zip: "1" }\nnmae: X\n'],
  [
    'application/xml',
    '<user><age>7</age><roles><role>admin</role><role>king</role></roles><address><zip>1</zip></address><nmae>X</nmae></user>',
  ],
  ['application/x-www-form-urlencoded', 'age=7&roles[]=admin&roles[]=king&address[zip]=1&nmae=X'],
] as const)
  for (const [method, path] of [
    ['POST', '/user/bob'],
    ['POST', '/user/add?username=bob'],
  ] as const)
    test(`${method} ${path} with ${type} that does not fit: 422, every fault, nothing stored`, async ({ url }) => {
      const answer = await ask(url + path, { method, headers: { 'content-type': type }, body: content })
      assert.is(answer.status, 422)
      assert.match(String(answer.json()['type']), /\/problems\/invalid-content$/)
      assert.equal(
        errors(answer).map(({ pointer, detail }) => `${pointer} ${detail}`),
        WRONG,
      )
      assert.is((await ask(`${url}/user/bob`)).status, 404)
    })

for (const [type, content] of [
  ['application/json', '{"name":"Bob","age":41,"active":true,"height":1.8,"password":"12345678"}'],
  ['application/yaml', 'name: Bob\nage: 41\nactive: true\nheight: 1.8\npassword: "12345678"\n'],
  [
    'application/xml',
    '<user><name>Bob</name><age>41</age><active>true</active><height>1.8</height><password>12345678</password></user>',
  ],
  ['application/x-www-form-urlencoded', 'name=Bob&age=41&active=true&height=1.8&password=12345678'],
] as const)
  test(`POST /user/bob with ${type} that fits: 201, in the types that the schema names`, async ({ url }) => {
    const answer = await ask(`${url}/user/bob`, { method: 'POST', headers: { 'content-type': type }, body: content })
    assert.is(answer.status, 201, answer.text)
    assert.equal(answer.json(), { username: 'bob', name: 'Bob', age: 41, active: true, height: 1.8 })
  })

test('POST /users that does not fit: 422, nothing stored', async ({ url }) => {
  const answer = await send('POST', `${url}/users`, { username: 'bob', name: 'B', password: '12345678' })
  assert.is(answer.status, 422)
  assert.equal(errors(answer), [{ pointer: '#/name', detail: '"name" must have at least 2 characters.' }])
  assert.is((await ask(`${url}/user/bob`)).status, 404)
})

test('POST /user/bob without content: 422, for what the schema requires', async ({ url }) => {
  assert.is((await ask(`${url}/user/bob`, { method: 'POST' })).status, 422)
})

test('PUT /user/alice that does not fit: 422, nothing changed', async ({ url }) => {
  const before = await ask(`${url}/user/alice`)
  assert.is((await send('PUT', `${url}/user/alice`, { name: 'Alice', age: 'x' })).status, 422)
  const after = await ask(`${url}/user/alice`)
  assert.is(after.text, before.text)
  assert.is(after.headers.get('etag'), before.headers.get('etag'))
})

test('PUT /user/alice without the secret that is required: 200, it is kept', async ({ url }) => {
  assert.is((await send('PUT', `${url}/user/alice`, { name: 'Alice' })).status, 200)
})

test('PUT /user/alice with a secret that does not fit: 422, which does not repeat it', async ({ url }) => {
  const answer = await send('PUT', `${url}/user/alice`, { name: 'Alice', password: 'tiger' })
  assert.equal(errors(answer), [{ pointer: '#/password', detail: '"password" must have at least 8 characters.' }])
  assert.not.match(answer.text, /tiger/)
})

test('DELETE /user/alice: 204, whatever the schema says', async ({ url }) => {
  assert.is((await ask(`${url}/user/alice`, { method: 'DELETE' })).status, 204)
})

run()

const strict = served('strictness', { strict: true })

strict.test('POST /user/carol like the others: 201', async ({ url }) => {
  const carol = { name: 'Carol', age: 5, active: true, roles: [], address: { city: 'Ulm', zip: '89073' } }
  assert.is((await send('POST', `${url}/user/carol`, carol)).status, 201)
})

strict.test('POST /user/carol unlike the others: 422, every fault, nothing stored', async ({ url }) => {
  const carol = { nmae: 'Carol', age: '5', active: null, roles: ['admin', 1], address: { ctiy: 'Ulm', zip: null } }
  const answer = await send('POST', `${url}/user/carol`, carol)
  assert.is(answer.status, 422)
  assert.equal(
    errors(answer).map(({ pointer, detail }) => `${pointer} ${detail}`),
    [
      '# The user must have "name".',
      '#/age "age" must be a whole number; it is a text.',
      '#/active "active" must be true or false; it is null.',
      '#/roles/1 "roles[1]" must be a text; it is a number.',
      '#/address "address" must have "city".',
      '#/address/ctiy "address" has no member "ctiy". Did you mean "city"?',
      '#/nmae A user has no member "nmae". Did you mean "name"?',
    ],
  )
  assert.is((await ask(`${url}/user/carol`)).status, 404)
})

strict.test('PUT /user/alice with what GET gave: 200', async ({ url }) => {
  const { text } = await ask(`${url}/user/alice`, { headers: { accept: 'application/xml' } })
  const headers = { 'content-type': 'application/xml' }
  assert.is((await ask(`${url}/user/alice`, { method: 'PUT', headers, body: text })).status, 200)
})

strict.test('POST of what was never there changes nothing about the schema', async ({ url }) => {
  const dave = {
    name: 'Dave',
    age: 5,
    active: true,
    roles: [],
    address: { city: 'Ulm', zip: null },
    password: 'a-new-one',
  }
  assert.is((await send('POST', `${url}/user/dave`, dave)).status, 201)
  assert.is((await send('PUT', `${url}/user/dave`, { ...dave, age: 5.5 })).status, 422)
})

strict.run()

const open = served('without strictness', {})

open.test('POST /user/carol unlike the others: 201', async ({ url }) => {
  assert.is((await send('POST', `${url}/user/carol`, { age: 'five', nmae: 1 })).status, 201)
})

open.run()

const start = served('at start', {})

const REFUSED: readonly (readonly [title: string, data: FixtureData, settings: Settings, message: RegExp])[] = [
  [
    'a record that does not fit',
    { users: [{ username: 'alice', age: 'x' }] },
    DECLARED,
    /\/users\/0\/age {2}"age" must be a whole number/,
  ],
  [
    'a schema that is none',
    USERS,
    { resources: { user: { schema: { type: 'objct' } } } },
    /schema\/type {2}There is no type "objct"/,
  ],
]

for (const [title, data, settings, message] of REFUSED)
  start.test(`serve with ${title} throws, and tells the place`, async () => {
    let api: Api | undefined
    try {
      api = await serve(data, settings)
      assert.unreachable()
    } catch (error) {
      assert.instance(error, FixtureError)
      assert.match((error as Error).message, message)
    } finally {
      await api?.close()
    }
  })

start.run()
