/** Which requests met no route: the usual reason why tests against a server fail. */

import { clip } from '../core/clip.js'
import { printable } from '../core/printable.js'
import type { ProblemName } from '../core/problem.js'
import type { Exchanged } from '../server/observer.js'

/** What is told of: no such path, or no such method on it. A record that is not there is no fault of the route. */
const ASTRAY: ReadonlySet<ProblemName | undefined> = new Set<ProblemName>([
  'no-such-route',
  'operation-in-path',
  'method-not-allowed',
  'not-implemented',
])
/** As many different ones are told apart, and as many are shown. */
const KEPT_MAX = 1000
const SHOWN_MAX = 10

export interface Unmatched {
  see(exchange: Pick<Exchanged, 'method' | 'target' | 'status' | 'problem'>): void
  /** Lines to print; nothing when every request met a route. */
  report(): string
}

export const unmatchedRequests = (): Unmatched => {
  const counts = new Map<string, number>()
  let total = 0
  return {
    see({ method, target, status, problem }) {
      if (!ASTRAY.has(problem)) return
      total++
      // What stands in a query may be nobody's business.
      const said = `${clip(printable(method))} ${clip(printable(target.split('?')[0] ?? ''))} ${status}`
      if (counts.size < KEPT_MAX || counts.has(said)) counts.set(said, (counts.get(said) ?? 0) + 1)
    },
    report() {
      if (total === 0) return ''
      const often = [...counts].toSorted(([, a], [, b]) => b - a)
      const shown = often.slice(0, SHOWN_MAX)
      const rest = total - shown.reduce((sum, [, count]) => sum + count, 0)
      return [
        `restage: ${total === 1 ? '1 request' : `${total} requests`} met no route:`,
        ...shown.map(([said, count]) => `  ${said}${count === 1 ? '' : ` (${count} times)`}`),
        ...(rest === 0 ? [] : [`  and ${rest} more`]),
        '',
      ].join('\n')
    },
  }
}
