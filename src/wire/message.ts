/** HTTP as values: what the layers inside speak instead of Node's objects. */

import type { Family } from '../core/family.js'
import type { Cancel } from '../core/clock.js'
import type { FaultName } from '../core/fault.js'
import type { Awaitable } from '../core/json.js'
import type { FieldList, Problem, ProblemName } from '../core/problem.js'
import type { Choice, Offer } from './negotiate.js'

/** The content of a request, read at most once and only when somebody wants it. */
export interface Content {
  /** Whether the message has any: a Content-Length above 0, or a transfer coding (RFC 9112 §6.3). */
  readonly present: boolean
  /** What is wrong with it as far as the header section tells: longer than allowed, in an unknown coding. */
  readonly refusal?: Problem
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
  /** The address that it came from, as the socket has it; empty when it is gone already. */
  readonly client: string
  /** The resource whose path was matched; undefined when no resource has it. */
  readonly resource: Resource | undefined
  /** Calls once when the client has gone before its answer, at once if it has gone already. For who makes it wait. */
  readonly gone?: (call: () => void) => Cancel
}

export interface HttpResponse {
  readonly status: number
  /** Alternating names and values, in the order in which they are sent. */
  readonly headers: FieldList
  readonly body?: Uint8Array
  /** A content that goes on, instead of a body: called when the header section is out, gives back what ends it. */
  readonly stream?: (sink: Sink) => () => void
  /** One line for the access log: what a person would want to know beside the status. */
  readonly note?: string
  /** The problem that it tells, if it does. */
  readonly problem?: ProblemName
  /** What somebody else than its handler had to do with it. */
  readonly facts?: Facts
  /** What is to go wrong on its way: performed where it is written, and not before. */
  readonly fault?: FaultName
}

/** What cannot be told from request, resource and response together: for those who ask how an answer came about. */
export interface Facts {
  /** The rule that gave the answer, or changed it, as the settings or the client have put it. */
  readonly rule?: string
  /** No answer yet, only what is said of one that comes from a file. */
  readonly file?: true
}

/** Where a content goes that has no end yet. Whoever reads too slowly is cut off, and then `stream`'s own end is called. */
export interface Sink {
  /** False when enough is waiting for the reader. Who goes on all the same, far beyond that, is cut off. */
  write(chunk: Uint8Array): boolean
  /** Calls once, when nothing is waiting any more. */
  drained(call: () => void): void
  /** That was all; what is waiting still goes out. */
  end(): void
  /** Ends at once, and what is waiting is lost. */
  cut(): void
}

export type Handler = (request: HttpRequest) => Awaitable<HttpResponse>
export type Middleware = (next: Handler) => Handler

/** A resource is a path with its methods; 405, `Allow`, OPTIONS and HEAD follow from that table by themselves. */
export interface Resource {
  /** Literal segments and `:name` parameters, base included: `/api/user/:username`. */
  readonly path: string
  /** Only requests whose query has this parameter are meant: how the old style is told from a record with a verb's name. */
  readonly parameter?: string
  readonly methods: Readonly<Record<string, Handler>>
  /** What those methods are understood as; absent for documents and signposts. Nobody asks on the way to an answer. */
  readonly meanings?: Readonly<Record<string, Meaning>>
  /** In the old style: the same request as the RESTful table has it. */
  readonly twin?: (request: HttpTarget) => string
  /** Only the methods listed: no HEAD beside GET, no OPTIONS. */
  readonly exact?: true
  /** Even its GET can change something, against RFC 9110 §9.2.1: the old style's. */
  readonly unsafe?: true
  /** Stands round its methods, outside of whatever is put before them: refusals come back through it, too. */
  readonly round?: Middleware
  /** Has the last word about every answer, errors too: what the URL itself has to say. */
  readonly finish?: (request: HttpRequest, response: HttpResponse) => HttpResponse
  /** What an answer to OPTIONS tells beside `Allow`: `Accept-Post` and its like. */
  readonly options?: FieldList
  /** The records that it is about; undefined for matters of the server. */
  readonly about?: Subject
  /** It is about the server itself and not about what is served: only for whoever runs it. False for what tells nothing. */
  readonly control?: boolean
  /** Whether this request would rather have a file of that path, where there is one. */
  readonly yields?: (request: Pick<HttpRequest, 'headers'>) => boolean
  /** Said in the banner and in lists of what there is. Resources without it are aliases and matters of the server. */
  readonly doc?: string
}

/** How an answer comes about, as far as it depends on resource and method. */
export interface Meaning {
  /** The name of the action: `retrieve`, `list`. */
  readonly action: string
  /** The format that an Accept value asks for here. */
  readonly choose: (accept: string | undefined) => Choice<Offer> | undefined
}

/** What a URL alone says. */
export type HttpTarget = Pick<HttpRequest, 'path' | 'query'>

/** Which records a resource is about: one of a family, or all of them. */
export interface Subject {
  readonly family: Family
  /** The key of the record that a request names, as records have it; absent where it is about the collection. */
  readonly keyOf?: (request: HttpRequest) => string | undefined
}

/** One field of a request as text. */
export const header = (request: Pick<HttpRequest, 'headers'>, name: string): string | undefined => {
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

/** The same response with fields in place of those of the same names. */
export const replaceHeaders = (response: HttpResponse, fields: FieldList): HttpResponse => {
  const names = new Set(fields.flatMap((name, index) => (index % 2 === 0 ? [name.toLowerCase()] : [])))
  const kept = response.headers.filter((_, index, all) => !names.has((all[index - (index % 2)] ?? '').toLowerCase()))
  return { ...response, headers: [...kept, ...fields] }
}

/** The same response with more header fields. */
export const withHeaders = (response: HttpResponse, headers: FieldList): HttpResponse =>
  headers.length === 0 ? response : { ...response, headers: [...response.headers, ...headers] }
