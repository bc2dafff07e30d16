/** Features that meet: sessions and feeds, versions and states, sandboxes and all of them. */

import { get } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../src/index.js'
import { ask, send, USERS, withServer } from '../harness.js'

const together = suite('features together')

interface Followed {
  /** What has come so far. */
  readonly text: () => string
  readonly ended: () => boolean
  until(pattern: RegExp): Promise<void>
  untilEnded(): Promise<void>
}

const until = async (what: () => string, condition: () => boolean): Promise<void> => {
  const patience = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > patience) throw new Error(`${what()} took too long`)
    // oxlint-disable-next-line no-await-in-loop -- waiting is what is wanted
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** Follows a feed, and leaves it whatever happens. */
const following = async (
  url: string,
  headers: Record<string, string>,
  use: (feed: Followed) => Promise<void>,
): Promise<void> => {
  let text = ''
  let ended = false
  const request = get(url, { headers: { accept: 'text/event-stream', ...headers } }, response => {
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    response.on('close', () => (ended = true))
  })
  request.on('error', () => (ended = true))
  try {
    await until(
      () => 'the beginning of the feed',
      () => text.includes('retry:'),
    )
    await use({
      text: () => text,
      ended: () => ended,
      until: pattern =>
        until(
          () => `${String(pattern)} in ${text}`,
          () => pattern.test(text),
        ),
      untilEnded: () =>
        until(
          () => 'the end of the feed',
          () => ended,
        ),
    })
  } finally {
    request.destroy()
  }
}

const meet = (title: string, settings: Settings, use: (url: string) => Promise<void>): void =>
  together(title, () => withServer(USERS, settings, ({ url }) => use(url)))

const logIn = async (url: string, headers: Record<string, string> = {}): Promise<string> => {
  const answer = await send('POST', `${url}/session`, { username: 'alice', password: 'white-rabbit' }, headers)
  assert.is(answer.status, 201)
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

meet(
  'GET /users as a feed under protect all: 401 without a session, and its end with the session',
  { auth: { protect: 'all' } },
  async url => {
    assert.is((await ask(`${url}/users`, { headers: { accept: 'text/event-stream' } })).status, 401)
    const cookie = await logIn(url)
    await following(`${url}/users`, { cookie }, async feed => {
      await send('PATCH', `${url}/user/bob`, { age: 1 }, { cookie })
      await feed.until(/"age":1/)
      await ask(`${url}/-/sessions`, { method: 'DELETE' })
      await ask(`${url}/-/state`, { method: 'DELETE' })
      await feed.untilEnded()
      assert.not.match(feed.text(), '"age":41')
    })
  },
)

meet('GET /users as a feed keeps nobody logged in', { auth: { protect: 'writes', idle: '30m' } }, async url => {
  const cookie = await logIn(url)
  await following(`${url}/users`, { cookie }, async feed => {
    await send('PATCH', `${url}/-/clock`, { advance: '20m' })
    await ask(`${url}/-/snapshots/a`, { method: 'PUT' })
    await send('PUT', `${url}/-/state`, { users: [{ username: 'alice' }, { username: 'carl' }] })
    await feed.until(/carl/)
    await send('PATCH', `${url}/-/clock`, { advance: '11m' })
    assert.is((await send('POST', `${url}/user/dora`, {}, { cookie })).status, 401)
  })
})

meet('while the clock is frozen, a feed tells what happens', {}, async url => {
  await send('PATCH', `${url}/-/clock`, { frozen: true })
  await following(`${url}/user/bob`, {}, async feed => {
    await send('PATCH', `${url}/user/alice`, { age: 1 })
    await send('PATCH', `${url}/user/bob`, { age: 2 })
    await feed.until(/event: updated\ndata: \{"username":"bob","revision":\d+,"representation":\{.*"age":2/)
    assert.not.match(feed.text(), 'alice')
    assert.not.match(feed.text(), 'white-rabbit')
  })
})

const VERSIONS: Settings = {
  versions: { by: 'path', default: '2', '1': { rename: { name: 'fullName' }, omit: ['roles'] }, '2': {} },
}

meet('a feed of /v1/users speaks as version 1 does', VERSIONS, url =>
  following(`${url}/v1/users`, {}, async feed => {
    await send('PATCH', `${url}/v2/user/alice`, { name: 'Al' })
    await feed.until(/"fullName":"Al"/)
    assert.not.match(feed.text(), '"roles"')
  }),
)

const STATES = { field: 'status', initial: 'invited', transitions: { invited: ['active'], active: ['suspended'] } }

for (const [title, shift, field] of [
  ['renamed', { rename: { status: 'phase' } }, 'phase'],
  ['left out', { omit: ['status'] }, undefined],
] as const)
  meet(
    `POST and PATCH in a version where the state is ${title}: the first state, and legal steps only`,
    { versions: { by: 'path', default: '2', '1': shift, '2': {} }, resources: { user: { states: STATES } } },
    async url => {
      assert.is((await send('POST', `${url}/v1/user/carl`, { age: 3 })).status, 201)
      assert.is((await ask(`${url}/v2/user/carl`)).json()['status'], 'invited')
      assert.is((await send('PUT', `${url}/v1/user/carl`, { age: 4 })).status, 200)
      assert.is((await ask(`${url}/v2/user/carl`)).json()['status'], 'invited')
      if (field === undefined) return
      const refused = await send('PATCH', `${url}/v1/user/carl`, { [field]: 'suspended' })
      assert.is(refused.status, 409)
      assert.equal(refused.json()['allowed'], ['active'])
      assert.is((await send('PATCH', `${url}/v1/user/carl`, { [field]: 'active' })).status, 200)
      assert.is((await ask(`${url}/v2/user/carl`)).json()['status'], 'active')
    },
  )

meet('sessions and feeds of a sandbox are its own', { auth: { protect: 'writes' } }, async url => {
  const headers = { 'restage-sandbox': 'a' }
  const cookie = await logIn(url, headers)
  assert.is((await send('POST', `${url}/user/carl`, {}, { cookie })).status, 401)
  await following(`${url}/users`, headers, feed =>
    following(`${url}/users`, {}, async base => {
      assert.is((await send('POST', `${url}/user/carl`, {}, { ...headers, cookie })).status, 201)
      await feed.until(/"username":"carl"/)
      assert.not.match(base.text(), 'carl')
    }),
  )
})

meet('a quota is counted by session, else by address', { auth: {}, limits: { rate: '3/1m' } }, async url => {
  const cookie = await logIn(url)
  const remaining = async (headers: Record<string, string>) =>
    /r=(\d+)/.exec((await ask(`${url}/user/alice`, { headers })).headers.get('ratelimit') ?? '')?.[1]
  assert.is(await remaining({}), '1')
  assert.is(await remaining({}), '0')
  assert.is((await ask(`${url}/user/alice`)).status, 429)
  assert.is(await remaining({ cookie }), '2')
  await send('PATCH', `${url}/-/clock`, { advance: '1m' })
  assert.is(await remaining({}), '2')
})

together.run()
