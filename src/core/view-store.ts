/** A store as another version sees it: the same records, each through the lens of its family, under the same compare-and-set. */

import type { Change } from './changes.js'
import type { Entry } from './entry.js'
import { settle } from './json.js'
import type { Lens } from './lens.js'
import { ABSENT, type Store } from './store.js'

export interface ViewStore extends Store {
  /** A stored entry as this version shows it: always the very same, because representations are kept by it. */
  view(family: string, entry: Entry): Entry
  /** The stored entry behind one of this version's. */
  behind(entry: Entry): Entry
}

/** `lenses` by the families' singulars; a family without one, or with a plain one, is seen as it is. */
export const viewStore = (store: Store, lenses: ReadonlyMap<string, Lens>): ViewStore => {
  const views = new Map([...lenses].filter(([, lens]) => !lens.plain).map(([name, lens]) => [name, viewOf(lens)]))
  const viewed = (family: string, entry: Entry): Entry => views.get(family)?.entry(entry) ?? entry
  const optional = (family: string, entry: Entry | undefined): Entry | undefined =>
    entry === undefined ? undefined : viewed(family, entry)
  const all = (family: string, entries: readonly Entry[]): readonly Entry[] =>
    views.get(family)?.list(entries) ?? entries
  const origins = [...views.values()].map(({ origins: own }) => own)
  return {
    ...store,
    view: viewed,
    behind: entry => origins.find(own => own.has(entry))?.get(entry) ?? entry,
    get: (family, key) => settle(store.get(family, key), entry => optional(family, entry)),
    put(family, key, fields, seen) {
      const lens = views.get(family)?.lens
      if (lens === undefined) return store.put(family, key, fields, seen)
      return settle(store.get(family, key), before => {
        // What stays as it was must be what the writer's decision was made about.
        if ((before?.revision ?? ABSENT) !== seen) return undefined
        return settle(store.put(family, key, lens.up(fields, before?.fields), seen), entry => optional(family, entry))
      })
    },
    remove: (family, key, seen) => store.remove(family, key, seen),
    list: family => settle(store.list(family), entries => all(family, entries)),
    page: (family, offset, limit) =>
      settle(store.page(family, offset, limit), stretch =>
        views.has(family) ? { ...stretch, entries: stretch.entries.map(entry => viewed(family, entry)) } : stretch,
      ),
    watch: watcher =>
      store.watch(change => {
        const { family, entry, before } = change
        const seen: Change = { ...change, entry: optional(family, entry), before: optional(family, before) }
        watcher(seen)
      }),
  }
}

const viewOf = (lens: Lens) => {
  const entries = new WeakMap<Entry, Entry>()
  const origins = new WeakMap<Entry, Entry>()
  const lists = new WeakMap<readonly Entry[], readonly Entry[]>()
  const entry = (stored: Entry): Entry => {
    const known = entries.get(stored)
    if (known !== undefined) return known
    const made: Entry = { ...stored, fields: lens.down(stored.fields) }
    entries.set(stored, made)
    origins.set(made, stored)
    return made
  }
  const list = (stored: readonly Entry[]): readonly Entry[] => {
    const known = lists.get(stored)
    if (known !== undefined) return known
    const made = stored.map(entry)
    lists.set(stored, made)
    return made
  }
  return { lens, entry, list, origins }
}
