/** The changes of one store, kept for a while and told to whoever follows: each event written once for all of them. */

import type { Change } from '../../core/changes.js'
import type { Clock } from '../../core/clock.js'
import { visible, type Family } from '../../core/family.js'
import { history, type Bounds } from '../../core/history.js'
import type { Fields } from '../../core/json.js'
import type { Entry, Store } from '../../core/store.js'
import { eventText, idOf } from '../../wire/event-stream.js'
import type { Service } from '../../wire/service.js'

/** What is followed: a family or one of its records, as one version of the API shows it. */
export interface About {
  readonly family: Family
  readonly key?: string
  readonly service: Service
}

/** An event as it is written for who follows. */
export interface Told {
  readonly revision: number
  readonly bytes: Uint8Array
}

export interface Follower {
  /** All that happened between two revisions; `batch` is undefined when nothing of it is for this follower. */
  pass(from: number, to: number, batch: Uint8Array | undefined): void
}

/** A change as it is kept: without the state before, which nobody is told of. */
interface Past extends Pick<Change, 'kind' | 'family' | 'key' | 'revision' | 'entry'> {
  readonly size: number
  /** As each version shows it; a version is known by its service. */
  readonly written: WeakMap<Service, Uint8Array>
}

/** Everybody who follows the same thing. */
interface Topic {
  readonly about: About
  readonly followers: Set<Follower>
}

export interface Channel {
  readonly life: string
  /** The revision up to which everything is passed on. */
  readonly now: number
  /** Passes on everything from now on, until what it gives back is called. */
  join(follower: Follower, about: About): () => void
  /** Whether what came after a revision can still be told. */
  knows(revision: number): boolean
  /** What came after a revision, written for who follows; undefined when it is no longer known. */
  since(revision: number, about: About): readonly Told[] | undefined
  /** Passes on what has happened since the last time. */
  flush(): void
}

/** Milliseconds that an event waits at most for others to go with. */
const PAUSE_MAX = 100

const encoder = new TextEncoder()

export const channelOf = (store: Store, life: string, clock: Clock, bounds: () => Bounds): Channel => {
  const past = history<Past>()
  const topics = new Map<Service, Map<string, Topic>>()
  let passed = 0
  let due = false
  let pause = 0

  const write = (event: Past, { family, service }: About): Uint8Array => {
    const known = event.written.get(service)
    if (known !== undefined) return known
    const { kind, key, revision, entry } = event
    const representation = entry === undefined ? null : shown(entry, family, service)
    const bytes = encoder.encode(eventText(kind, idOf(life, revision), { [family.key]: key, revision, representation }))
    event.written.set(service, bytes)
    return bytes
  }

  const told = (events: readonly Past[], about: About): Told[] =>
    events
      .filter(({ family, key }) => family === about.family.singular && (about.key ?? key) === key)
      .map(event => ({ revision: event.revision, bytes: write(event, about) }))

  const flush = (): void => {
    due = false
    if (past.now === passed) return
    const fresh = past.since(passed) ?? []
    const before = passed
    const began = clock.now()
    passed = past.now
    for (const byName of topics.values()) {
      for (const { about, followers } of byName.values()) {
        const batch = joined(told(fresh, about))
        for (const follower of followers) follower.pass(before, passed, batch)
      }
    }
    // Only now: a thousand changes at one go reach everybody who keeps up, however few are kept.
    past.trim(bounds())
    pause = Math.min(clock.now() - began, PAUSE_MAX)
  }

  store.watch(({ kind, family, key, revision, entry }) => {
    const size = entry === undefined ? key.length : JSON.stringify(entry.fields).length
    past.add({ kind, family, key, revision, entry, size, written: new WeakMap() })
    if (due) return
    due = true
    // What happens in a moment is written at one go: with many feeds that is what costs. And as long as it took the last
    // time, so long the others are served first: however many follow, writers get half of the time.
    clock.after(pause, flush)
  })

  return {
    life,
    get now() {
      return passed
    },
    join(follower, about) {
      const { family, key, service } = about
      const byName = topics.get(service) ?? new Map<string, Topic>()
      topics.set(service, byName)
      // A key has no control characters.
      const name = key === undefined ? family.singular : `${family.singular}\n${key}`
      const topic = byName.get(name) ?? { about, followers: new Set() }
      byName.set(name, topic)
      topic.followers.add(follower)
      return () => {
        topic.followers.delete(follower)
        if (topic.followers.size === 0 && byName.get(name) === topic) byName.delete(name)
        if (byName.size === 0 && topics.get(service) === byName) topics.delete(service)
      }
    },
    knows: revision => past.knows(revision),
    since(revision, about) {
      const events = past.since(revision)
      return events && told(events, about)
    },
    flush,
  }
}

const shown = (entry: Entry, family: Family, { store }: Service): Fields =>
  visible(family, (store.view?.(family.singular, entry) ?? entry).fields)

/** All at one go; undefined when there is nothing. */
const joined = (parts: readonly Told[]): Uint8Array | undefined => {
  const [first] = parts
  if (first === undefined || parts.length === 1) return first?.bytes
  const all = new Uint8Array(parts.reduce((length, { bytes }) => length + bytes.length, 0))
  let offset = 0
  for (const { bytes } of parts) {
    all.set(bytes, offset)
    offset += bytes.length
  }
  return all
}
