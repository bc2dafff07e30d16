/** One exchange as it went over the wire: what the server's journal has of it, in the order in which it was sent. */

import { curlOf } from './curl.js'
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
  /** The fields, and what came of them: `If-Match: met`. */
  readonly precondition?: string
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

export interface Seen {
  readonly exchange: Exchange
  /** The journal has it; else it is what a script gets to see, which is less. */
  readonly whole: boolean
}

/** Sends a request, and gives it back as the server has seen and answered it. Throws NoAnswer. */
export const sendAndSee = async (server: Server, method: string, target: string, asked: Asked = {}): Promise<Seen> => {
  const before = await latestId(server)
  const began = performance.now()
  const answer = await server.ask(method, target, asked)
  const ms = Math.round(performance.now() - began)
  const entry = before === undefined ? undefined : await entryOf(server, before, method, target).catch(() => undefined)
  if (entry !== undefined) return { exchange: entry, whole: true }
  return { exchange: reported(server, method, target, asked, answer, ms), whole: false }
}

/** The first entry behind `before` that fits; nobody else asks the same in the same moment. */
const entryOf = async (
  server: Server,
  before: number,
  method: string,
  target: string,
): Promise<Exchange | undefined> => {
  const [path = ''] = target.split('?')
  const question = new URLSearchParams({ since: String(before), method, path })
  const first = (await readJournal(server, question.toString())).at(-1)
  return first && readExchange(server, first.id)
}

/** What is known of an exchange without the journal. */
const reported = (
  server: Server,
  method: string,
  target: string,
  { headers = {}, content }: Asked,
  answer: Answer,
  ms: number,
): Exchange => {
  const [path = '', query] = target.split('?')
  const { status, text } = answer
  return {
    id: 0,
    time: new Date().toISOString(),
    method,
    path,
    ...(query !== undefined && { query }),
    status,
    ms,
    style: 'rest',
    negotiated: { accept: headers['Accept'] ?? null, range: null, format: answer.headers.get('content-type') },
    request: { headers: lowered(headers), ...(content !== undefined && { content }) },
    response: { status, headers: Object.fromEntries(answer.headers), content: text },
    curl: curlOf(server.origin, { method, target, headers, ...(content !== undefined && { content }) }),
  }
}

const lowered = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The id of the last entry, 0 where there is none yet; undefined where there is no journal. */
export const latestId = async (server: Server): Promise<number | undefined> => {
  try {
    const [latest] = await readJournal(server, 'limit=1')
    return latest?.id ?? 0
  } catch {
    return undefined
  }
}
