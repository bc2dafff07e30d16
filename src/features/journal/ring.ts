/** The last exchanges, bounded by their number and by their bytes: the oldest make room for the newest. */

import { sizeOf, type Entry } from './entry.js'

export interface Bounds {
  readonly entries: number
  readonly bytes: number
}

export interface Ring {
  add(entry: Omit<Entry, 'id'>): void
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
  const slots: { entry: Entry; size: number }[] = []
  const listeners = new Set<(entry: Entry) => void>()
  // Those from `first` up to `next` are there; numbers are never used again.
  let first = 1
  let next = 1
  let total = 0
  let dropped = 0
  const drop = () => {
    total -= slots[first % entries]?.size ?? 0
    delete slots[first % entries]
    first++
    dropped++
  }
  return {
    add(bare) {
      const size = sizeOf(bare)
      if (next - first >= entries) drop()
      const entry = { id: next, ...bare }
      slots[next % entries] = { entry, size }
      next++
      total += size
      // oxlint-disable-next-line no-unmodified-loop-condition -- drop() changes them
      while (total > bytes && first < next) drop()
      for (const listener of listeners) listener(entry)
    },
    all: () =>
      Array.from({ length: next - first }, (_, index) => slots[(first + index) % entries]?.entry).filter(isThere),
    get: id => (id >= first && id < next ? slots[id % entries]?.entry : undefined),
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
