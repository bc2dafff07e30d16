/** A clock that can be set, stopped and moved on, over one that cannot: whatever waits for a time follows. */

import type { Cancel, Clock } from './clock.js'

export interface VirtualClock extends Clock {
  /** Whether time stands still. */
  readonly frozen: boolean
  /** How far it is ahead of the clock below, in milliseconds. */
  readonly offset: number
  /** Sets the time; what has become due is called at once, in its order. Time that has passed does not come back for it. */
  set(now: number): void
  /** Lets so many milliseconds pass at once. */
  advance(milliseconds: number): void
  freeze(): void
  /** Lets time go on from where it stands. */
  release(): void
  /** As late as the clock below again. */
  reset(): void
}

interface Due {
  readonly at: number
  /** In which order they came. */
  readonly number: number
  readonly call: () => void
}

export const virtualClock = (real: Clock): VirtualClock => {
  let offset = 0
  let frozenAt: number | undefined
  let waking: Cancel | undefined
  const waiting = new Set<Due>()
  let count = 0

  const now = (): number => frozenAt ?? real.now() + offset

  const next = (): Due | undefined => {
    let first: Due | undefined
    for (const due of waiting) if (first === undefined || due.at < first.at) first = due
    return first
  }

  /** Calls what is due and has the clock below call again for the next. */
  const wake = (): void => {
    waking?.()
    waking = undefined
    // What is asked for meanwhile waits for the next turn: who asks again at once must not keep everybody else out.
    const latest = count
    for (let due = next(); due !== undefined && due.at <= now() && due.number <= latest; due = next()) {
      waiting.delete(due)
      due.call()
    }
    const due = next()
    if (due !== undefined && frozenAt === undefined) waking = real.after(Math.max(0, due.at - now()), wake)
  }

  const set = (time: number): void => {
    if (frozenAt !== undefined) frozenAt = time
    offset = time - real.now()
    wake()
  }

  return {
    now,
    after(milliseconds, call) {
      const due = { at: now() + Math.max(0, milliseconds), number: ++count, call }
      waiting.add(due)
      // Not before this call has returned, even when it is due already; so the clock below calls.
      if (frozenAt === undefined && next() === due) {
        waking?.()
        waking = real.after(Math.max(0, milliseconds), wake)
      }
      return () => void waiting.delete(due)
    },
    get frozen() {
      return frozenAt !== undefined
    },
    get offset() {
      return now() - real.now()
    },
    set,
    advance: milliseconds => set(now() + milliseconds),
    freeze() {
      frozenAt ??= now()
      waking?.()
      waking = undefined
    },
    release() {
      if (frozenAt === undefined) return
      offset = frozenAt - real.now()
      frozenAt = undefined
      wake()
    },
    reset() {
      frozenAt = undefined
      offset = 0
      wake()
    },
  }
}
