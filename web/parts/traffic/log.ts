/** The entries that the list is made of; while it is paused, newer ones wait beside them. */

import type { Summary } from '../../exchange.js'

/** No more entries than these are kept here. */
export const KEPT = 1000

export interface Log {
  /** The oldest first. */
  readonly entries: readonly Summary[]
  /** How many wait; undefined while nothing has to. */
  readonly held: number | undefined
  /** In place of all: what the journal has now, the newest first. */
  replace(all: readonly Summary[]): void
  add(entry: Summary): void
  pause(): void
  resume(): void
}

export const logOf = (): Log => {
  let entries: readonly Summary[] = []
  let held: readonly Summary[] | undefined
  /** Numbers only grow, so a journal whose last is smaller is another one, and all of it is new. */
  const goesOn = (all: readonly Summary[]): boolean => lastOf(all) >= lastOf(entries)
  return {
    get entries() {
      return entries
    },
    get held() {
      return held?.length
    },
    replace(all) {
      const next = all.toReversed()
      if (held === undefined) entries = next
      else held = goesOn(next) ? next.filter(({ id }) => id > lastOf(entries)) : next
    },
    add(entry) {
      if (held === undefined) entries = [...entries, entry].slice(-KEPT)
      else held = [...held, entry].slice(-KEPT)
    },
    pause() {
      held = []
    },
    resume() {
      if (held !== undefined && held.length > 0) entries = goesOn(held) ? [...entries, ...held].slice(-KEPT) : held
      held = undefined
    },
  }
}

const lastOf = (entries: readonly Summary[]): number => entries.at(-1)?.id ?? 0
