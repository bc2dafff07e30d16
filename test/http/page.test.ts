/** The page and its files through a socket: what is sent with them, who gets the page, and who gets what it has asked for. */

import { existsSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, USERS, withServer } from '../harness.js'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

const tests = suite('the page')

const get = (url: string, accept = BROWSER, headers: object = {}) =>
  ask(url, { headers: { Accept: accept, ...headers }, redirect: 'manual' })

tests.before(() => {
  assert.ok(existsSync(new URL('../../dist/web/index.html', import.meta.url)), 'npm run build makes the page')
})

tests('GET /-/ with a browser: the page, which may load nothing from elsewhere', () =>
  withServer(USERS, {}, async ({ url }) => {
    const { status, headers, text } = await get(`${url}/-/`)
    assert.is(status, 200)
    assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(text, '<script type="module" src="page/page.js"></script>')
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      assert.ok(policy.includes(part), part)
    assert.ok(policy.includes("require-trusted-types-for 'script'"))
    assert.not.match(policy, /unsafe|\*/)
    assert.is(headers.get('x-frame-options'), 'DENY')
    assert.is(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.is(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('vary') ?? '', /\bAccept\b/)
    const kept = await get(`${url}/-/`, BROWSER, { 'If-None-Match': headers.get('etag') ?? '' })
    assert.is(kept.status, 304)
    assert.match(kept.headers.get('vary') ?? '', /\bAccept\b/)
  }),
)

for (const [name, type] of [
  ['page.css', 'text/css; charset=utf-8'],
  ['page.js', 'text/javascript; charset=utf-8'],
  ['icon.svg', 'image/svg+xml'],
] as const)
  tests(`GET /-/page/${name}: ${type}; 304 for who has it; POST: 405`, () =>
    withServer(USERS, {}, async ({ url }) => {
      const { status, headers } = await get(`${url}/-/page/${name}`, '*/*')
      assert.is(status, 200)
      assert.is(headers.get('content-type'), type)
      assert.not.match(headers.get('vary') ?? '', /Accept/, 'it is the same whatever Accept says')
      const kept = await get(`${url}/-/page/${name}`, '*/*', { 'If-None-Match': headers.get('etag') ?? '' })
      assert.is(kept.status, 304)
      assert.is((await ask(`${url}/-/page/${name}`, { method: 'POST' })).status, 405)
    }),
  )

for (const path of ['/-/page/', '/-/page/index.html', '/-/page/..%2f..%2fpackage.json', '/-/page/../../package.json'])
  tests(`GET ${path}: 404`, () =>
    withServer(USERS, {}, async ({ url }) => {
      assert.is((await get(url + path, '*/*')).status, 404)
    }),
  )

/** Settings, path, Accept: status, and where it leads or what it is. */
const WAYS: readonly (readonly [settings: object, path: string, accept: string, status: number, where: string])[] = [
  [{}, '/', BROWSER, 303, '/-/'],
  [{}, '/', '*/*', 200, 'application/json'],
  [{}, '/', 'application/xml', 200, 'application/xml; charset=utf-8'],
  [{}, '/', 'text/html;q=0.1, application/json', 200, 'application/json'],
  [{}, '/-', BROWSER, 308, '/-/'],
  [{}, '/-/', '*/*', 200, 'application/json'],
  [{}, '/-/', 'application/yaml', 200, 'application/yaml'],
  [{}, '/-/', 'image/png', 406, 'application/problem+json'],
  [{}, '/users', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ base: '/api' }, '/api', BROWSER, 303, '/api/-/'],
  [{ base: '/api' }, '/api/-/', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ base: '/api' }, '/-/', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ base: '/api' }, '/', BROWSER, 404, 'text/html; charset=utf-8'],
  [{ page: { root: false } }, '/', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ page: { root: false } }, '/-/', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ page: false }, '/', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ page: false }, '/-/', BROWSER, 404, 'text/html; charset=utf-8'],
  [{ control: false }, '/', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ control: false }, '/-/', BROWSER, 404, 'text/html; charset=utf-8'],
  [{ auth: { protect: 'all' } }, '/', BROWSER, 303, '/-/'],
  [{ versions: { by: 'path', 1: {}, 2: {} } }, '/', BROWSER, 303, '/-/'],
  [{ versions: { by: 'path', 1: {}, 2: {} } }, '/v1', BROWSER, 200, 'text/html; charset=utf-8'],
  [{ base: '/api', versions: { by: 'path', 1: {}, 2: {} } }, '/api', BROWSER, 303, '/api/-/'],
]
for (const [settings, path, accept, status, where] of WAYS)
  tests(`${JSON.stringify(settings)}: GET ${path} with Accept: ${accept}: ${status} ${where}`, () =>
    withServer(USERS, settings, async ({ url }) => {
      const answer = await get(new URL(url).origin + path, accept)
      assert.is(answer.status, status)
      const said = status < 400 && status >= 300 ? answer.headers.get('location') : answer.headers.get('content-type')
      assert.is(said, where)
      if (path === '/' || path.endsWith('/-/')) assert.match(answer.headers.get('vary') ?? '', /\bAccept\b/)
    }),
  )

tests('with a quota that is used up: the root is 429, and the way to the page stays open', () =>
  withServer(USERS, { base: '/api', limits: { rate: '1/1h' } }, async ({ url }) => {
    const { origin } = new URL(url)
    const found = []
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const path of ['/api', '/api', '/api/-', '/-', '/-/', '/-/page/page.js'])
      found.push((await get(origin + path)).status)
    assert.equal(found, [303, 429, 308, 308, 200, 200])
  }),
)

