/** Documents of the server's own: the root of the API, the explanations of problems, what it knows of itself. Negotiated like everything else. */

import { settle, type Awaitable, type Fields } from '../core/json.js'
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
}

/** Serves a document that never changes. */
export const serveDocument =
  (service: Service, document: Document): Handler =>
  request => {
    const accept = header(request, 'accept')
    const format = service.formats.choose(accept)?.offer
    if (format === undefined) return service.trouble(notAcceptable(accept, service.formats.written), request)
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

/** Answers with something that may be another the next time: written anew for each request. */
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
