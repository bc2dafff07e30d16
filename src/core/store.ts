/** Where records live: a few verbs with compare-and-set, so that of two writers who saw the same state exactly one wins. */

import type { Awaitable, Fields } from './json.js'

/** A record as it was at one revision. Immutable: a change makes a new one, so an entry can key what was derived from it. */
export interface Entry {
  readonly key: string
  /** Grows with every change of the store; never reused. */
  readonly revision: number
  /** Milliseconds since the epoch. */
  readonly modified: number
  readonly fields: Fields
}

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
}

/** The embedded store, in memory. `now` gives milliseconds since the epoch. */
export const memoryStore = (now: () => number): Store => {
  const families = new Map<string, { entries: Map<string, Entry>; listed: readonly Entry[] | undefined }>()
  let revision = ABSENT

  const of = (family: string) => {
    const known = families.get(family)
    if (known !== undefined) return known
    const fresh = { entries: new Map<string, Entry>(), listed: undefined }
    families.set(family, fresh)
    return fresh
  }
  const seenIn = (family: string, key: string) => of(family).entries.get(key)?.revision ?? ABSENT

  return {
    get: (family, key) => families.get(family)?.entries.get(key),
    put(family, key, fields, seen) {
      if (seenIn(family, key) !== seen) return undefined
      const entry: Entry = { key, revision: ++revision, modified: now(), fields }
      const records = of(family)
      records.entries.set(key, entry)
      records.listed = undefined
      return entry
    },
    remove(family, key, seen) {
      if (seen === ABSENT || seenIn(family, key) !== seen) return false
      const records = of(family)
      records.entries.delete(key)
      records.listed = undefined
      revision++
      return true
    },
    list(family) {
      const records = of(family)
      return (records.listed ??= [...records.entries.values()])
    },
  }
}
