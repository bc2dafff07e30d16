/** Records in the order of their creation, found by key in constant time and by place in next to none, however many there are. */

// An array alone would be built anew, or moved up, with each removal; a Map alone has no places. So they stand in runs of a
// few hundred: a write touches one run, and a place is found by skipping over whole ones.

import type { Entry } from './entry.js'

export interface Sequence {
  get(key: string): Entry | undefined
  /** In the place of the one with the same key, else at the end. */
  set(entry: Entry): void
  /** Gives the place that it had, from 0; -1 when it was not there. */
  delete(key: string): number
  /** All of them; the same array until something changes. */
  all(): readonly Entry[]
  page(offset: number, limit: number): { readonly entries: readonly Entry[]; readonly total: number }
}

const RUN = 512

export const sequence = (): Sequence => {
  /** The run of each key, and the entry itself: most of what is asked is by key. */
  const index = new Map<string, { run: Entry[]; entry: Entry }>()
  const runs: Entry[][] = []
  let kept: readonly Entry[] | undefined

  return {
    get: key => index.get(key)?.entry,
    set(entry) {
      kept = undefined
      const known = index.get(entry.key)
      if (known !== undefined) {
        known.run[known.run.indexOf(known.entry)] = entry
        known.entry = entry
        return
      }
      let run = runs.at(-1)
      if (run === undefined || run.length >= RUN) runs.push((run = []))
      run.push(entry)
      index.set(entry.key, { run, entry })
    },
    delete(key) {
      const known = index.get(key)
      if (known === undefined) return -1
      kept = undefined
      index.delete(key)
      const { run } = known
      const at = run.indexOf(known.entry)
      const number = runs.indexOf(run)
      let before = 0
      for (let one = 0; one < number; one++) before += runs[one]?.length ?? 0
      run.splice(at, 1)
      // Never an empty run, so there are never more of them than entries.
      if (run.length === 0) runs.splice(number, 1)
      return before + at
    },
    all: () => (kept ??= runs.flat()),
    page(offset, limit) {
      const entries: Entry[] = []
      let skip = offset
      for (const run of runs) {
        if (entries.length >= limit) break
        if (skip >= run.length) skip -= run.length
        else {
          for (let at = skip; at < run.length && entries.length < limit; at++) {
            const entry = run[at]
            if (entry !== undefined) entries.push(entry)
          }
          skip = 0
        }
      }
      return { entries, total: index.size }
    },
  }
}
