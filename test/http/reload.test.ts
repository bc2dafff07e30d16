/** Another fixture takes the place of the one that is served: at once, at the same address, and nothing under way is lost. */

// oxlint-disable no-await-in-loop -- what is tested is one thing after the other

import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objectFixture, type Fixture } from '../../src/fixtures.js'
import { serve, type Settings } from '../../src/index.js'
import { start, type Started } from '../../src/server/start.js'
import { withFolder } from '../cli/program.js'
import { ask, raw, rawStatus, send, USERS, within } from '../harness.js'

const reload = suite('a reload')

const read = async (data: Readonly<Record<string, unknown>>): Promise<Fixture> => {
  const { fixture, issues } = await objectFixture(data)
  if (fixture === undefined) throw new Error(JSON.stringify(issues))
  return fixture
}

const FREE = { port: 0 } as const

/** A server that is given another fixture, and closes whatever happens. */
const replacing = async (
  settings: Settings,
  use: (
    server: Started,
    replace: (data: object, settings?: Settings) => ReturnType<Started['replace']>,
  ) => Promise<void>,
): Promise<void> => {
  const server = await start(await read(USERS), { ...FREE, ...settings })
  const replace = async (data: object, next: Settings = {}) =>
    server.replace(await read({ ...data, restage: next }), { ...FREE, ...next })
  try {
    await within(20_000, 'the test', use(server, replace))
  } finally {
    await within(10_000, 'closing', server.close())
  }
}

for (const [title, before, after, path, statuses] of [
  ['legacy goes on', {}, { legacy: true }, '/user/get?username=alice', [404, 200]],
  ['legacy goes off', { legacy: true }, {}, '/user/get?username=alice', [200, 404]],
  ['the base changes', {}, { base: '/api' }, '/api/user/alice', [404, 200]],
  ['the base goes', { base: '/api' }, {}, '/api/user/alice', [200, 404]],
  ['the most on a page', {}, { limits: { pageMax: 5, page: 5 } }, '/users?limit=9', [200, 400]],
  ['the longest URL', {}, { limits: { url: 100 } }, `/users?sort=${'x'.repeat(200)}`, [400, 414]],
] as const)
  reload(`${title}: GET ${path.slice(0, 40)} is ${statuses.join(', then ')}`, () =>
    replacing(before as Settings, async ({ url }, replace) => {
      assert.is((await ask(url + path)).status, statuses[0])
      const { families, settings } = await replace(USERS, after as Settings)
      assert.is((await ask(url + path)).status, statuses[1])
      assert.equal(families, [])
      assert.is(settings > 0, Object.keys(after).length > 0)
    }),
  )

reload('an origin is allowed: the next answer says so', () =>
  replacing({}, async ({ url }, replace) => {
    const origin = { headers: { origin: 'http://app.example' } }
    assert.is((await ask(`${url}/users`, origin)).headers.get('access-control-allow-origin'), null)
    await replace(USERS, { cors: 'http://app.example' })
    assert.is((await ask(`${url}/users`, origin)).headers.get('access-control-allow-origin'), 'http://app.example')
  }),
)

reload('strict: what fitted before is refused', () =>
  replacing({}, async ({ url }, replace) => {
    assert.is((await send('POST', `${url}/user/carol`, { shoe: 38 })).status, 201)
    await replace(USERS, { strict: true })
    assert.is((await send('POST', `${url}/user/dora`, { shoe: 38 })).status, 422)
    assert.is((await ask(`${url}/user/carol`)).status, 200)
  }),
)

reload('a folder of files comes; one that is not there is refused, and all stays as it was', () =>
  withFolder({ 'page.html': '<p>here</p>' }, folder =>
    replacing({}, async ({ url }, replace) => {
      assert.is((await ask(`${url}/page.html`)).status, 404)
      await replace(USERS, { static: folder })
      assert.is((await ask(`${url}/page.html`)).text, '<p>here</p>')
      const refused = await replace({ books: [{ isbn: '1' }] }, { static: `${folder}/nowhere` }).catch(
        (error: unknown) => error as Error,
      )
      assert.match((refused as Error).message, /does not exist/)
      assert.is((await ask(`${url}/page.html`)).text, '<p>here</p>')
      assert.is((await ask(`${url}/user/alice`)).status, 200)
      assert.is((await ask(`${url}/books`)).status, 404)
    }),
  ),
)

for (const [settings, later] of [
  [{ port: 1 }, ['port']],
  [{ host: '127.0.0.1' }, ['host']],
  [{ log: 'json', watch: false, poll: true }, ['log', 'watch', 'poll']],
  [{ limits: { header: '64kb' } }, ['limits.header']],
  [{ limits: { url: '64kb', body: '2mb' } }, ['limits.url']],
  [{ limits: { header: '2kb', url: '1kb', keepAliveTimeout: '1s' } }, []],
] as const)
  reload(`${JSON.stringify(settings)}: ${later.join(', ') || 'nothing'} has to wait for the next start`, () =>
    replacing({}, async (server, replace) => {
      const { port } = server
      assert.equal((await replace(USERS, settings as Settings)).later, later)
      assert.is(server.port, port)
      assert.is(server.app.config.port, 0)
      assert.is((await ask(`${server.url}/user/alice`)).status, 200)
      // Said once: nothing new was asked for.
      assert.equal((await replace(USERS, settings as Settings)).later, [])
    }),
  )

