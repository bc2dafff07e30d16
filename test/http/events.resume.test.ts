/** Clients of the change feed that are cut off, or do not keep up: what they have not seen they are told when they come back. */

import { connect, type Socket } from 'node:net'
import { EventSource } from 'eventsource'
import * as assert from 'uvu/assert'
import { withFeeds } from '../feed.js'
import { ask, send, served, within } from '../harness.js'
import { withRelay } from '../relay.js'

const feeds = served('feeds that are resumed', { legacy: true, events: { retry: '5ms' } })

for (const by of ['Last-Event-ID', 'lastEventId'])
  feeds.test(`cut and resumed by ${by} again and again: nothing lost, nothing twice`, ({ url }) =>
    withFeeds(async open => {
      const seen: string[] = []
      let id = ''
      for (let round = 0; round < 12; round++) {
        const query = by === 'lastEventId' && id !== '' ? `?lastEventId=${id}` : ''
        const header: Record<string, string> = by === 'lastEventId' || id === '' ? {} : { 'last-event-id': id }
        // oxlint-disable no-await-in-loop -- one after the other
        // Some happen while nobody reads, some while the feed is opened, some while it is open.
        for (let n = 0; n < round % 4; n++) await send('PATCH', `${url}/user/alice`, { n: `${round} away ${n}` })
        const writing = send('PATCH', `${url}/user/alice`, { n: `${round} opening` })
        const feed = await open(`${url}/users${query}`, header)
        await writing
        await send('PATCH', `${url}/user/alice`, { n: `${round} open` })
        await feed.until(new RegExp(`"n":"${round} open"`))
        // oxlint-enable no-await-in-loop
        seen.push(...feed.events.map(({ data }) => String((data['representation'] as { n: string }).n)))
        id = feed.events.at(-1)?.id ?? ''
        feed.cut()
      }
      const expected = Array.from({ length: 12 }, (_, round) => [
        ...Array.from({ length: round % 4 }, (_away, n) => `${round} away ${n}`),
        `${round} opening`,
        `${round} open`,
      ]).flat()
      // The first may have been written before the first feed was there.
      assert.equal(seen, seen[0] === '0 open' ? expected.slice(1) : expected)
    }),
  )

/** A client that only counts what it is told, by a name of its own for each change. */
const follow = (url: string) => {
  const source = new EventSource(url)
  const seen: string[] = []
  let arrived: (() => void) | undefined
  for (const name of ['created', 'updated', 'removed', 'reset'])
    source.addEventListener(name, event => {
      const { username, representation } = JSON.parse(event.data as string) as {
        username?: string
        representation?: { n?: number } | null
      }
      seen.push(`${name} ${username} ${representation?.n ?? '-'}`)
      arrived?.()
    })
  return {
    seen,
    opened: within(10_000, 'opening', new Promise(resolve => source.addEventListener('open', resolve, { once: true }))),
    count: (number: number) =>
      within(
        15_000,
        `${number} events, so far ${seen.length}`,
        new Promise<void>(resolve => {
          arrived = () => void (seen.length >= number && resolve())
          arrived()
        }),
      ),
    close: () => source.close(),
  }
}

feeds.test('EventSource of a package, cut again and again while others write: nothing lost, nothing twice', api =>
  withRelay(api.port, async relay => {
    const client = follow(`http://localhost:${relay.port}/users`)
    try {
      await client.opened
      const expected: string[] = []
      for (let n = 0; n < 60; n++) {
        const path = [
          'POST /user/dora',
          'PUT /user/dora',
          'POST /user/update?username=dora',
          'GET /user/remove?username=dora',
        ]
        const [method = '', target = ''] = (path[n % 4] ?? '').split(' ')
        // oxlint-disable no-await-in-loop -- one after the other
        const { status } = await (method === 'GET'
          ? ask(api.url + target)
          : send(method, api.url + target, { n, password: 'never' }))
        assert.ok(status < 300)
        expected.push(`${['created', 'updated', 'updated', 'removed'][n % 4]} dora ${n % 4 === 3 ? '-' : n}`)
        // Only an event tells this client where it is, so the first one has to come through.
        if (n === 0) await client.count(1)
        if (n % 5 === 2) relay.cut()
        if (n % 7 === 3) await client.count(n - 1)
        // oxlint-enable no-await-in-loop
      }
      await client.count(expected.length)
      assert.equal(client.seen, expected)
      assert.ok(relay.connections() > 3, 'it was really cut')
    } finally {
      client.close()
    }
  }),
)

/** Follows without ever reading; resolves with when it is over. */
const deaf = (port: number): Promise<{ socket: Socket; over: Promise<void> }> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /users HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n')
      socket.pause()
      resolve({ socket, over: new Promise<void>(done => void socket.once('close', () => done())) })
    })
    socket.on('error', reject)
  })

feeds.test('a reader who takes nothing is cut off, and nobody else notices', ({ url, port }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/users`)
    const { socket, over } = await deaf(port)
    try {
      const text = 'x'.repeat(200_000)
      // The kernel takes some megabytes before anything waits here.
      const written = 80
      for (let n = 0; n < written; n++) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await send('PATCH', `${url}/user/alice`, { text, n })
      }
      let read = 0
      socket.on('data', chunk => (read += chunk.length))
      socket.resume()
      await within(5000, 'being cut off', over)
      assert.ok(read < written * text.length, 'most of it never waited for this reader')
      const events = await feed.count(written)
      assert.equal(
        events.map(({ data }) => (data['representation'] as { n: number }).n),
        Array.from({ length: written }, (_, n) => n),
      )
    } finally {
      socket.destroy()
    }
  }),
)

feeds.test('one event longer than all that may wait, and a replay of as much, reach a reader who keeps up', ({ url }) =>
  withFeeds(async open => {
    const feed = await open(`${url}/users`)
    for (let n = 0; n < 5; n++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await send('PATCH', `${url}/user/${n < 4 ? 'alice' : 'bob'}`, { text: 'x'.repeat(n === 1 ? 900_000 : 200_000) })
    }
    const events = await feed.count(5)
    const back = await open(`${url}/users`, { 'last-event-id': events[1]?.id ?? '' })
    assert.equal(await back.count(3), events.slice(2))
  }),
)

feeds.run()
