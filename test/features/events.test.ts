/** The hub of the change feed on a clock that stands still: who is told what and when, and whom it lets go. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryStore, type Entry, type Store } from '../../src/core/store.js'
import { hubOf, type HubSettings } from '../../src/features/events/hub.js'
import type { Family } from '../../src/core/family.js'
import type { Sink } from '../../src/wire/message.js'
import type { Service } from '../../src/wire/service.js'
import { testClock } from '../clock.js'

const family: Family = { singular: 'book', plural: 'books', key: 'isbn', secrets: ['price'], schema: {} }
const NOBODY = { login: undefined, reads: undefined }
const SETTINGS: HubSettings = { heartbeat: 1000, retry: 50, history: 5, feeds: 3 }

/** A sink whose reader takes things only as long as it is told to. */
const reader = () => {
  const chunks: Uint8Array[] = []
  let drain: (() => void) | undefined
  const state = { taking: true, ended: false, cut: false }
  const sink: Sink = {
    write(chunk) {
      chunks.push(chunk)
      return state.taking
    },
    drained: call => void (drain = call),
    end: () => void (state.ended = true),
    cut: () => void (state.cut = true),
  }
  return {
    sink,
    state,
    chunks,
    text: () => chunks.map(chunk => new TextDecoder().decode(chunk)).join(''),
    told: () => chunks.flatMap(chunk => new TextDecoder().decode(chunk).match(/(?<=^data: ).*$/gm) ?? []),
    drain() {
      const call = drain
      drain = undefined
      call?.()
    },
  }
}

const scene = (settings: Partial<HubSettings> = {}) => {
  const clock = testClock()
  const store = memoryStore(() => clock.now())
  const hub = hubOf(clock, { seed: 0, random: () => 0, token: () => 'a-_b' }, { ...SETTINGS, ...settings })
  const service = { store } as Service
  hub.set({ ...SETTINGS, ...settings }, [family], NOBODY)
  let count = 0
  return {
    clock,
    store,
    hub,
    service,
    open(options: { key?: string; seen?: number; allowed?: () => boolean; service?: Service } = {}) {
      const { key, seen, allowed = () => true, service: own = service } = options
      const to = reader()
      const about = { family, service: own, ...(key !== undefined && { key }) }
      const feed = hub.open(hub.channel(store), about, to.sink, { seen, allowed })
      return { ...to, feed }
    },
    /** So many changes of one book. */
    write(times = 1, key = 'a') {
      for (let n = 0; n < times; n++) {
        const seen = (store.get('book', key) as Entry | undefined)?.revision ?? 0
        void store.put('book', key, { isbn: key, n: ++count, price: 'secret' }, seen)
      }
    },
  }
}

const numbers = (told: readonly string[]): number[] =>
  told.map(text => (JSON.parse(text) as { representation: { n: number } }).representation.n)

const events = suite('events hub')

events('the opening says where a client is, in a life without - and _; secrets are nowhere', () => {
  const { open, write, clock } = scene()
  const feed = open()
  assert.is(feed.text(), 'retry: 50\n:\nid: a00b-0\n\n')
  write()
  clock.advance(0)
  assert.equal(feed.told(), ['{"isbn":"a","revision":1,"representation":{"isbn":"a","n":1}}'])
})

events('what happens in one moment is one write, the same bytes for all, however few changes are kept', () => {
  const { open, write, clock } = scene()
  const [one, two] = [open(), open()]
  write(50)
  clock.advance(0)
  assert.is(one.chunks.length, 2)
  assert.is(one.chunks[1], two.chunks[1])
  assert.equal(
    numbers(one.told()),
    Array.from({ length: 50 }, (_, n) => n + 1),
  )
})

events('a feed that opens in the middle of a moment begins there, and the others miss nothing', () => {
  const { open, write, clock } = scene()
  const early = open()
  write(2)
  const late = open()
  write(1)
  clock.advance(0)
  assert.equal(numbers(early.told()), [1, 2, 3])
  assert.equal(numbers(late.told()), [3])
})

