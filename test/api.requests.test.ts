/** What `serve()` gives to see and to steer requests: the journal, claims about it, and rules that come and go. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import ky from 'ky'
import { ExpectationError, serve, type Rule } from '../src/index.js'
import { ask, send, USERS } from './harness.js'

const api = suite('serve(), seen and steered')

const failure = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

api('requests(): the newest first, filtered, with secrets taken out', async () => {
  await using server = await serve(USERS, { cors: true })
  await ask(`${server.url}/user/alice?token=abc`, { headers: { authorization: 'Bearer abc' } })
  await send('PUT', `${server.url}/user/bob`, { name: 'B', password: 'hush' })
  await ask(`${server.url}/nowhere`)
  const all = await server.requests()
  assert.equal(
    all.map(({ id, method, path, status }) => `${id} ${method} ${path} ${status}`),
    ['3 GET /nowhere 404', '2 PUT /user/bob 200', '1 GET /user/alice 200'],
  )
  const [put] = await server.requests({ method: 'put', path: '/user/*' })
  assert.is(put?.action, 'replace')
  assert.equal(JSON.parse(put?.request.content ?? ''), { name: 'B', password: '***' })
  assert.is(put?.request.headers['content-type'], 'application/json')
  const [get] = await server.requests({ path: '/user/alice' })
  assert.is(get?.query, 'token=***')
  assert.is(get?.request.headers['authorization'], 'Bearer ***')
  assert.not.match(JSON.stringify(get), 'abc')
  const paths = async (filter: Parameters<typeof server.requests>[0]) =>
    (await server.requests(filter)).map(({ path }) => path)
  assert.equal(await paths({ status: '4xx', limit: 1 }), ['/nowhere'])
  assert.equal(await paths({ unmatched: true }), ['/nowhere'])
  assert.equal(await paths({ since: 2 }), ['/nowhere'])
  assert.equal(await paths({ since: new Date(Date.now() + 3_600_000) }), [])
  const wrong = await failure(server.requests({ path: 'user' }))
  assert.instance(wrong, RangeError)
  assert.match(wrong.message, 'takes a path')
})

api('expect(): so many, any, none', async () => {
  await using server = await serve(USERS)
  await server.expect({ path: '/user/alice', count: 0 })
  await ask(`${server.url}/user/alice`)
  await server.expect({ path: '/user/alice' })
  await ask(`${server.url}/user/alice`)
  await server.expect({ path: '/user/alice' })
  await server.expect({ method: 'GET', path: '/user/alice', status: 200, count: 2 })
  assert.instance(await failure(server.expect({ count: -1 })), RangeError)
})

api('expect(): what came instead, as test runners show it', async () => {
  await using server = await serve(USERS)
  await send('PATCH', `${server.url}/user/alice`, { age: 1 })
  await send('PUT', `${server.url}/user/alcie`, {})
  const never = await failure(server.expect({ method: 'PUT', path: '/user/alice' }))
  assert.instance(never, ExpectationError)
  assert.is(never.name, 'AssertionError')
  assert.is(
    never.message,
    [
      'PUT /user/alice never came. Nearest: PUT /user/alcie (404), PATCH /user/alice (200).',
      '  request 2, PUT /user/alcie, answered 404: differs in path',
      '  request 1, PATCH /user/alice, answered 200: differs in method',
    ].join('\n'),
  )
  const often = (await failure(server.expect({ path: '/user/alice', count: 3 }))) as ExpectationError
  assert.match(often.message, /^\/user\/alice came once, not 3 times\./)
  assert.equal([often.expected, often.actual, often.nearest.length], [3, 1, 1])
  const none = (await failure(server.expect({ path: '/user/alice', count: 0 }))) as ExpectationError
  assert.is(none.message, '/user/alice came once, not 0 times.')
})

api('rules: added, counted, removed, cleared', async () => {
  await using server = await serve(USERS, { rules: [{ when: 'GET /user/alice', then: { status: 410 } }] })
  const status = async (path = '/user/alice') => (await ask(server.url + path)).status
  const rule: Rule = { when: 'GET /user/:name', then: { status: 503 } }
  const down = await server.rules.add(rule)
  rule.then.status = 500
  assert.is(await status(), 503)
  assert.is((await down.now())?.used, 1)
  const list = await server.rules.list()
  assert.equal(
    list.map(({ handle, from, when, used }) => [handle, from, when, used]),
    [
      ['added-1', 'added', 'GET /user/:name', 1],
      ['1', 'settings', 'GET /user/alice', 0],
    ],
  )
  assert.ok(await down.remove())
  assert.not(await down.remove())
  assert.is(await down.now(), undefined)
  assert.is(await status(), 410)
  await server.rules.add({ when: 'GET /users', then: { status: 503 } })
  await server.rules.clear()
  assert.is(await status('/users'), 200)
  assert.is(await status(), 410)
  // @ts-expect-error -- a rule needs its then
  const wrong = await failure(server.rules.add({ when: 'get /x' }))
  assert.instance(wrong, RangeError)
  assert.match(wrong.message, /needs a member "then".*\(#\)\n"get \/x".*\(#\/when\)$/)
  // @ts-expect-error -- nothing is no rule
  assert.instance(await failure(server.rules.add()), RangeError)
})

api('a sandbox has requests and rules of its own', async () => {
  await using server = await serve(USERS)
  const [one, two] = await Promise.all([server.sandbox('one'), server.sandbox('two')])
  const down = await one.rules.add({ when: 'GET /users', then: { status: 503 } })
  assert.is((await one.fetch('/users')).status, 503)
  assert.is((await two.fetch('/users')).status, 200)
  assert.is((await ask(`${server.url}/users`)).status, 200)
  await one.expect({ path: '/users', status: 503, count: 1 })
  await two.expect({ path: '/users', status: 200, count: 1 })
  await server.expect({ path: '/users', status: 200, count: 1 })
  assert.equal((await server.requests()).length, 1)
  assert.is((await one.requests())[0]?.rule, 'rule added-1, GET /users')
  assert.is((await two.requests())[0]?.rule, undefined)
  await down.remove()
  assert.is((await one.fetch('/users')).status, 200)
})

for (const settings of [{ control: false }, { journal: false }] as const)
  api(`${JSON.stringify(settings)}: a clear error`, async () => {
    await using server = await serve(USERS, settings)
    const off = /the setting journal is false, or control is/
    assert.match((await failure(server.requests())).message, off)
    assert.match((await failure(server.expect({ path: '/users' }))).message, off)
    if ('journal' in settings) return assert.equal(await server.rules.list(), [])
    assert.match((await failure(server.rules.clear())).message, /the setting control is false/)
    const rule = { when: 'GET /users', then: { status: 503 } }
    assert.match((await failure(server.rules.add(rule))).message, /the setting control is false/)
  })

api('503 twice with Retry-After, then 200: ky sends three requests, and one change is made', async () => {
  await using server = await serve(USERS)
  await server.rules.add({
    when: 'PUT /user/:name',
    times: 2,
    then: { status: 503, headers: { 'Retry-After': 1 } },
  })
  const waits: number[] = []
  let last = 0
  const answer = await ky.put(`${server.url}/user/alice`, {
    json: { name: 'Tried again' },
    // By itself it would wait 5 ms at most.
    retry: { limit: 3, methods: ['put'], backoffLimit: 5, maxRetryAfter: 5000 },
    hooks: {
      beforeRequest: [() => void (last ||= performance.now())],
      beforeRetry: [
        () => {
          const now = performance.now()
          waits.push(now - last)
          last = now
        },
      ],
    },
  })
  assert.is(answer.status, 200)
  await server.expect({ method: 'PUT', path: '/user/alice', count: 3 })
  await server.expect({ method: 'PUT', path: '/user/alice', status: 503, count: 2 })
  const { changes } = (await ask(`${server.url}/-/changes`)).json() as { changes: { changes: unknown[] }[] }
  assert.equal(
    changes.map(step => step.changes.length),
    [1],
  )
  assert.is((await server.state())['users']?.find(({ username }) => username === 'alice')?.['name'], 'Tried again')
  // Never sooner than it was told.
  assert.is(waits.length, 2)
  for (const wait of waits) assert.ok(wait >= 950, String(waits))
})

api.run()
