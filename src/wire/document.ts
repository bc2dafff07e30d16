/** A document of the server's own: the root of the API, the explanations of problems. Negotiated like everything else. */

import { settle, type Fields } from '../core/json.js'
import { notAcceptable } from './formats.js'
import { header, type Handler } from './message.js'
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
