/** The change feed through a socket: what is told, to whom, in which order; replay, refusals, and its end. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serve } from '../../src/index.js'
import { EVENT_STREAM, withFeeds, type Told } from '../feed.js'
import { ask, raw, send, served, USERS, within } from '../harness.js'

const feeds = served('feeds', { legacy: true })

const brief = ({ event, data }: Told): string => `${event} ${String(data['username'])} ${String(data['revision'])}`

feeds.test('GET /users as an event stream: what curl, a form and the old URLs change, in order', ({ url }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/users`)
    assert.is(feed.status, 200)
    assert.is(feed.headers['content-type'], 'text/event-stream')
    assert.is(feed.headers['cache-control'], 'no-store')
    assert.is(feed.headers['x-accel-buffering'], 'no')
    assert.is(feed.headers['x-content-type-options'], 'nosniff')
    assert.match(feed.headers['vary'] ?? '', /^Accept\b/)
    assert.not('content-length' in feed.headers)
    await feed.until(/^retry: 2000\n:\nid: [A-Za-z0-9]+-0\n\n$/)

    await send('POST', `${url}/user/dora`, { name: 'Dora\r\n\nevent: x', password: 'secret-of-dora' })
    await send('PUT', `${url}/user/dora`, { name: 'Theodora' })
    await send('PATCH', `${url}/user/dora`, { age: 4, password: 'secret-of-dora' })
    await ask(`${url}/user/dora`, { method: 'DELETE' })
    await ask(`${url}/user/add?username=emil`, { method: 'POST' })
    await send('POST', `${url}/user/update?username=emil`, { name: 'Emil' })
    await ask(`${url}/user/remove?username=emil`)
    await ask(`${url}/users`, { method: 'POST', body: new URLSearchParams({ username: 'fay' }) })
    // What fails has changed nothing.
    await ask(`${url}/user/nobody`, { method: 'DELETE' })
    await send('POST', `${url}/user/alice`, {})

    const events = await feed.count(8)
    assert.equal(events.map(brief), [
      'created dora 3',
      'updated dora 4',
      'updated dora 5',
      'removed dora 6',
      'created emil 7',
      'updated emil 8',
      'removed emil 9',
      'created fay 10',
    ])
    assert.equal(events[0]?.data, {
      username: 'dora',
      revision: 3,
      representation: { username: 'dora', name: 'Dora\r\n\nevent: x' },
    })
    assert.is(events[3]?.data['representation'], null)
    const [life] = feed.text().match(/(?<=id: )[^-]+/) ?? []
    assert.equal(
      events.map(({ id }) => id),
      [3, 4, 5, 6, 7, 8, 9, 10].map(revision => `${life}-${revision}`),
    )
    assert.not.match(feed.text(), 'secret-of-dora')
    assert.not.match(feed.text(), 'password')
  }),
)

feeds.test('GET /user/alice as an event stream: only what happens to alice, her removal and return, too', ({ url }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/user/alice`)
    const alias = await open(`${url}/users/alice`)
    const old = await open(`${url}/user/get?username=alice`)
    await send('PATCH', `${url}/user/bob`, { age: 42 })
    await send('PATCH', `${url}/user/alice`, { age: 31 })
    await ask(`${url}/user/alice`, { method: 'DELETE' })
    await send('POST', `${url}/user/bobby`, {})
    await send('POST', `${url}/user/alice`, { name: 'Alice II' })
    const expected = ['updated alice 4', 'removed alice 5', 'created alice 7']
    for (const reader of [feed, alias, old]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.equal((await reader.count(3)).map(brief), expected)
    }
    assert.match(String(alias.headers['link']), 'rel="canonical"')
    assert.match(String(old.headers['deprecation']), '@')
  }),
)

for (const [title, path, accept, status] of [
  ['a record that is not there', '/user/nobody', 'text/event-stream', 404],
  ['a filter', '/users?role=admin', 'text/event-stream', 400],
  ['a page', '/users?page=2', 'text/event-stream', 400],
  ['a parameter that cannot be decoded', '/users?%zz=1', 'text/event-stream', 400],
  ['the root', '/', 'text/event-stream', 406],
  ['not wanted', '/users', 'text/event-stream;q=0, application/json;q=0', 406],
  ['anything', '/users', '*/*', 200],
  ['any text', '/users', 'text/*', 200],
  ['a feed less than JSON', '/users', 'text/event-stream;q=0.1, application/json', 200],
] as const)
  feeds.test(`GET ${path}, ${title}: ${status}, and an end`, async ({ url }) => {
    const answer = await ask(url + path, { headers: { accept } })
    assert.is(answer.status, status)
    assert.not.match(answer.headers.get('content-type') ?? '', 'event-stream')
    if (title === 'a filter') assert.match(answer.text, 'takes no filter')
  })

