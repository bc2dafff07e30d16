/** Requests as a plain client sends them, through a socket, and a trail of what was asked and answered. */

/** Longer than this, an answer does not come any more. */
const PATIENCE = 10_000

export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, unless a header field says otherwise. */
  readonly content?: unknown
}

export interface Answer {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface Traffic {
  ask(method: string, path: string, asked?: Asked): Promise<Answer>
  /** `PUT /user/alice (If-Match) -> 412`, one for each request. */
  readonly trail: readonly string[]
}

export const trafficTo = (origin: string): Traffic => {
  const trail: string[] = []
  return {
    trail,
    async ask(method, path, { headers = {}, content } = {}) {
      const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
      const response = await fetch(origin + path, {
        method,
        headers: { ...type, ...headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE),
        ...(content !== undefined && { body: JSON.stringify(content) }),
      })
      const text = await response.text()
      const named = Object.keys(headers)
      trail.push(`${method} ${path}${named.length === 0 ? '' : ` (${named.join(', ')})`} -> ${response.status}`)
      return { method, path, status: response.status, headers: response.headers, text }
    },
  }
}

export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300

/** One after the other: what comes later is to see what came before. */
export const inTurn = async <A, B>(items: Iterable<A>, perform: (item: A) => Promise<B>): Promise<B[]> => {
  const results: B[] = []
  // oxlint-disable-next-line no-await-in-loop -- the order is the point
  for (const item of items) results.push(await perform(item))
  return results
}
