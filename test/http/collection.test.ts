/** GET of a collection from outside: pages and their links, sorting, filters, formats, validators. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Api, FixtureData, RecordData } from '../../src/index.js'
import { ask, send, served, USERS, withServer, type Answer } from '../harness.js'

const MANY: FixtureData = {
  users: Array.from({ length: 25 }, (_, n) => ({
    username: `u${n}`,
    name: `Name ${n % 7}`,
    age: n % 5 === 0 ? null : 20 + n,
    active: n % 2 === 0,
    roles: n % 4 === 0 ? ['admin', 'editor'] : ['editor'],
    address: { city: n % 2 === 0 ? 'Paris' : 'Oxford' },
    password: `hush-${n}`,
  })),
}

const names = (answer: Answer): string[] =>
  (JSON.parse(answer.text) as { username: string }[]).map(({ username }) => username)

/** `Link` taken apart as RFC 8288 §3 has it, for what is written here. */
const linksOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    // The other formats are linked as well; these are the other pages.
    [...(answer.headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(first|prev|next|last)"/g)].map(
      ([, target = '', relation = '']) => [relation, target],
    ),
  )

const many = served('pages', {}, MANY)

many.test('GET /users: all on one page, counted, without links', async ({ url }) => {
  const answer = await ask(`${url}/users`)
  assert.is(answer.status, 200)
  assert.is(names(answer).length, 25)
  assert.is(answer.headers.get('x-total-count'), '25')
  assert.equal(linksOf(answer), {})
  assert.is(answer.headers.get('accept-query'), 'application/json, application/x-www-form-urlencoded')
})

const rest = (page: number) => `/users?sort=-username&page=${page}&limit=10&address.city:in=Paris%2COxford`

many.test('GET /users?limit=10&page=2: the second ten, with links that keep the rest of the query', async ({ url }) => {
  const answer = await ask(`${url}/users?sort=-username&page=2&limit=10&address.city:in=Paris,Oxford`)
  assert.is(names(answer).length, 10)
  assert.equal(linksOf(answer), { first: rest(1), prev: rest(1), next: rest(3), last: rest(3) })
  assert.equal(linksOf(await ask(`${url}/users?limit=10`)), {
    first: '/users?limit=10&page=1',
    next: '/users?limit=10&page=2',
    last: '/users?limit=10&page=3',
  })
})

many.test('GET /users?page=9&limit=10: empty, and the way back', async ({ url }) => {
  const answer = await ask(`${url}/users?page=9&limit=10`)
  assert.is(answer.status, 200)
  assert.equal(names(answer), [])
  assert.equal(linksOf(answer), {
    first: '/users?page=1&limit=10',
    prev: '/users?page=3&limit=10',
    last: '/users?page=3&limit=10',
  })
})

for (const [query, expected] of [
  ['age:gte=43', 'u23,u24'],
  ['age=30', ''],
  ['age=31&active=false', 'u11'],
  ['roles=admin&active=true&sort=-age&limit=2', 'u24,u16'],
  ['q=NAME+6+paris', 'u6,u16,u20'],
  ['username:in=u3,u1', 'u1,u3'],
  ['sort=address.city,-age&limit=3', 'u23,u21,u19'],
] as const)
  many.test(`GET /users?${query}: ${expected}`, async ({ url }) => {
    for (const path of ['/users', '/user']) assert.is(names(await ask(`${url}${path}?${query}`)).join(), expected)
  })

for (const [query, parameter, suggestion] of [
  ['pgae=2', 'pgae', 'page'],
  ['agee=2', 'agee', 'age'],
  ['age:gtee=2', 'age:gtee', 'age:gte'],
  ['password=hush-1', 'password', undefined],
  ['sort=password', 'sort', undefined],
  ['limit=1001', 'limit', '1000'],
  ['page=1&page=2', 'page', undefined],
  ['x=%zz', 'x', undefined],
  ['%ff=1', '%ff', undefined],
] as const)
  many.test(`GET /users?${query}: 400 that names the parameter`, async ({ url }) => {
    const answer = await ask(`${url}/users?${query}`)
    assert.is(answer.status, 400)
    assert.is(answer.json()['type'], '/-/problems/invalid-parameter')
    assert.is(answer.json()['parameter'], parameter)
    assert.is(answer.json()['suggestion'], suggestion)
    assert.not.match(answer.text, /hush-2/)
    assert.is((await ask(`${url}/users?${query}`, { headers: { accept: 'application/xml' } })).status, 400)
  })