for (const method of ['POST', 'PUT', 'PATCH', 'QUERY'])
  feeds.test(`${method} with Accept: text/event-stream: 406`, async ({ url }) => {
    const path = method === 'QUERY' ? '/users' : '/user/alice'
    assert.is((await send(method, url + path, {}, EVENT_STREAM)).status, 406)
  })

feeds.test('HEAD /users as an event stream: the same header section, and it ends', async ({ url, port }) => {
  const answer = await raw(
    port,
    'HEAD /users HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\nGET /user/alice HTTP/1.1\r\nHost: localhost\r\n\r\n',
  )
  assert.is(answer.match(/HTTP\/1\.1 200/g)?.length, 2, 'the next request has its answer')
  assert.match(answer, 'Content-Type: text/event-stream\r\n')
  assert.not.match(answer, 'retry:')
  assert.is(
    (await ask(`${url}/users`, { method: 'HEAD', headers: EVENT_STREAM })).headers.get('cache-control'),
    'no-store',
  )
})

feeds.test('a client that was cut before its first event misses nothing either', ({ url }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/users`)
    await feed.until(/id: /)
    const [, id = ''] = /id: (\S+)/.exec(feed.text()) ?? []
    feed.cut()
    await send('POST', `${url}/user/dora`, {})
    const again = await open(`${url}/users`, { 'last-event-id': id })
    assert.equal((await again.count(1)).map(brief), ['created dora 3'])
  }),
)

for (const id of ['another-7', '7', 'x'.repeat(1000), "'; drop table", '%zz'])
  feeds.test(`Last-Event-ID: ${id.slice(0, 20)}: reset, then what happens`, ({ url }) =>
    withFeeds(async open => {
      const feed = await open(`${url}/users`, { 'last-event-id': id })
      await feed.count(1)
      await send('POST', `${url}/user/dora`, {})
      const [reset, created] = await feed.count(2)
      assert.is(reset?.event, 'reset')
      assert.equal(reset?.data, {})
      assert.match(reset?.id ?? '', /^[A-Za-z0-9]+-0$/)
      assert.is(created?.event, 'created')
    }),
  )

feeds.run()

const small = served('feeds with a short history', {
  events: { history: 3, feeds: 2, heartbeat: '20ms', retry: '70ms' },
})

small.test('an id that is too old: reset; the last that is kept: replay', ({ url }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/users`)
    for (let n = 0; n < 6; n++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await send('PATCH', `${url}/user/alice`, { n })
    }
    const ids = (await feed.count(6)).map(({ id = '' }) => id)
    feed.cut()
    await feed.ended
    const late = await open(`${url}/users`, { 'last-event-id': ids[1] ?? '' })
    assert.is((await late.count(1))[0]?.event, 'reset')
    late.cut()
    const back = await open(`${url}/users`, { 'last-event-id': ids[2] ?? '' })
    assert.equal(
      (await back.count(3)).map(({ id }) => id),
      ids.slice(3),
    )
  }),
)

small.test('one feed too many: 503 and when to come back; one that leaves makes room', ({ url }) =>
  withFeeds(async open => {
    const [first] = [await open(`${url}/users`), await open(`${url}/user/bob`)]
    const refused = await ask(`${url}/users`, { headers: EVENT_STREAM })
    assert.is(refused.status, 503)
    assert.is(refused.headers.get('retry-after'), '10')
    assert.is(refused.json()['type'], '/-/problems/too-many-feeds')
    first.cut()
    for (let tries = 0; tries < 100; tries++) {
      // oxlint-disable-next-line no-await-in-loop -- until the server has seen it
      const feed = await open(`${url}/users`)
      if (feed.status === 200) return
    }
    assert.unreachable('a feed that was left still counts')
  }),
)

small.test('signs of life while nothing happens', ({ url }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/users`)
    await feed.until(/^retry: 70\n(:\nid: \S+\n\n){4}/)
    assert.equal(feed.events, [])
  }),
)

small.run()

const other = suite('feeds')

other('with events off there are none: 406, and nothing else changes', async () => {
  const api = await serve(USERS, { events: false })
  try {
    const refused = await ask(`${api.url}/users`, { headers: EVENT_STREAM })
    assert.is(refused.status, 406)
    assert.not.match(JSON.stringify(refused.json()['available']), 'event-stream')
    assert.is((await ask(`${api.url}/users`)).status, 200)
  } finally {
    await api.close()
  }
})

other('closing the server ends its feeds, and all that happened has been told', () =>
  withFeeds(async open => {
    const api = await serve(USERS)
    const readers = [await open(`${api.url}/users`), await open(`${api.url}/user/alice`)]
    try {
      await send('PATCH', `${api.url}/user/alice`, { age: 99 })
    } finally {
      await within(5000, 'closing', api.close())
    }
    await within(5000, 'the end of the feeds', Promise.all(readers.map(({ ended }) => ended)))
    for (const { events } of readers) assert.equal(events.map(brief), ['updated alice 3'])
  }),
)

other.run()
