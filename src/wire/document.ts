/** Documents of the server's own: the root of the API, the explanations of problems, what it knows of itself. Negotiated like everything else. */

import { settle, type Awaitable, type Fields } from '../core/json.js'
import type { Schema } from '../core/schema.js'
import type { View } from './codec.js'
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
export const serveDocument = (service: Service, document: Document): Handler => {
  const view = viewOf(document)
  return request => answerAfresh(service, request, view)
}

/** Answers with a document as it is now. */
export const answerDocument = (service: Service, request: HttpRequest, document: Document): Awaitable<HttpResponse> =>
  answerAfresh(service, request, viewOf(document))

const viewOf = (document: Document): Omit<View, 'formats' | 'origin'> => ({
  kind: 'document',
  plural: document.name,
  schema: {},
  ...document,
})

/** Answers with something of any kind. The same view is written once for each format, another one anew. */
export const answerAfresh = (
  service: Service,
  request: HttpRequest,
  view: Omit<View, 'formats' | 'origin'>,
): Awaitable<HttpResponse> => {
  const accept = header(request, 'accept')
  const { choose, written } = service.formats.of(view.kind)
  const format = choose(accept)?.offer
  if (format === undefined) return service.trouble(notAcceptable(accept, written), request)
  return settle(
    service.represent(view, format, () => ({ ...view, ...surroundings(service), formats: written })),
    representation =>
      answerRead(request, representation, {
        now: service.now,
        trouble: service.trouble,
        all: () => [representation.etag],
      }),
  )
}
