/** How an answer came about: told from request, resource and response, so that nothing is noted down on the way. */

import { header, responseHeader, type HttpRequest, type HttpResponse, type Meaning } from './message.js'
import { rangeText } from './negotiate.js'

export interface Explanation {
  /** The path of the resource, with its parameters: `/user/:username`. Absent when no resource has the path. */
  readonly resource?: string
  readonly action?: string
  /** The media type of the answer. */
  readonly format?: string
  /** The range of Accept that chose it. Absent when there was none to be used, and the first format was taken. */
  readonly range?: string
  /** The preconditions that came with the request, and what came of them. */
  readonly precondition?: string
  readonly rule?: string
  readonly problem?: string
  /** What the RESTful request is, for one of the old style. */
  readonly twin?: string
}

export type Asked = Pick<HttpRequest, 'method' | 'path' | 'query' | 'headers' | 'resource'>
export type Answered = Pick<HttpResponse, 'status' | 'headers'> & {
  readonly [name in 'problem' | 'facts']?: HttpResponse[name] | undefined
}

export const explain = (request: Asked, response: Answered): Explanation => {
  const { resource } = request
  const { problem, facts } = response
  const meaning = meaningOf(request)
  const format = responseHeader(response, 'content-type')?.split(';')[0]
  // A problem is written in a format of its own, however its resource would have been; no content, in none.
  const range =
    problem === undefined && format !== undefined ? meaning?.choose(header(request, 'accept'))?.range : undefined
  const precondition = preconditionsOf(request, response)
  return {
    ...(resource !== undefined && { resource: resource.path }),
    ...(meaning !== undefined && { action: meaning.action }),
    ...(format !== undefined && { format }),
    ...(range !== undefined && { range: rangeText(range) }),
    ...(precondition !== undefined && { precondition }),
    ...(facts?.rule !== undefined && { rule: facts.rule }),
    ...(problem !== undefined && { problem }),
    ...(resource?.twin !== undefined && { twin: resource.twin(request) }),
  }
}

const meaningOf = ({ method, resource }: Asked): Meaning | undefined =>
  resource?.meanings?.[method === 'HEAD' && resource.exact !== true ? 'GET' : method]

/** In the order in which they are looked at (RFC 9110 §13.2.2). */
const CONDITIONS = ['If-Match', 'If-Unmodified-Since', 'If-None-Match', 'If-Modified-Since']

const preconditionsOf = ({ headers }: Asked, { status, problem }: Answered): string | undefined => {
  const sent = CONDITIONS.filter(name => headers[name.toLowerCase()] !== undefined)
  if (sent.length === 0) return undefined
  return `${sent.join(', ')}: ${verdict(status, problem)}`
}

const verdict = (status: number, problem: string | undefined): string => {
  if (status === 304) return 'not modified'
  if (problem === 'precondition-failed') return 'failed'
  return status < 400 ? 'met' : 'not looked at'
}

/** The explanation as the value of a header field: a dictionary of strings (RFC 9651 §3.2), on one line, in ASCII. */
export const explanationField = (request: Asked, response: Answered): string =>
  Object.entries(explain(request, response))
    .map(([name, value]) => `${name}="${ascii(String(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`)
    .join(', ')

/** What is not printable ASCII is percent-encoded, as it would be in a URL. */
const ascii = (text: string): string =>
  text.replaceAll(/[^ -~]+/g, odd => encodeURIComponent(odd.replaceAll(/\p{Cs}/gu, '\ufffd')))