many.test('fields: in every format, the key always among them', async ({ url }) => {
  const get = async (accept: string) =>
    (await ask(`${url}/users?fields=name,address.city&limit=1`, { headers: { accept } })).text
  assert.equal(JSON.parse(await get('application/json')), [
    { username: 'u0', name: 'Name 0', address: { city: 'Paris' } },
  ])
  assert.is(await get('text/csv'), 'username,name,address.city\r\nu0,Name 0,Paris\r\n')
  assert.is(await get('application/x-ndjson'), '{"username":"u0","name":"Name 0","address":{"city":"Paris"}}\n')
  for (const accept of ['application/xml', 'application/yaml']) {
    assert.match(await get(accept), /u0[^]*Name 0[^]*Paris/)
    assert.not.match(await get(accept), /roles|active/)
  }
})

many.test('a field that came with a POST can be asked for', async ({ url }) => {
  assert.is((await ask(`${url}/users?nick=x`)).status, 400)
  await send('POST', `${url}/users`, { username: 'new', nick: 'x' })
  assert.equal(names(await ask(`${url}/users?nick=x`)), ['new'])
})

many.test('If-None-Match: 304 while the page is as it was; a change on it makes a new validator', async ({ url }) => {
  for (const query of ['limit=10', 'limit=10&sort=age', 'limit=10&page=2&active=true', 'limit=10&fields=name'])
    for (const accept of ['application/json', 'text/csv', 'text/html']) {
      const first = await ask(`${url}/users?${query}`, { headers: { accept } })
      const etag = first.headers.get('etag') ?? ''
      const again = await ask(`${url}/users?${query}`, { headers: { accept, 'if-none-match': etag } })
      assert.is(again.status, 304, query)
      assert.is(again.headers.get('etag'), etag)
    }
  const before = await ask(`${url}/users?limit=10`)
  const other = await ask(`${url}/users?limit=10&page=2`)
  await send('PUT', `${url}/user/u3`, { name: 'Changed', age: 1 })
  const after = await ask(`${url}/users?limit=10`)
  assert.is.not(after.headers.get('etag'), before.headers.get('etag'))
  assert.match(after.text, /Changed/)
  assert.is((await ask(`${url}/users?limit=10&page=2`)).headers.get('etag'), other.headers.get('etag'))
  await ask(`${url}/user/last`, { method: 'POST' })
  const counted = await ask(`${url}/users?limit=10&page=2`)
  assert.is(counted.headers.get('x-total-count'), '26')
  assert.is.not(counted.headers.get('etag'), other.headers.get('etag'), 'the count belongs to the representation')
})

/** The client's library closes after HEAD by itself; the time passes. */
const HOP_BY_HOP = new Set(['date', 'connection', 'keep-alive'])

many.test('HEAD has every header field of GET', async ({ url }) => {
  for (const query of ['', '?limit=2&page=2', '?pgae=1', '?sort=-age&fields=name'])
    for (const accept of ['*/*', 'text/csv', 'text/html', 'application/x-ndjson', 'image/png']) {
      const fields = async (method: string) => {
        const { headers, status } = await ask(`${url}/users${query}`, { method, headers: { accept } })
        return [status, ...[...headers].filter(([name]) => !HOP_BY_HOP.has(name))]
      }
      assert.equal(await fields('HEAD'), await fields('GET'), `${query} ${accept}`)
    }
})

for (const [accept, type] of [
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv', 'text/csv; charset=utf-8'],
  ['application/x-ndjson', 'application/x-ndjson'],
  ['application/*', 'application/json'],
  ['text/*', 'text/html; charset=utf-8'],
  ['text/*, application/json;q=0.5', 'text/html; charset=utf-8'],
  ['text/*, text/html;q=0, text/xml;q=0, text/yaml;q=0, text/x-yaml;q=0', 'text/csv; charset=utf-8'],
  ['text/*;q=0.5, text/csv', 'text/csv; charset=utf-8'],
  ['text/html, text/csv', 'text/csv; charset=utf-8'],
  ['text/csv;q=0.9, text/html', 'text/html; charset=utf-8'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
] as const)
  many.test(`GET /users with Accept: ${accept ?? 'none'} is ${type}`, async ({ url }) => {
    const answer = await ask(`${url}/users`, accept === undefined ? {} : { headers: { accept } })
    assert.is(answer.headers.get('content-type'), type)
  })

many.test('a record is not to be had as CSV or NDJSON, a collection is', async ({ url }) => {
  for (const accept of ['text/csv', 'application/x-ndjson']) {
    const item = await ask(`${url}/user/u1`, { headers: { accept } })
    assert.is(item.status, 406)
    assert.equal(item.json()['available'], [
      'application/json',
      'application/xml',
      'application/yaml',
      'text/html',
      'text/event-stream',
    ])
  }
  const list = await ask(`${url}/users`, { headers: { accept: 'image/png' } })
  assert.equal(list.json()['available'], [
    'application/json',
    'application/xml',
    'application/yaml',
    'text/csv',
    'application/x-ndjson',
    'text/html',
    'text/event-stream',
  ])
})

many.test('the page in a browser: heads that sort, pages, a count; the query is kept', async ({ url }) => {
  const get = async (query: string) =>
    (await ask(`${url}/users?${query}`, { headers: { accept: 'text/html' } })).text.replaceAll('&amp;', '&')
  const page = await get('limit=10&page=2&sort=-age&active=true')
  assert.match(page, /Showing 11 to 13 of 13/)
  assert.match(page, /aria-sort="descending"><a href="\/users\?limit=10&sort=age&active=true">/)
  assert.match(page, /<a href="\/users\?limit=10&sort=name&active=true"><bdi>name<\/bdi>/)
  assert.match(page, /<nav class="pages" aria-label="Pages">.*First.*rel="prev">Previous</)
  assert.not.match(page, />Next</)
  assert.is(page.match(/ aria-sort=/g)?.length, 1)
  assert.not.match(page, /<script|hush/)
  assert.match(await get('sort=age'), /aria-sort="ascending"><a href="\/users\?sort=-age">/)
  assert.match(await get('name=nobody'), /No <bdi>users<\/bdi> match this query/)
  assert.match(await get('page=7'), /There is no such page/)
})

many.test('a very long query is answered, without links that no client could take', async ({ url }) => {
  const answer = await ask(`${url}/users?limit=2&name:in=${'Name%201,'.repeat(700)}x`)
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('link'), null)
  assert.is(answer.headers.get('x-total-count'), '4')
})