reload('families come and go, with what clients made of them', () =>
  replacing({}, async ({ url }, replace) => {
    await send('POST', `${url}/user/carol`, {})
    const came = await replace({ ...USERS, books: [{ isbn: '1' }, { isbn: '2' }] })
    assert.equal(
      came.families.map(({ family, added }) => [family.plural, added]),
      [['books', 2]],
    )
    assert.is((await ask(`${url}/book/2`)).status, 200)
    const went = await replace({ books: [{ isbn: '1' }] })
    assert.equal(
      went.families.map(({ family, removed }) => [family.plural, removed]),
      [
        ['users', 2],
        ['books', 1],
      ],
    )
    assert.is(went.overwritten, 1)
    assert.is((await ask(`${url}/users`)).status, 404)
    // Nothing of it is left behind for the family to find when it comes again.
    await replace(USERS)
    assert.is((await ask(`${url}/user/carol`)).status, 404)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
  }),
)

reload('another field names the records: the family begins afresh', () =>
  replacing({}, async ({ url }, replace) => {
    const BOOKS = { books: [{ isbn: 'i1', title: 't1' }] }
    await replace(BOOKS, { resources: { book: { key: 'isbn' } } })
    await send('POST', `${url}/book/i2`, { title: 't2' })
    const { overwritten, kept } = await replace(BOOKS, { resources: { book: { key: 'title' } } })
    assert.equal([kept, overwritten], [0, 1])
    assert.is((await ask(`${url}/book/t1`)).status, 200)
    assert.is((await ask(`${url}/books`)).json()['length'], 1)
  }),
)

reload('a field becomes secret: no representation kept from before shows it', () =>
  replacing({}, async ({ url }, replace) => {
    assert.ok((await ask(`${url}/user/alice`)).text.includes('Liddell'))
    await replace(USERS, { resources: { user: { secrets: ['name'] } } })
    assert.not((await ask(`${url}/user/alice`)).text.includes('Liddell'))
  }),
)

reload('a record that did not change keeps its validator; one that did has another, and a stale If-Match is 412', () =>
  replacing({}, async ({ url }, replace) => {
    const tags = async () =>
      Promise.all(['alice', 'bob'].map(async name => (await ask(`${url}/user/${name}`)).headers.get('etag') ?? ''))
    const [alice, bob] = (await tags()) as [string, string]
    await replace({ users: [(USERS['users'] as object[])[0], { username: 'bob', name: 'Bobby' }] })
    const [same, other] = (await tags()) as [string, string]
    assert.is(same, alice)
    assert.is.not(other, bob)
    assert.is((await send('PUT', `${url}/user/bob`, {}, { 'if-match': bob })).status, 412)
    assert.is((await ask(`${url}/user/alice`, { headers: { 'if-none-match': alice } })).status, 304)
  }),
)

reload('a request under way is finished by what it began with, on a connection that stays', () =>
  replacing({}, async ({ port }, replace) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const chunks: string[] = []
    socket.setEncoding('latin1').on('data', (chunk: string) => chunks.push(chunk))
    const until = async (pattern: RegExp) => {
      for (const end = Date.now() + 10_000; Date.now() < end && !pattern.test(chunks.join(''));) await sleep(10)
      assert.match(chunks.join(''), pattern)
    }
    try {
      await once(socket, 'connect')
      socket.write(
        'POST /user/carol HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n',
      )
      await until(/100 Continue/)
      await replace(USERS, { base: '/api' })
      socket.write('{}')
      await until(/201 Created[^]*Location: \/user\/carol/)
      socket.write('GET /api/user/carol HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await until(/201 Created[^]*200 OK/)
    } finally {
      socket.destroy()
    }
  }),
)

reload('many reloads under load: every answer is of one world or the other', () =>
  replacing({}, async ({ url }, replace) => {
    const load = { over: false }
    const asking = async (): Promise<void> => {
      while (!load.over) {
        const { status, text } = await ask(`${url}/user/alice`)
        assert.is(status, 200)
        assert.match(text, /"name": "(Alice Liddell|Other)"/)
      }
    }
    const clients = [asking(), asking()]
    for (let round = 0; round < 20; round++)
      await replace(round % 2 === 0 ? { users: [{ username: 'alice', name: 'Other' }] } : USERS)
    load.over = true
    await Promise.all(clients)
  }),
)

reload('what is refused unread is refused by the new limits', () =>
  replacing({}, async ({ port }, replace) => {
    const message = `GET /users HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(3000)}\r\nConnection: close\r\n\r\n`
    assert.is(rawStatus(await raw(port, message)), 200)
    await replace(USERS, { limits: { header: '2kb' } })
    assert.is(rawStatus(await raw(port, message)), 431)
  }),
)

const program = suite('reload in a program')

for (const [said, settings, text, name] of [
  ['watch: true', { watch: true }, '', 'Bea'],
  ['nothing', {}, '', 'Alice'],
  ['watch: true in the file', {}, 'restage:\n  watch: true\n', 'Alice'],
] as const)
  program(`${said}: after a save the user is ${name}`, () =>
    withFolder({ 'users.yaml': `${text}users:\n  - username: alice\n    name: Alice\n` }, async folder => {
      const path = `${folder}/users.yaml`
      const api = await serve(path, settings)
      const current = async () => (await ask(`${api.url}/user/alice`)).json()['name']
      try {
        await writeFile(path, `${text}users:\n  - username: alice\n    name: Bea\n`)
        const patience = name === 'Bea' ? 10_000 : 700
        for (const end = Date.now() + patience; Date.now() < end && (await current()) === 'Alice';) await sleep(20)
        assert.is(await current(), name)
      } finally {
        await api.close()
      }
    }),
  )

reload.run()
program.run()
