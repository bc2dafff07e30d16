/** GET and DELETE /-/legacy: who still calls the old style, in every format, of every family, version and world. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../src/index.js'
import { ask, served, USERS, withServer } from '../harness.js'

type Row = Readonly<Record<string, unknown>>

const by = (agent: string, more: Readonly<Record<string, string>> = {}) => ({
  headers: { 'user-agent': agent, ...more },
})

const callersAt = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Row[]> => {
  const answer = await ask(`${url}/-/legacy`, { headers: { accept: 'application/json', ...headers } })
  assert.is(answer.status, 200)
  return JSON.parse(answer.text) as Row[]
}

const brief = ({ method, path, twin, agent, count, failed, key }: Row) =>
  [method, path, '=', twin, 'by', agent, count, failed, key].join(' ')

const old = served('callers', { legacy: true })

old.test('GET /-/legacy before any call: an empty list', async ({ url }) => {
  await ask(`${url}/user/alice`)
  assert.equal(await callersAt(url), [])
  const csv = await ask(`${url}/-/legacy`, { headers: { accept: 'text/csv' } })
  assert.is(csv.text, 'method,path,twin,agent,count,failed,last,key\r\n')
})

old.test('GET /-/legacy: a row for each call and User-Agent, the most frequent first', async ({ url }) => {
  const began = Date.now()
  await ask(`${url}/user/get?username=alice`, by('one'))
  await ask(`${url}/user/get?username=bob`, by('one'))
  await ask(`${url}/user/get?username=nobody`, by('one'))
  await ask(`${url}/user/get?username=alice`, by('two'))
  await ask(`${url}/user/remove?username=bob`, by('one'))
  await ask(`${url}/user/remove?username=alice`, { method: 'DELETE', ...by('one') })
  const rows = await callersAt(url)
  assert.equal(rows.map(brief), [
    'GET /user/get?username=… = GET /user/{username} by one 3 1 nobody',
    'DELETE /user/remove?username=… = DELETE /user/{username} by one 1 1 alice',
    'GET /user/remove?username=… = DELETE /user/{username} by one 1 0 bob',
    'GET /user/get?username=… = GET /user/{username} by two 1 0 alice',
  ])
  for (const { last } of rows) {
    assert.is(new Date(String(last)).toISOString(), last)
    assert.ok(Date.parse(String(last)) >= began - 1)
  }
})

old.test('calls that no old style answers are no callers', async ({ url }) => {
  for (const path of ['/user/get', '/users/get?username=alice', '/user/get?name=alice', '/user/Get?username=alice'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ask(url + path)
  assert.equal(await callersAt(url), [])
})

for (const [accept, shows] of [
  ['application/json', '"twin": "DELETE /user/{username}"'],
  ['application/xml', '<twin>DELETE /user/{username}</twin>'],
  ['application/yaml', 'twin: DELETE /user/{username}'],
  ['text/csv', 'GET,/user/remove?username=…,DELETE /user/{username},"a, b",1,0,'],
  ['application/x-ndjson', '"twin":"DELETE /user/{username}"'],
  ['text/html', 'DELETE /user/{username}'],
] as const)
  old.test(`GET /-/legacy as ${accept}`, async ({ url }) => {
    await ask(`${url}/user/remove?username=bob`, by('a, b'))
    const answer = await ask(`${url}/-/legacy`, { headers: { accept } })
    assert.is(answer.status, 200)
    assert.is(answer.headers.get('content-type')?.split(';')[0], accept)
    assert.is(answer.headers.get('x-total-count'), '1')
    assert.ok(answer.text.includes(shows), answer.text)
    const again = await ask(`${url}/-/legacy`, {
      headers: { accept, 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    assert.is(again.status, 304)
  })

old.test('GET /-/legacy as image/png: 406; POST: 405', async ({ url }) => {
  assert.is((await ask(`${url}/-/legacy`, { headers: { accept: 'image/png' } })).status, 406)
  const posted = await ask(`${url}/-/legacy`, { method: 'POST' })
  assert.is(posted.status, 405)
  assert.is(posted.headers.get('allow'), 'GET, HEAD, DELETE, OPTIONS')
})

old.test('DELETE /-/legacy: 204, and it counts anew', async ({ url }) => {
  await ask(`${url}/user/get?username=alice`, by('one'))
  assert.is((await ask(`${url}/-/legacy`, { method: 'DELETE' })).status, 204)
  assert.equal(await callersAt(url), [])
  await ask(`${url}/user/get?username=alice`, by('one'))
  assert.equal(
    (await callersAt(url)).map(({ count }) => count),
    [1],
  )
})

old.test('a sandbox counts its own', async ({ url }) => {
  const inside = { 'restage-sandbox': 'a' }
  await ask(`${url}/user/get?username=alice`, by('main'))
  await ask(`${url}/user/get?username=alice`, by('inner', inside))
  assert.equal(
    (await callersAt(url)).map(({ agent }) => agent),
    ['main'],
  )
  assert.equal(
    (await callersAt(url, inside)).map(({ agent }) => agent),
    ['inner'],
  )
  assert.is((await ask(`${url}/-/legacy`, { method: 'DELETE', headers: inside })).status, 204)
  assert.is((await callersAt(url)).length, 1)
})

const settled = suite('callers under settings')

const BOOKS = { ...USERS, books: [{ isbn: '978-1', title: 'A' }] }

for (const [title, settings, calls, rows] of [
  [
    'another family',
    {},
    ['/book/get?isbn=978-1', '/user/get?username=bob'],
    [
      'GET /user/get?username=… = GET /user/{username} by x 1 0 bob',
      'GET /book/get?isbn=… = GET /book/{isbn} by x 1 0 978-1',
    ],
  ],
  [
    'a base',
    { base: '/api' },
    ['/user/get?username=bob'],
    ['GET /api/user/get?username=… = GET /api/user/{username} by x 1 0 bob'],
  ],
  [
    'the envelope, where every status is 200',
    { legacy: { envelope: true } },
    ['/user/get?username=bob', '/user/get?username=nobody', '/user/get?username='],
    ['GET /user/get?username=… = GET /user/{username} by x 3 2 nobody'],
  ],
  [
    'versions by path',
    { versions: { by: 'path', 1: { rename: { name: 'fullName' } }, 2: {} } },
    ['/v1/user/get?username=bob', '/user/get?username=bob'],
    [
      'GET /user/get?username=… = GET /user/{username} by x 1 0 bob',
      'GET /v1/user/get?username=… = GET /v1/user/{username} by x 1 0 bob',
    ],
  ],
  [
    'versions by header, those among them that there are not',
    { versions: { by: 'header', 1: { rename: { name: 'fullName' } }, 2: {} } },
    ['/user/get?username=bob', '/user/get?username=bob 1', '/user/get?username=bob 3'],
    ['GET /user/get?username=… = GET /user/{username} by x 3 1 bob'],
  ],
  [
    'nobody logged in, where one has to be',
    { auth: { protect: 'all' } },
    ['/user/get?username=bob'],
    ['GET /user/get?username=… = GET /user/{username} by x 1 1 bob'],
  ],
] as const satisfies readonly (readonly [string, Settings, readonly string[], readonly string[]])[])
  settled(title, () =>
    withServer(BOOKS, { legacy: true, ...settings }, async ({ url }) => {
      for (const line of calls) {
        const [path = '', version = ''] = line.split(' ')
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await ask(url + path, by('x', version === '' ? {} : { 'api-version': version }))
      }
      assert.equal((await callersAt(url)).map(brief), rows)
      // Below the base and without it, it is the same.
      assert.is((await callersAt(new URL(url).origin)).length, rows.length)
    }),
  )

settled('the journal names problem and twin of what the envelope hides', () =>
  withServer(USERS, { legacy: { envelope: true } }, async ({ url }) => {
    await ask(`${url}/user/get?username=nobody`)
    const [entry] = JSON.parse((await ask(`${url}/-/requests`)).text) as Row[]
    assert.is(entry?.['status'], 200)
    assert.is(entry?.['problem'], 'not-found')
    assert.is(entry?.['twin'], 'GET /user/nobody')
  }),
)

for (const [title, settings] of [
  ['without --legacy', {}],
  ['with control: false', { legacy: true, control: false }],
] as const)
  settled(`GET /-/legacy ${title}: 404`, () =>
    withServer(USERS, settings, async ({ url }) => {
      await ask(`${url}/user/get?username=alice`)
      assert.is((await ask(`${url}/-/legacy`)).status, 404)
    }),
  )

settled('GET /-/legacy without the token, where there is one: 401', () =>
  withServer(USERS, { legacy: true, control: { token: 'open-sesame' } }, async ({ url }) => {
    assert.is((await ask(`${url}/-/legacy`)).status, 401)
    assert.equal(await callersAt(url, { authorization: 'Bearer open-sesame' }), [])
  }),
)

old.run()
settled.run()
