/** The journal below /-/requests: what came, why it was answered so, whether it came at all. */

import * as assert from 'uvu/assert'
import type { Api } from '../../src/index.js'
import { withFolder } from '../cli/program.js'
import { ask, send, served, withServer, USERS } from '../harness.js'

const on = served('the journal', { legacy: true })
type Entry = Record<string, unknown>

const list = async (url: string, query = ''): Promise<Entry[]> =>
  (await ask(`${url}/-/requests${query}`)).json() as unknown as Entry[]
const last = async (url: string): Promise<Entry> => {
  const [{ id } = {}] = await list(url, '?limit=1')
  return (await ask(`${url}/-/requests/${String(id)}`)).json()
}
const part = (entry: Entry, name: string) => entry[name] as Entry

on.test(
  'GET /-/requests: the newest first, each with what it was understood as; its readers are not in it',
  async ({ url }) => {
    await ask(`${url}/user/alice`)
    await ask(`${url}/users?limit=1`)
    await ask(`${url}/nothing`)
    await list(url)
    await ask(`${url}/-/problems`)
    const found = await list(url)
    assert.equal(
      found.map(({ id, method, path, query, status, action, resource, problem }) => [
        id,
        method,
        path,
        query,
        status,
        action,
        resource,
        problem,
      ]),
      [
        [3, 'GET', '/nothing', undefined, 404, undefined, undefined, 'no-such-route'],
        [2, 'GET', '/users', 'limit=1', 200, 'list', '/users', undefined],
        [1, 'GET', '/user/alice', undefined, 200, 'retrieve', '/user/:username', undefined],
      ],
    )
  },
)

on.test('an entry has request and response, and which range chose which format', async ({ url }) => {
  await send('PUT', `${url}/user/bob`, { name: 'Bo' }, { accept: 'text/csv, application/*;q=0.5', 'x-mine': 'yes' })
  const entry = await last(url)
  assert.equal(entry['negotiated'], {
    accept: 'text/csv, application/*;q=0.5',
    range: 'application/*;q=0.5',
    format: 'application/json',
  })
  assert.is(part(entry, 'request')['content'], '{"name":"Bo"}')
  assert.is(part(part(entry, 'request'), 'headers')['x-mine'], 'yes')
  assert.is(part(entry, 'response')['status'], 200)
  assert.equal(JSON.parse(part(entry, 'response')['content'] as string), { username: 'bob', name: 'Bo' })
  assert.equal([entry['action'], entry['style']], ['replace', 'rest'])
})

on.test('old style: the RESTful twin; the same action', async ({ url }) => {
  await ask(`${url}/user/remove?username=alice`)
  const entry = await last(url)
  assert.equal(
    [entry['style'], entry['twin'], entry['action'], entry['status']],
    ['old', 'DELETE /user/alice', 'remove', 204],
  )
})

on.test('preconditions: what was sent, and what came of it', async ({ url }) => {
  const etag = (await ask(`${url}/user/alice`)).headers.get('etag') ?? ''
  for (const [method, headers, verdict] of [
    ['GET', { 'if-none-match': etag }, 'If-None-Match: not modified'],
    ['GET', { 'if-none-match': '"x"' }, 'If-None-Match: met'],
    ['DELETE', { 'if-match': '"x"' }, 'If-Match: failed'],
    ['PUT', { 'if-match': etag, accept: 'image/png' }, 'If-Match: not looked at'],
  ] as const) {
    await ask(`${url}/user/alice`, { method, headers: { ...headers } })
    assert.is((await last(url))['precondition'], verdict)
  }
})

