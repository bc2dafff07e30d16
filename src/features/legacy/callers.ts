/** Who still calls the old style: counted by call and User-Agent, and bounded; who was not seen for longest makes room. */

import { printable } from '../../core/printable.js'

/** One old-style request with what came of it. */
export interface Call {
  readonly method: string
  /** With the key left open: `/user/remove?username=…`. */
  readonly path: string
  /** What the RESTful request is: `DELETE /user/{username}`. */
  readonly twin: string
  /** The User-Agent as sent; undefined when none was. */
  readonly agent: string | undefined
  /** The record that it named; undefined when it named none. */
  readonly key: string | undefined
  readonly failed: boolean
}

/** All calls of one kind from one User-Agent. */
export interface Caller extends Pick<Call, 'method' | 'path' | 'twin'> {
  readonly agent: string | null
  readonly count: number
  /** How many of them were refused, or went wrong. */
  readonly failed: number
  /** When the last one came, in milliseconds since the epoch. */
  readonly last: number
  /** The last record that was named. */
  readonly key: string | null
}

export interface Callers {
  see(call: Call, now: number): void
  /** Who calls most stands first; of those who call as often, the last. */
  all(): readonly Caller[]
  /** Calls of all, those among them that have made room. */
  readonly total: number
  clear(): void
}

const CALLERS_MAX = 1000
/** Characters that are kept of what a client sent: browsers say a lot, and a key has no more. */
const AGENT_MAX = 160
const KEY_MAX = 128

export const newCallers = (most = CALLERS_MAX): Callers => {
  // In the order in which they were last seen.
  const callers = new Map<string, Caller>()
  let total = 0
  return {
    see({ method, path, twin, agent: sent, key: named, failed }, now) {
      const agent = told(sent, AGENT_MAX)
      const id = `${method}\n${path}\n${agent ?? ''}`
      const before = callers.get(id)
      callers.delete(id)
      callers.set(id, {
        method,
        path,
        twin,
        agent,
        count: (before?.count ?? 0) + 1,
        failed: (before?.failed ?? 0) + (failed ? 1 : 0),
        last: now,
        key: told(named, KEY_MAX) ?? before?.key ?? null,
      })
      total++
      const [oldest] = callers.keys()
      if (callers.size > most && oldest !== undefined) callers.delete(oldest)
    },
    all: () => [...callers.values()].toReversed().toSorted((one, other) => other.count - one.count),
    get total() {
      return total
    },
    clear() {
      callers.clear()
      total = 0
    },
  }
}

/** As much of a text as is kept, fit to be shown anywhere; null when there is none. */
const told = (text: string | undefined, most: number): string | null => {
  if (text === undefined || text === '') return null
  return printable(text.length > most ? `${text.slice(0, most - 1)}…` : text)
}
