/** Turns a problem into a response, in the format that the client asked for (RFC 9457). */

import { catalogue, type FieldList, type Problem, type ProblemName } from '../core/problem.js'
import { phraseOf } from '../core/status.js'
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
  (problem, request) => ({
    ...writeProblem(formats, problemDocument(problem, base, request.path), problem.headers, request),
    problem: problem.name,
  })

/** A problem of a status that the catalogue has no name for: what the status itself says, and no more (RFC 9457 §4.2.1). */
export const blankProblem = (status: number, detail: string, instance: string): ProblemDocument => ({
  type: 'about:blank',
  title: phraseOf(status),
  status,
  detail,
  instance,
})

/** A problem in the format that the client asked for. */
export const writeProblem = (
  formats: Formats,
  document: ProblemDocument,
  fields: FieldList,
  request: Pick<HttpRequest, 'headers'>,
): HttpResponse => {
  const { codec, contentType } = formats.chooseForProblem(header(request, 'accept'))
  const body = new TextEncoder().encode(codec.problem?.encode(document) ?? '')
  return {
    status: document.status,
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
      ...(codec.headers ?? []),
      ...fields,
    ],
    body,
    note: document.detail,
  }
}

export const problemNames = Object.keys(catalogue) as readonly ProblemName[]