on.test('no secret in any form of any entry', async ({ url }) => {
  const secret = 'geheimnis'
  const headers = { cookie: `sid=${secret}`, authorization: `Bearer ${secret}`, 'x-api-key': secret }
  await send('PUT', `${url}/user/alice?password=${secret}`, { name: 'A', password: secret }, headers)
  for (const [type, body] of [
    ['application/xml', `<user><name>A</name><password>${secret}</password></user>`],
    ['application/yaml', `name: A\npassword: ${secret}`],
    ['application/x-www-form-urlencoded', `name=A&password=${secret}`],
    ['application/json', `{"name":"A","password":"${secret}"`],
    ['application/xml', `<user><password>${secret}</user>`],
  ] as const) {
    const { status } = await ask(`${url}/user/alice`, { method: 'PUT', headers: { 'content-type': type }, body })
    assert.ok(status === 200 || status === 400, `${type}: ${status}`)
  }
  await ask(`${url}/user/add?username=x&password=${secret}`, { method: 'POST' })
  const all = await list(url)
  assert.is(all.length, 7)
  for (const accept of ['application/json', 'application/xml', 'application/yaml', 'text/html', 'text/csv'])
    for (const path of ['', ...(accept === 'text/csv' ? [] : all.map(({ id }) => `/${String(id)}`))]) {
      const { status, text } = await ask(`${url}/-/requests${path}`, { headers: { accept } })
      assert.is(status, 200, `${accept} ${path}`)
      assert.not.match(text, new RegExp(secret), `${accept} ${path}`)
    }
})

for (const [query, ids] of [
  ['?method=PUT', [3]],
  ['?method=put', [3]],
  ['?path=/user/alice', [3, 1]],
  ['?path=/user/*', [5, 3, 2, 1]],
  ['?path=/user/%2561', []],
  ['?status=404', [4, 2]],
  ['?status=2xx', [5, 3, 1]],
  ['?since=3', [5, 4]],
  ['?since=2000-01-01T00:00:00Z&limit=2', [5, 4]],
  ['?since=2999-01-01', []],
  ['?style=old', [5]],
  ['?style=rest&limit=1', [4]],
  ['?unmatched=true', [4]],
  ['?unmatched=false&method=GET', [5, 2, 1]],
  ['?method=GET&path=/user/alice&status=200&count=1', [1]],
  ['?path=/nowhere&count=0', []],
  ['?count=5&limit=2', [5, 4]],
] as const)
  on.test(`GET /-/requests${query}: ${ids.length === 0 ? 'none' : ids.join(', ')}`, async ({ url }) => {
    await ask(`${url}/user/alice`)
    await ask(`${url}/user/nobody`)
    await send('PUT', `${url}/user/alice`, { name: 'A' })
    await send('POST', `${url}/nothing`, {})
    await ask(`${url}/user/get?username=bob`)
    assert.equal(
      (await list(url, query)).map(({ id }) => id),
      ids,
    )
  })

for (const [query, said] of [
  ['?metod=PUT', /no parameter "metod"\. Did you mean method \?/],
  ['?status=teapot', /status takes a status or a class/],
  ['?status=', /status takes/],
  ['?path=user', /path takes a path/],
  ['?since=yesterday', /since takes the id of an entry/],
  ['?style=new', /style takes old or rest/],
  ['?unmatched=yes', /unmatched takes true or false/],
  ['?limit=0', /limit takes 1 to 1000/],
  ['?limit=1001', /limit takes 1 to 1000/],
  ['?count=-1', /count takes a whole number/],
  ['?count=1&count=2', /count stands in the query more than once/],
  ['?%zz=1', /not percent-encoded/],
] as const)
  on.test(`GET /-/requests${query}: 400`, async ({ url }) => {
    const answer = await ask(`${url}/-/requests${query}`)
    assert.is(answer.status, 400)
    assert.match(answer.json()['detail'] as string, said)
  })

on.test('GET /-/requests?method=PUT&path=/user/alice&count=1: 409, and the nearest misses', async ({ url }) => {
  await send('PUT', `${url}/user/alicia`, { name: 'A' })
  await send('POST', `${url}/user/alice`, { name: 'A' })
  await ask(`${url}/users`)
  const answer = await ask(`${url}/-/requests?method=PUT&path=/user/alice&count=1`)
  assert.is(answer.status, 409)
  const problem = answer.json()
  assert.is(problem['type'], '/-/problems/count-mismatch')
  assert.is(
    problem['detail'],
    'PUT /user/alice came 0 times, not once. Nearest: POST /user/alice (409), PUT /user/alicia (404).',
  )
  assert.equal([problem['expected'], problem['found']], [1, 0])
  assert.equal(problem['nearest'], [
    { id: 2, method: 'POST', path: '/user/alice', status: 409, differs: ['method'] },
    { id: 1, method: 'PUT', path: '/user/alicia', status: 404, differs: ['path'] },
  ])
  await send('PUT', `${url}/user/alice`, { name: 'A' })
  assert.is((await ask(`${url}/-/requests?method=PUT&path=/user/alice&count=1`)).status, 200)
  await send('PUT', `${url}/user/alice`, { name: 'B' })
  const twice = (await ask(`${url}/-/requests?method=PUT&path=/user/alice&status=200&count=1`)).json()
  assert.is(twice['detail'], 'PUT /user/alice with status 200 came 2 times, not once.')
  assert.equal(twice['ids'], [4, 5])
})

