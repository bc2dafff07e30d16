/** The last exchanges, bounded by their number and by their bytes: the oldest make room for the newest. */

import type { Entry } from './entry.js'

export interface Bounds {
  readonly entries: number
  readonly bytes: number
}

export interface Ring {
  /** The number of the entry that is added next. */
  readonly next: number
  add(entry: Entry): void
  /** From the oldest to the newest. */
  all(): readonly Entry[]
  get(id: number): Entry | undefined
  /** How many had to make room since it was last cleared. */
  readonly dropped: number
  clear(): void
  /** Is told of each entry from now on, until the function that comes back is called. */
  watch(listener: (entry: Entry) => void): () => void
}

export const ringOf = ({ entries, bytes }: Bounds): Ring => {
  const slots: (Entry | undefined)[] = []
  const listeners = new Set<(entry: Entry) => void>()
  // Those from `first` up to `next` are there; numbers are never used again.
  let first = 1
  let next = 1
  let total = 0
  let dropped = 0
  const drop = () => {
    const at = first % entries
    total -= slots[at]?.size ?? 0
    slots[at] = undefined
    first++
    dropped++
  }
  return {
    get next() {
      return next
    },
    add(entry) {
      if (next - first >= entries) drop()
      slots[next % entries] = entry
      next++
      total += entry.size
      // oxlint-disable-next-line no-unmodified-loop-condition -- drop() changes them
      while (total > bytes && first < next) drop()
      for (const listener of listeners) listener(entry)
    },
    all: () => Array.from({ length: next - first }, (_, index) => slots[(first + index) % entries]).filter(isThere),
    get: id => (id >= first && id < next ? slots[id % entries] : undefined),
    get dropped() {
      return dropped
    },
    clear() {
      slots.length = 0
      first = next
      total = 0
      dropped = 0
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const isThere = (entry: Entry | undefined): entry is Entry => entry !== undefined