many.run()

const enveloped = served('an envelope', { list: 'envelope', limits: { page: 2, pageMax: 10 } }, MANY)

enveloped.test('GET /users with list: envelope: the page round its items', async ({ url }) => {
  const { items, ...about } = (await ask(`${url}/users?page=2`)).json()
  assert.equal(
    (items as { username: string }[]).map(({ username }) => username),
    ['u2', 'u3'],
  )
  const links = { first: '/users?page=1', prev: '/users?page=1', next: '/users?page=3', last: '/users?page=13' }
  assert.equal(about, { page: 2, limit: 2, total: 25, links })
  const all = (await ask(`${url}/users?limit=10&page=3`)).json()
  assert.is((all['links'] as Record<string, unknown>)['next'], null)
  const xml = (await ask(`${url}/users?limit=1`, { headers: { accept: 'application/xml' } })).text
  assert.match(xml, /<users>\s*<items>\s*<item>\s*<username>u0<\/username>[^]*<total>25<\/total>/)
  const yaml = (await ask(`${url}/users?limit=1`, { headers: { accept: 'application/yaml' } })).text
  assert.match(yaml, /^items:\n[^]*total: 25/)
  assert.is((await ask(`${url}/users?limit=11`)).status, 400)
})

enveloped.test('CSV and NDJSON stay plain', async ({ url }) => {
  const csv = (await ask(`${url}/users?fields=name`, { headers: { accept: 'text/csv' } })).text
  assert.is(csv, 'username,name\r\nu0,Name 0\r\nu1,Name 1\r\n')
  const lines = (await ask(`${url}/users?fields=name`, { headers: { accept: 'application/x-ndjson' } })).text
  assert.is(lines.split('\n').length, 3)
})

enveloped.run()

const walks = suite('walks')

const walk = async (api: Api, start: string): Promise<string[]> => {
  const seen: string[] = []
  let next: string | undefined = start
  for (let steps = 0; next !== undefined && steps < 100; steps++) {
    const answer: Answer = await ask(new URL(next, api.url).href)
    seen.push(...names(answer))
    next = linksOf(answer)['next']
  }
  return seen
}

walks('following next shows every record exactly once, in the order of the whole', async () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('a', 'B', 'é'),
    fc.boolean(),
    fc.constant(null),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ n: value }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('', '&sort=n', '&sort=-n', '&sort=-n,-username', '&n:ne='),
      async (records, limit, query) => {
        const users: RecordData[] = records.map((fields, n) => ({ username: `u${n}`, ...fields }))
        await withServer({ users }, {}, async api => {
          const all = names(await ask(`${api.url}/users?limit=1000${query}`))
          assert.equal(await walk(api, `/users?limit=${limit}${query}`), all)
          assert.is(new Set(all).size, all.length)
          if (!query.includes(':ne')) assert.is(all.length, users.length)
        })
      },
    ),
    { numRuns: 30 },
  )
})

walks('under a base, links have it', () =>
  withServer(USERS, { base: '/api' }, async ({ url }) => {
    assert.equal(linksOf(await ask(`${url}/users?limit=1`))['next'], '/api/users?limit=1&page=2')
  }),
)

walks.run()
