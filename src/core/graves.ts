/** What was removed, so that its URL can say that it is gone: so many keys of each family, the oldest forgotten first. */

import type { Change } from './changes.js'

export interface Graves {
  /** Whether there was such a record, and it was removed and not made anew. */
  has(family: string, key: string): boolean
  /** To be told of every change that counts. */
  note(change: Pick<Change, 'kind' | 'family' | 'key'>): void
  /** The same, for a world of its own from now on. */
  copy(): Graves
}

const KEYS_MAX = 10_000

export const graves = (most = KEYS_MAX, removed = new Map<string, Set<string>>()): Graves => {
  return {
    has: (family, key) => removed.get(family)?.has(key) === true,
    note({ kind, family, key }) {
      const keys = removed.get(family) ?? new Set()
      removed.set(family, keys)
      // Who is removed once more is the last in the order.
      keys.delete(key)
      if (kind !== 'removed') return
      keys.add(key)
      for (const oldest of keys) {
        if (keys.size <= most) break
        keys.delete(oldest)
      }
    },
    copy: () => graves(most, new Map([...removed].map(([family, keys]) => [family, new Set(keys)]))),
  }
}
