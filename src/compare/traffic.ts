/** Requests as a plain client sends them, of a program or of a browser, and a trail of what was asked and answered. */

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

/** A request with its answer; `asked` has every header field that was set, the content's type among them. */
export interface Exchange extends Answer {
  readonly asked: Asked
}

/** Is told each exchange as it happens. The next request waits until it is done with this one. */
export type Observe = (exchange: Exchange) => void | Promise<void>

export interface Traffic {
  ask(method: string, path: string, asked?: Asked): Promise<Answer>
  /** `PUT /user/alice (If-Match) -> 412`, one for each request. */
  readonly trail: readonly string[]
}

/** With no origin, to where the page came from. */
export const trafficTo = (origin: string, observe?: Observe): Traffic => {
  const trail: string[] = []
  return {
    trail,
    async ask(method, path, { headers = {}, content } = {}) {
      const type = content === undefined ? {} : { 'Content-Type': 'application/json' }
      const sent = { ...type, ...headers }
      const init = {
        method,
        headers: sent,
        redirect: 'manual',
        // A browser's own cache would answer in place of the server.
        cache: 'no-store',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(PATIENCE),
        ...(content !== undefined && { body: JSON.stringify(content) }),
      } as const
      const response = await fetch(origin + path, init)
      const { status } = response
      const answer: Answer = { method, path, status, headers: response.headers, text: await response.text() }
      const named = Object.keys(headers)
      trail.push(`${method} ${path}${named.length === 0 ? '' : ` (${named.join(', ')})`} -> ${status}`)
      await observe?.({ ...answer, asked: { headers: sent, ...(content !== undefined && { content }) } })
      return answer
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
