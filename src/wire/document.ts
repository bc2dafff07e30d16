/** A document of the server's own: the root of the API, the explanations of problems. Negotiated like everything else. */

import { settle, type Awaitable, type Fields } from '../core/json.js'
import type { Schema } from '../core/schema.js'
import { notAcceptable } from './formats.js'
import { header, type Handler, type HttpRequest, type HttpResponse } from './message.js'
import { answerRead } from './representation.js'
import { surroundings, type Service } from './service.js'

export interface Document {
  readonly name: string
  readonly title: string
  readonly self: string
  readonly up?: string
  readonly value: Fields
  readonly schema?: Schema
}

/** Serves a document that never changes. */
export const serveDocument =
  (service: Service, document: Document): Handler =>
  request =>
    answerDocument(service, request, document)

/** Answers with a document as it is now. The same object is written once for each format. */
export const answerDocument = (service: Service, request: HttpRequest, document: Document): Awaitable<HttpResponse> => {
  const accept = header(request, 'accept')
  const { choose, written } = service.formats.of('document')
  const format = choose(accept)?.offer
  if (format === undefined) return service.trouble(notAcceptable(accept, written), request)
  return settle(
    service.represent(document, format, () => ({
      kind: 'document',
      plural: document.name,
      schema: {},
      ...document,
      ...surroundings(service),
    })),
    representation =>
      answerRead(request, representation, {
        now: service.now,
        trouble: service.trouble,
        all: () => [representation.etag],
      }),
  )
}
