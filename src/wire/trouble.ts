/** Turns a problem into a response, in the format that the client asked for (RFC 9457). */

import { catalogue, type Problem, type ProblemName } from '../core/problem.js'
import type { ProblemDocument } from './codec.js'
import type { Formats } from './formats.js'
import { header, type HttpRequest, type HttpResponse } from './message.js'

/** Where each problem is explained, on the server itself: a path, so that it survives a proxy. */
export const PROBLEMS_PATH = '/-/problems'

export type Trouble = (problem: Problem, request: Pick<HttpRequest, 'headers' | 'path'>) => HttpResponse

/** The problem as its document: the standard members first, then its own. */
export const problemDocument = (problem: Problem, base: string, instance: string | undefined): ProblemDocument => ({
  type: catalogue[problem.name].type ?? `${base}${PROBLEMS_PATH}/${problem.name}`,
  title: problem.title,
  status: problem.status,
  detail: problem.detail,
  ...(instance !== undefined && { instance }),
  ...problem.extensions,
})

export const troubleOf =
  (formats: Formats, base: string): Trouble =>
  (problem, request) => {
    const format = formats.chooseForProblem(header(request, 'accept'))
    const text = format.codec.problem?.encode(problemDocument(problem, base, request.path)) ?? ''
    return problemResponse(problem, text, format.contentType, format.codec.headers ?? [])
  }

/** The response for a problem that has been written down already. */
export const problemResponse = (
  problem: Problem,
  text: string,
  contentType: string,
  headers: readonly string[],
): HttpResponse => {
  const body = new TextEncoder().encode(text)
  return {
    status: problem.status,
    headers: [
      'Content-Type',
      contentType,
      'Content-Length',
      String(body.length),
      'Content-Language',
      'en',
      'Vary',
      'Accept',
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
      ...headers,
      ...problem.headers,
    ],
    body,
    note: problem.detail,
    problem: problem.name,
  }
}

export const problemNames = Object.keys(catalogue) as readonly ProblemName[]