on.test('DELETE /-/requests: 204, and it begins anew; from a page of elsewhere: 403', async ({ url }) => {
  await ask(`${url}/users`)
  const foreign = { origin: 'https://evil.example' }
  assert.is((await ask(`${url}/-/requests`, { method: 'DELETE', headers: foreign })).status, 403)
  assert.is((await list(url)).length, 1)
  assert.is((await ask(`${url}/-/requests`, { method: 'DELETE' })).status, 204)
  assert.equal(await list(url), [])
  await ask(`${url}/users`)
  assert.is((await list(url))[0]?.['id'], 2)
})

for (const id of ['0', '99', 'x', '01', '1e0'])
  on.test(`GET /-/requests/${id}: 404`, async ({ url }) => {
    await ask(`${url}/users`)
    assert.is((await ask(`${url}/-/requests/${id}`)).status, 404)
  })

on.test('contents that nobody read, and long ones: it is said; HEAD has none', async ({ url }) => {
  await send('PUT', `${url}/user/nobody`, { name: 'A' })
  assert.match(String(part(await last(url), 'request')['withheld']), /before anybody read it/)
  await send('PUT', `${url}/user/alice`, { name: 'x'.repeat(70_000) })
  const entry = await last(url)
  assert.is(part(entry, 'request')['cut'], true)
  assert.is(String(part(entry, 'request')['content']).length, 65_536)
  assert.is(part(entry, 'response')['cut'], true)
  assert.ok(Number(part(entry, 'response')['length']) > 70_000)
  await ask(`${url}/user/bob`, { method: 'HEAD' })
  assert.is(part(await last(url), 'response')['content'], undefined)
})

const use = (settings: Parameters<typeof withServer>[1], act: (api: Api) => Promise<void>) =>
  withServer(USERS, settings, act)

for (const [title, settings] of [
  ['journal: false', { journal: false }],
  ['control: false', { control: false }],
] as const)
  on.test(`${title}: there is none`, () =>
    use(settings, async ({ url }) => assert.is((await ask(`${url}/-/requests`)).status, 404)),
  )

on.test('with a base: below it and at the root alike, and neither is in it', () =>
  use({ base: '/api', journal: { entries: 2 } }, async ({ url }) => {
    const root = url.replace(/\/api$/, '')
    for (const name of ['a', 'b', 'c']) await ask(`${url}/user/${name}`)
    await list(url)
    const found = await list(root)
    assert.equal(
      found.map(({ path }) => path),
      ['/api/user/c', '/api/user/b'],
    )
    const short = (await ask(`${url}/-/requests?path=/api/user/a&count=1`)).json()
    assert.match(String(short['detail']), /One older request has made room and is not counted/)
  }),
)

on.test('files are not in it, what is no file is, once', () =>
  withFolder({ 'a.txt': 'a' }, folder =>
    use({ static: folder }, async ({ url }) => {
      assert.is((await ask(`${url}/a.txt`)).text, 'a')
      assert.is((await ask(`${url}/b.txt`)).status, 404)
      assert.equal(
        (await list(url)).map(({ path, status }) => [path, status]),
        [['/b.txt', 404]],
      )
    }),
  ),
)

on.test('beyond loopback: the token, or 401', () =>
  use({ control: { token: 'not-so-secret' } }, async ({ url }) => {
    assert.is((await ask(`${url}/-/requests`)).status, 401)
    const headers = { authorization: 'Bearer not-so-secret' }
    assert.is((await ask(`${url}/-/requests`, { headers })).status, 200)
  }),
)

on.run()
