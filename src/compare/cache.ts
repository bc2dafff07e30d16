/** A private cache as RFC 9111 has it, as far as it shows which answers are dropped, and which stay. */

import type { Answer } from './traffic.js'

export interface Cache {
  /** What goes through it: stored (§3), or a reason to drop what is stored (§4.4). */
  see(answer: Answer): void
  /** What is stored for a path. */
  stored(path: string): Answer | undefined
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

export const privateCache = (): Cache => {
  const kept = new Map<string, Answer>()
  return {
    stored: path => kept.get(path),
    see(answer) {
      const { method, path, status, headers } = answer
      if (method === 'GET' && status === 200 && !/\bno-store\b/i.test(headers.get('cache-control') ?? ''))
        kept.set(path, answer)
      // A change that succeeded: the target goes, and what the answer says was made or changed as well.
      if (SAFE.has(method) || status < 200 || status >= 400) return
      for (const name of [path, headers.get('location'), headers.get('content-location')])
        if (name !== null) kept.delete(name)
    },
  }
}
