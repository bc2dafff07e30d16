/** HTTP as values: what the layers inside speak instead of Node's objects. */

import type { Awaitable } from '../core/json.js'
import type { FieldList, Problem } from '../core/problem.js'

/** The content of a request, read at most once and only when somebody wants it. */
export interface Content {
  /** Whether the message has any: a Content-Length above 0, or a transfer coding (RFC 9112 §6.3). */
  readonly present: boolean
  /** All of it, or the problem: too large, cut off. */
  read(): Promise<Uint8Array | Problem>
}

export interface HttpRequest {
  /** As sent: methods are case-sensitive (RFC 9110 §9.1). */
  readonly method: string
  /** The path as sent, still percent-encoded. */
  readonly path: string
  /** What stands behind the `?`, as sent; empty when there is none. */
  readonly query: string
  /** Field names in lower case; several lines of one field are joined as RFC 9110 §5.3 has it. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly content: Content
}

export interface HttpResponse {
  readonly status: number
  /** Alternating names and values, in the order in which they are sent. */
  readonly headers: FieldList
  readonly body?: Uint8Array
  /** One line for the access log: what a person would want to know beside the status. */
  readonly note?: string
}

export type Handler = (request: HttpRequest) => Awaitable<HttpResponse>
export type Middleware = (next: Handler) => Handler

/** One field of a request as text. */
export const header = (request: HttpRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** One field of a response; the name in any case. */
export const responseHeader = (response: Pick<HttpResponse, 'headers'>, name: string): string | undefined => {
  const lower = name.toLowerCase()
  const { headers } = response
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === lower) return headers[index + 1]
  }
  return undefined
}

/** The same response with more header fields. */
export const withHeaders = (response: HttpResponse, headers: FieldList): HttpResponse =>
  headers.length === 0 ? response : { ...response, headers: [...response.headers, ...headers] }
