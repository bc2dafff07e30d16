/** Answers with what is true at this moment: in the format that was asked for, never kept, without a validator. */

import { settle, type Awaitable } from '../../core/json.js'
import type { View } from '../../wire/codec.js'
import { withCaching } from '../../wire/caching.js'
import { notAcceptable, type Format } from '../../wire/formats.js'
import { header, type HttpRequest, type HttpResponse } from '../../wire/message.js'
import { Problem } from '../../core/problem.js'
import type { Kind } from '../../wire/codec.js'
import { surroundings, type Service } from '../../wire/service.js'

/** The format for such a thing, or the 406. */
export const formatFor = (service: Service, request: HttpRequest, kind: Kind): Format | Problem => {
  const accept = header(request, 'accept')
  const { choose, written } = service.formats.of(kind)
  return choose(accept)?.offer ?? notAcceptable(accept, written)
}

/** The 200. */
export const present = (
  service: Service,
  format: Format,
  view: Omit<View, 'formats' | 'origin'>,
): Awaitable<HttpResponse> =>
  settle(
    // Nothing is kept under an object that is made anew each time.
    service.represent({}, format, () => ({
      ...view,
      ...surroundings(service),
      formats: service.formats.of(view.kind).written,
    })),
    ({ body, unvalidated }) => ({ status: 200, headers: withCaching(unvalidated, 'no-store'), body }),
  )
