/** One exchange as it went over the wire: what the server's journal has of it, in the order in which it was sent. */

import type { Answer, Asked, Server } from './server.js'

export interface Message {
  /** Names in lower case, in the order in which they were sent. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** In bytes; absent where there is no content. */
  readonly length?: number
  readonly content?: string | null
  /** Why the content is not shown. */
  readonly withheld?: string
}

/** A line of the journal. */
export interface Summary {
  readonly id: number
  readonly time: string
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly status: number
  readonly ms: number
  readonly type?: string
  readonly style: 'old' | 'rest'
  /** The same request in the RESTful style, where it is an old one. */
  readonly twin?: string
  readonly resource?: string
  readonly action?: string
  readonly problem?: string
  readonly rule?: string
}

/** All that the journal has of one exchange. */
export interface Exchange extends Summary {
  readonly note?: string
  readonly negotiated: { readonly accept: string | null; readonly range: string | null; readonly format: string | null }
  readonly precondition?: unknown
  readonly request: Message
  readonly response: Message & { readonly status: number; readonly streams?: boolean }
  readonly curl: string
}

/** `/user/get?username=alice`. */
export const targetOf = ({ path, query }: Pick<Summary, 'path' | 'query'>): string =>
  query === undefined ? path : `${path}?${query}`

/** The last entries, the newest first; `question` as the query of `/-/requests` has it. */
export const readJournal = (server: Server, question = ''): Promise<readonly Summary[]> =>
  server.read(`/requests${question === '' ? '' : `?${question}`}`)

export const readExchange = (server: Server, id: number): Promise<Exchange> => server.read(`/requests/${id}`)

/**
 * Sends a request, and gives it back as the server has seen and answered it. Throws NoAnswer. Undefined `exchange`: the
 * journal is off, or its entry is gone already.
 */
export const sendAndSee = async (
  server: Server,
  method: string,
  target: string,
  asked: Asked = {},
): Promise<{ readonly answer: Answer; readonly exchange: Exchange | undefined }> => {
  const before = await latestId(server)
  const answer = await server.ask(method, target, asked)
  if (before === undefined) return { answer, exchange: undefined }
  const [path = ''] = target.split('?')
  const question = new URLSearchParams({ since: String(before), method, path })
  const [last] = (await readJournal(server, question.toString()).catch(() => [])).toReversed()
  return { answer, exchange: last === undefined ? undefined : await readExchange(server, last.id) }
}

/** The id of the last entry, 0 where there is none yet; undefined where there is no journal. */
export const latestId = async (server: Server): Promise<number | undefined> => {
  try {
    const [latest] = await readJournal(server, 'limit=1')
    return latest?.id ?? 0
  } catch {
    return undefined
  }
}
