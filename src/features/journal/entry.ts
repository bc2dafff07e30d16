/** One exchange as the journal keeps it: what was at hand anyway, and nothing written before somebody asks. */

import { leavesNothing } from '../../core/fault.js'
import type { FieldList, ProblemName } from '../../core/problem.js'
import type { Asked } from '../../wire/explanation.js'
import type { Facts, HttpRequest, HttpResponse } from '../../wire/message.js'

/** A content, as much of it as is kept. */
export interface Kept {
  readonly bytes: Uint8Array
  /** How long it was. */
  readonly length: number
}

/** Nothing in it leads back to the socket: a request that is kept must not keep its connection. */
export interface Entry extends Asked {
  /** Counted up from 1 as long as the journal lives. */
  readonly id: number
  /** How many bytes it counts for. */
  readonly size: number
  /** When it came, in milliseconds since the epoch. */
  readonly time: number
  /** How long its answer took. */
  readonly milliseconds: number
  /** Undefined when there was none, or nobody has read it. */
  readonly content: Kept | undefined
  /** There was one, and the request was answered without it. */
  readonly unread: boolean
  readonly response: {
    readonly status: number
    readonly headers: FieldList
    readonly content: Kept | undefined
    /** Its content goes on, and is not kept. */
    readonly streams: boolean
    readonly note: string | undefined
    readonly problem: ProblemName | undefined
    readonly facts: Facts | undefined
  }
}

/** Of longer contents this much is kept. */
export const CONTENT_MAX = 64 * 1024

/** A copy where the whole is longer than what is kept of it, so that the rest can go. */
export const keep = (bytes: Uint8Array | undefined): Kept | undefined => {
  if (bytes === undefined || bytes.length === 0) return undefined
  return { bytes: bytes.length > CONTENT_MAX ? bytes.slice(0, CONTENT_MAX) : bytes, length: bytes.length }
}

/** The entry of an exchange that is over. */
export const record = (
  id: number,
  { method, path, query, headers, resource, content: { present } }: HttpRequest,
  content: Kept | undefined,
  { status: meant, headers: fields, body, stream, note, problem, facts, fault }: HttpResponse,
  time: number,
  milliseconds: number,
): Entry => {
  // HEAD sends none of it.
  const answered = method === 'HEAD' ? undefined : keep(body)
  const streams = stream !== undefined
  // Of an answer that was to be none, nobody has seen a status; the access log says 0, too.
  const status = fault !== undefined && leavesNothing(fault) ? 0 : meant
  const unread = present && content === undefined
  const response = { status, headers: fields, content: answered, streams, note, problem, facts }
  const size = sizeOf(path, query, headers, fields, note) + (content?.bytes.length ?? 0) + (answered?.bytes.length ?? 0)
  return { id, size, time, milliseconds, method, path, query, headers, resource, content, unread, response }
}

/** Fields and objects around the texts, roughly. */
const OVERHEAD = 512

/** How much memory an entry takes at most, in bytes; what it shares with others is counted as its own. */
const sizeOf = (
  path: string,
  query: string,
  headers: HttpRequest['headers'],
  fields: FieldList,
  note: string | undefined,
): number => {
  let size = OVERHEAD + path.length + query.length + (note?.length ?? 0)
  for (const name in headers) size += name.length + (headers[name]?.length ?? 0)
  for (const text of fields) size += text.length
  return size
}
