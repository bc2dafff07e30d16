/** Where records live: a few verbs with compare-and-set, so that of two writers who saw the same state exactly one wins. */

import type { Change, Watcher } from './changes.js'
import type { Entry } from './entry.js'
import type { Awaitable, Fields } from './json.js'
import { sequence, type Sequence } from './sequence.js'

export type { Entry } from './entry.js'

/** The revision of what is not there. */
export const ABSENT = 0

export interface Store {
  get(family: string, key: string): Awaitable<Entry | undefined>
  /** Stores the fields if the record is still at revision `seen`; undefined when somebody else was first. */
  put(family: string, key: string, fields: Fields, seen: number): Awaitable<Entry | undefined>
  /** Removes the record if it is still at revision `seen`; false when somebody else was first. */
  remove(family: string, key: string, seen: number): Awaitable<boolean>
  /** All records in the order of their creation. The same array until something changes. */
  list(family: string): Awaitable<readonly Entry[]>
  /** A stretch of that list and the length of all of it, seen at one moment. Costs as much as the stretch is long. */
  page(family: string, offset: number, limit: number): Awaitable<Stretch>
  /**
   * Makes the records of all families what they are in the state, their order included, in one step that nobody sees half
   * done. What is the same stays as it is, and only what differs is told to those who watch.
   */
  restore(state: State): Awaitable<void>
  /** Tells of every change from now on, until what it gives back is called. */
  watch(watcher: Watcher): () => void
}

/** All records, by the singular of their family and in their order. */
export type State = ReadonlyMap<string, readonly Pick<Entry, 'key' | 'fields'>[]>

/** Some records of a family, and how many there are. */
export interface Stretch {
  readonly entries: readonly Entry[]
  readonly total: number
}

/** The embedded store, in memory. `now` gives milliseconds since the epoch; `entries` are there from the beginning. */
export const memoryStore = (
  now: () => number,
  entries: ReadonlyMap<string, readonly Entry[]> = new Map<string, readonly Entry[]>(),
): Store => {
  const families = new Map<string, Sequence>()
  const watchers = new Set<Watcher>()
  let revision = ABSENT

  for (const [family, list] of entries) {
    const records = sequence()
    families.set(family, records)
    for (const entry of list) {
      records.set(entry)
      revision = Math.max(revision, entry.revision)
    }
  }

  const tell = (change: Change): void => watchers.forEach(watcher => watcher(change))

  return {
    get: (family, key) => families.get(family)?.get(key),
    put(family, key, fields, seen) {
      const known = families.get(family)
      const before = known?.get(key)
      if ((before?.revision ?? ABSENT) !== seen) return undefined
      const entry: Entry = { key, revision: ++revision, modified: now(), fields }
      const records = known ?? sequence()
      if (known === undefined) families.set(family, records)
      records.set(entry)
      if (watchers.size > 0)
        tell({ kind: before ? 'updated' : 'created', family, key, revision: entry.revision, entry, before })
      return entry
    },
    remove(family, key, seen) {
      const records = families.get(family)
      const before = records?.get(key)
      if (seen === ABSENT || records === undefined || before?.revision !== seen) return false
      const index = records.delete(key)
      revision++
      if (watchers.size > 0) tell({ kind: 'removed', family, key, revision, entry: undefined, before, index })
      return true
    },
    list: family => families.get(family)?.all() ?? NONE,
    page: (family, offset, limit) => families.get(family)?.page(offset, limit) ?? { entries: NONE, total: 0 },
    restore(state) {
      const changes: Change[] = []
      for (const family of new Set([...families.keys(), ...state.keys()])) {
        const old = families.get(family)
        const records = sequence()
        for (const { key, fields } of state.get(family) ?? NONE) {
          const before = old?.get(key)
          const same = before !== undefined && before.fields === fields
          const entry = same ? before : { key, revision: ++revision, modified: now(), fields }
          records.set(entry)
          if (!same)
            changes.push({ kind: before ? 'updated' : 'created', family, key, revision: entry.revision, entry, before })
        }
        for (const [index, before] of (old?.all() ?? NONE).entries()) {
          const { key } = before
          if (records.get(key) === undefined)
            changes.push({ kind: 'removed', family, key, revision: ++revision, entry: undefined, before, index })
        }
        families.set(family, records)
      }
      changes.forEach(tell)
    },
    watch(watcher) {
      // Wrapped, so that one who watches twice is told twice and leaves once.
      const own: Watcher = change => watcher(change)
      watchers.add(own)
      return () => void watchers.delete(own)
    },
  }
}

const NONE: readonly Entry[] = []