tests('GET /-/ as JSON: what can be watched and steered, each with its methods, and all of it is there', () =>
  withServer(USERS, {}, async ({ url }) => {
    const { text } = await get(`${url}/-/`, 'application/json')
    const contents = JSON.parse(text) as Record<string, { href: string; methods: string[]; doc?: string }>
    for (const name of ['state', 'requests', 'rules', 'clock', 'snapshots', 'changes'])
      assert.ok(contents[name] !== undefined, name)
    assert.equal(
      Object.entries(contents).filter(([, { doc }]) => doc === undefined),
      [],
    )
    const paths = Object.values(contents).map(({ href }) => href)
    assert.ok(paths.includes('/-/families') && paths.includes('/-/settings'), paths.join(' '))
    // Neither itself nor what a browser loads with it.
    assert.not.ok(
      paths.some(path => path === '/-/' || path.startsWith('/-/page')),
      paths.join(' '),
    )
    assert.equal(contents['state']?.methods, ['GET', 'PUT', 'DELETE'])
    const readable = Object.values(contents).filter(({ methods }) => methods.includes('GET'))
    const answers = await Promise.all(readable.map(({ href }) => get(url + href, 'application/json')))
    // Nothing has been changed yet, so there is no last change.
    assert.equal([...new Set(answers.map(({ status }) => status))].toSorted(), [200, 404])
    assert.is(answers.filter(({ status }) => status === 404).length, 1)
  }),
)

tests('with a token: the page and its files come without it, what they ask for does not', () =>
  withServer(USERS, { control: { token: 'a-token-for-tests' } }, async ({ url }) => {
    assert.is((await get(`${url}/-/`)).status, 200)
    assert.is((await get(`${url}/-/page/page.js`, '*/*')).status, 200)
    assert.is((await get(`${url}/-/families`, '*/*')).status, 401)
    const known = await get(`${url}/-/families`, '*/*', { Authorization: 'Bearer a-token-for-tests' })
    assert.is(known.status, 200)
  }),
)

tests('GET /-/families: paths, keys, schemas and formats, and never the value of a secret', () =>
  withServer(
    { users: [{ username: 'alice', password: 'white-rabbit' }], books: [{ isbn: '1', title: 'x' }] },
    { base: '/api' },
    async ({ url }) => {
      const { text } = await get(`${url}/-/families`, 'application/json')
      assert.not.match(text, /white-rabbit/)
      const { base, put, formats, families } = JSON.parse(text) as {
        base: string
        put: string
        formats: { read: string[]; item: string[]; collection: string[] }
        families: { singular: string; collection: string; item: string; key: string; secrets: string[] }[]
      }
      assert.is(base, '/api')
      assert.is(put, 'update')
      assert.ok(formats.read.includes('application/json') && formats.collection.includes('text/csv'))
      assert.equal(
        families.map(({ singular, collection, item, key, secrets }) => [singular, collection, item, key, secrets]),
        [
          ['user', '/api/users', '/api/user/{username}', 'username', ['password']],
          ['book', '/api/books', '/api/book/{isbn}', 'isbn', []],
        ],
      )
    },
  ),
)

tests('GET /-/families: how a secret must be written, and no value that it could have', () =>
  withServer(
    { users: [{ username: 'alice', password: 'white-rabbit' }] },
    {
      resources: {
        user: {
          schema: {
            default: { username: 'bob', password: 'march-hare' },
            properties: {
              username: { type: 'string', default: 'bob' },
              password: {
                type: 'string',
                minLength: 8,
                description: 'Not shown.',
                default: 'cheshire-cat',
                enum: ['white-rabbit', 'cheshire-cat'],
              },
            },
          },
        },
      },
    },
    async ({ url }) => {
      const { text } = await get(`${url}/-/families`, 'application/json')
      assert.not.match(text, /white-rabbit|cheshire-cat|march-hare/)
      const { families } = JSON.parse(text) as { families: { schema: { properties: object } }[] }
      assert.equal(families[0]?.schema.properties, {
        username: { type: 'string', default: 'bob' },
        password: { type: 'string', minLength: 8, description: 'Not shown.' },
      })
    },
  ),
)

for (const path of ['/-/', '/-/page/page.js', '/-/page/page.css', '/-/page/icon.svg'])
  tests(`GET and HEAD ${path}: nothing that a page of another origin can embed`, () =>
    withServer(USERS, {}, async ({ url }) => {
      const { headers, text } = await get(url + path)
      assert.is(headers.get('cross-origin-resource-policy'), 'same-origin')
      assert.is(headers.get('content-length'), String(Buffer.byteLength(text)))
      const head = await ask(url + path, { method: 'HEAD', headers: { Accept: BROWSER } })
      assert.equal(
        ['content-type', 'content-length', 'etag', 'vary', 'cache-control'].map(name => head.headers.get(name)),
        ['content-type', 'content-length', 'etag', 'vary', 'cache-control'].map(name => headers.get(name)),
      )
    }),
  )

tests('GET /-/families with versions: as the plain URLs have them', () =>
  withServer(
    { users: [{ username: 'alice', name: 'Alice', roles: [] }] },
    { versions: { default: '1', '1': { rename: { name: 'fullName' }, omit: ['roles'] }, '2': {} } },
    async ({ url }) => {
      const { text } = await get(`${url}/-/families`, 'application/json')
      const { families } = JSON.parse(text) as { families: { schema: { properties: object } }[] }
      const record = JSON.parse((await get(`${url}/user/alice`, 'application/json')).text) as object
      assert.equal(Object.keys(families[0]?.schema.properties ?? {}).toSorted(), Object.keys(record).toSorted())
    },
  ),
)

tests.run()
