/** What an access log gets to know of each exchange. Without an observer nothing is measured. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProblemName } from '../core/problem.js'
import { responseHeader, type HttpResponse } from '../wire/message.js'

/** One exchange as the access log tells it. */
export interface Exchanged {
  readonly method: string
  /** Path and query as sent, but for the values of secrets. */
  readonly target: string
  readonly status: number
  /** Without parameters; undefined when there was no content. */
  readonly mediaType: string | undefined
  readonly milliseconds: number
  /** Of the content. */
  readonly bytes: number
  readonly note: string | undefined
  /** The problem that the answer told, if it did. */
  readonly problem: ProblemName | undefined
}

export interface Observer {
  exchanged?(exchange: Exchanged): void
  /** Something went wrong that no client could cause: told here, and not to the client. */
  failed?(error: unknown): void
}

/** What logs say of an exchange whose client left without an answer. Nothing of the kind is ever sent. */
const VANISHED = 499
/** And of one that was to have no answer. */
export const SILENT = 0

/** Follows one exchange; what it gives back wants to see the response, if there is one of ours. */
export const follow = (
  req: IncomingMessage,
  res: ServerResponse,
  observer: Observer,
  shown: (target: string) => string,
): ((response: HttpResponse) => void) | undefined => {
  if (observer.exchanged === undefined) return undefined
  const start = performance.now()
  const { method = '-', url: target = '-' } = req
  let own: HttpResponse | undefined
  res.once('close', () =>
    observer.exchanged?.({
      method,
      target: shown(target),
      status: res.headersSent ? res.statusCode : own?.fault === undefined ? VANISHED : SILENT,
      mediaType: own === undefined ? essence(String(res.getHeader('content-type') ?? '')) : mediaTypeOf(own),
      milliseconds: performance.now() - start,
      bytes: method === 'HEAD' ? 0 : (own?.body?.length ?? Number(res.getHeader('content-length') ?? 0)),
      note: own?.note ?? (res.headersSent ? undefined : 'The client was gone before there was an answer.'),
      problem: own?.problem,
    }),
  )
  return response => {
    // A client that is gone, or refused in the middle of its content, still lets a handler come to its end.
    own ??= response
  }
}

/** An exchange that never became a request. */
export const unparsed = (response: HttpResponse, method = '-', target = '-'): Exchanged => ({
  method,
  target,
  status: response.status,
  mediaType: mediaTypeOf(response),
  milliseconds: 0,
  bytes: response.body?.length ?? 0,
  note: response.note,
  problem: response.problem,
})

const mediaTypeOf = (response: HttpResponse): string | undefined => {
  const value = responseHeader(response, 'content-type')
  return value === undefined ? undefined : essence(value)
}

const essence = (contentType: string): string | undefined => contentType.split(';')[0]?.trim() || undefined