for (const [seen, replayed] of [
  [-1, 'reset'],
  [0, 'reset'],
  [2, 'reset'],
  [3, [4, 5, 6, 7, 8]],
  [7, [8]],
  [8, []],
  [9, 'reset'],
] as const)
  events(`of eight changes five are kept; somebody has seen ${seen}: ${String(replayed) || 'nothing more'}`, () => {
    const { open, write, clock } = scene()
    open()
    write(8)
    clock.advance(0)
    const feed = open({ seen })
    if (replayed === 'reset') assert.match(feed.text(), /id: a00b-8\nevent: reset\ndata: {}\n\n$/)
    else assert.equal(numbers(feed.told()), replayed)
    write()
    clock.advance(0)
    assert.is(JSON.parse(feed.told().at(-1) ?? '').revision, 9)
  })

events('a reader who is slow for a while gets the rest out of the history, once and in order', () => {
  const { open, write, clock } = scene()
  const feed = open()
  feed.state.taking = false
  write()
  clock.advance(0)
  write(2)
  clock.advance(0)
  assert.equal(numbers(feed.told()), [1], 'nothing is written while it waits')
  feed.state.taking = true
  write()
  feed.drain()
  assert.equal(numbers(feed.told()), [1, 2, 3, 4])
  write()
  clock.advance(0)
  assert.equal(numbers(feed.told()), [1, 2, 3, 4, 5])
})

events('a reader who falls behind what is kept is cut off, and others are not', () => {
  const { open, write, clock, hub } = scene({ feeds: 2 })
  const [slow, quick] = [open(), open()]
  slow.state.taking = false
  for (let n = 0; n < 8; n++) {
    write()
    clock.advance(0)
  }
  assert.ok(slow.state.cut)
  assert.equal(numbers(quick.told()), [1, 2, 3, 4, 5, 6, 7, 8])
  assert.not(hub.full(), 'it counts no more')
})

events('a reader who takes nothing from one sign of life to the next is cut off', () => {
  const { open, write, clock } = scene()
  const [slow, quick] = [open(), open()]
  slow.state.taking = false
  write()
  clock.advance(1000)
  assert.not(slow.state.cut)
  clock.advance(1000)
  assert.ok(slow.state.cut)
  assert.match(quick.text(), /(:\nid: a00b-1\n\n){2}$/)
})

events('one timer for all, and none without feeds', () => {
  const { open, clock } = scene()
  const feeds = [open(), open(), open()]
  assert.is(clock.pending, 1)
  for (const { feed } of feeds) feed?.close()
  assert.is(clock.pending, 0)
})

events('one too many is ended at once', () => {
  const { open, hub } = scene()
  for (let n = 0; n < 3; n++) open()
  assert.ok(hub.full())
  const fourth = open()
  assert.ok(fourth.state.ended)
  assert.is(fourth.text(), '')
})

events('the session that a feed was opened in ends: so does the feed, before it tells anything more', () => {
  const { open, write, clock } = scene()
  let alive = true
  const feeds = [open({ allowed: () => alive }), open({ allowed: () => alive, key: 'other' })]
  const free = open()
  alive = false
  write()
  clock.advance(0)
  assert.ok(feeds[0]?.state.ended)
  clock.advance(1000)
  assert.ok(feeds[1]?.state.ended)
  assert.equal(
    feeds.flatMap(({ told }) => told()),
    [],
  )
  assert.not(free.state.ended)
})

events('a view tells the changes of the store behind it in its own way, under the same ids', () => {
  const { open, write, clock, store } = scene()
  const view: Store = { ...store, view: (_, entry) => ({ ...entry, fields: { code: entry.key, price: 1 } }) }
  const [plain, shown] = [open(), open({ service: { store: view } as Service })]
  write()
  clock.advance(0)
  assert.equal(shown.told(), ['{"isbn":"a","revision":1,"representation":{"code":"a"}}'])
  assert.equal(numbers(plain.told()), [1])
})

events('new settings: feeds stay, but for those of a family that is told otherwise now', () => {
  const { open, write, clock, hub } = scene()
  const feed = open()
  hub.set({ ...SETTINGS, heartbeat: 10 }, [{ ...family, schema: { type: 'object' } }], NOBODY)
  write()
  clock.advance(0)
  assert.equal(numbers(feed.told()), [1])
  assert.not(feed.state.ended)
  hub.set(SETTINGS, [{ ...family, secrets: ['price', 'n'] }], NOBODY)
  assert.ok(feed.state.ended)
})

events.run()
