/** A clock that stands still until a test moves it. */

import type { Clock } from '../src/core/clock.js'

export interface TestClock extends Clock {
  /** Lets so many milliseconds pass; what is due is called in its order, at its own time. */
  advance(milliseconds: number): void
  /** How many calls are still to come. */
  readonly pending: number
}

export const testClock = (start = Date.parse('2026-01-01T00:00:00Z')): TestClock => {
  let now = start
  let count = 0
  const due = new Map<number, { at: number; call: () => void }>()
  return {
    now: () => now,
    after(milliseconds, call) {
      const id = ++count
      due.set(id, { at: now + milliseconds, call })
      return () => void due.delete(id)
    },
    advance(milliseconds) {
      const until = now + milliseconds
      for (;;) {
        const next = [...due].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at)[0]
        if (next === undefined) break
        due.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].call()
      }
      now = until
    },
    get pending() {
      return due.size
    },
  }
}
