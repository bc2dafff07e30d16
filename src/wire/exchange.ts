/** One exchange about one record: the order of checks, once, for both styles of URL. */

// What needs no content is decided before the content is read, and nothing changes before everything is decided:
// Accept (406), target (404, 409, 422), Content-Type and length (415, 413), preconditions (304, 412), content (400, 413),
// its meaning (422, 409), the act. Framing, route, method and OPTIONS come before, in `server/` and `dispatch`.

import { coerceText } from '../core/coercion.js'
import { visible, visibleSchema, type Family } from '../core/family.js'
import type { Action } from '../core/lifecycle.js'
import { isDotSegment, normalizeKey, refuseKey } from '../core/key.js'
import { settle, type Awaitable, type Fields } from '../core/json.js'
import { nearest } from '../core/nearest.js'
import { Problem } from '../core/problem.js'
import { memberOf } from '../core/schema.js'
import type { Entry } from '../core/store.js'
import { checkFields } from './check-fields.js'
import type { View } from './codec.js'
import { revalidated } from './conditional.js'
import { notAcceptable, type Format } from './formats.js'
import { header, type Handler, type HttpRequest, type HttpResponse } from './message.js'
import { readerOf, receive, sameBytes, type Received } from './receive.js'
import { withoutValidator } from './representation.js'
import { decodeSegment, encodeSegment } from './resource.js'
import { surroundings, type Service } from './service.js'

export interface Exchange {
  readonly family: Family
  readonly action: Action
  /** The key as the request writes it, still encoded; or why it names none. */
  readonly identify: (request: HttpRequest) => string | Problem
}

/** How often a write is tried again when others keep changing the record in between. */
const ATTEMPTS = 20

export const itemPath = (service: Service, family: Family, key: string): string =>
  `${service.base}/${family.singular}/${encodeSegment(key)}`

/** What a format gets to see of one record. */
export const itemView = (service: Service, family: Family, entry: Entry): View => ({
  kind: 'item',
  name: family.singular,
  plural: family.plural,
  schema: visibleSchema(family),
  value: visible(family, entry.fields),
  title: entry.key,
  self: itemPath(service, family, entry.key),
  up: `${service.base}/${family.plural}`,
  ...surroundings(service),
})

export const exchange = ({ family, action, identify }: Exchange, service: Service): Handler => {
  const answersNothing = action.name === 'remove'

  const begin: Handler = request => {
    const accept = header(request, 'accept')
    const format = service.formats.choose(accept)?.offer
    if (format === undefined && !answersNothing)
      return service.trouble(notAcceptable(accept, service.formats.written), request)
    const key = keyOf(identify(request), family, action)
    if (key instanceof Problem) return service.trouble(key, request)
    return settle(service.store.get(family.singular, key), entry => aim(request, format, key, entry))
  }

  /** The target is known; the content is not read yet. */
  const aim = (request: HttpRequest, format: Format | undefined, key: string, entry: Entry | undefined) => {
    const astray = checkTarget(service, family, action, key, entry)
    if (astray !== undefined) return settle(astray, problem => service.trouble(problem, request))
    if (action.name === 'retrieve' && entry !== undefined && format !== undefined)
      return settle(
        service.represent(entry, format, () => itemView(service, family, entry)),
        representation => revalidated(request, representation),
      )
    return write(request, format, key, entry)
  }

  const write = async (request: HttpRequest, format: Format | undefined, key: string, first: Entry | undefined) => {
    const codec = readerOf(request, family, action, service.formats)
    if (codec instanceof Problem) return service.trouble(codec, request)
    // Here preconditions find their place: after what the header section decides, before the content.
    const received = await receive(request, codec, family)
    if (received instanceof Problem) return service.trouble(received, request)
    const fields = withKey(family, key, received.fields)
    if (fields instanceof Problem) return service.trouble(fields, request)
    const misfit = action.content === 'none' ? undefined : checkFields(family, fields, first?.fields)
    if (misfit !== undefined) return service.trouble(misfit, request)

    let current = first
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // oxlint-disable-next-line no-await-in-loop -- each attempt starts from what the last one saw
      const outcome = await action.perform({ store: service.store, family, key, current, fields })
      if (outcome.done === 'removed') return { status: 204, headers: [] }
      if (outcome.done !== 'overtaken') return answer(outcome.entry, outcome.done, format, received)
      // Somebody was faster: what was true of the target may be so no more.
      // oxlint-disable-next-line no-await-in-loop -- the same
      current = await service.store.get(family.singular, key)
      // oxlint-disable-next-line no-await-in-loop -- the same
      const astray = await checkTarget(service, family, action, key, current)
      if (astray !== undefined) return service.trouble(astray, request)
    }
    return service.trouble(new Problem('conflict', `Others kept changing ${family.singular} "${key}".`), request)
  }

  const answer = async (
    entry: Entry,
    done: 'created' | 'retrieved' | 'replaced',
    format: Format | undefined,
    received: Received,
  ): Promise<HttpResponse> => {
    if (format === undefined) return { status: 204, headers: [] }
    const representation = await service.represent(entry, format, () => itemView(service, family, entry))
    const { body, headers } = representation
    if (done === 'created') {
      const path = itemPath(service, family, entry.key)
      return {
        status: 201,
        headers: ['Location', path, 'Content-Location', path, ...headers],
        body,
        note: `-> ${path}`,
      }
    }
    const verbatim = received.mediaType === format.mediaType && sameBytes(received.bytes, body)
    return { status: 200, headers: verbatim ? headers : withoutValidator(representation), body }
  }

  return begin
}

/** The key that a request names, decoded once and normalised; or why it names no record of this family. */
const keyOf = (raw: string | Problem, family: Family, action: Action): string | Problem => {
  if (raw instanceof Problem) return raw
  const decoded = decodeSegment(raw)
  if (decoded === undefined)
    return new Problem('malformed-request', `"${raw}" is not percent-encoded UTF-8 (RFC 3986 §2.1).`)
  const key = normalizeKey(decoded)
  const reason = refuseKey(key)
  if (reason === undefined) return key
  if (action.expects === 'absent' || isDotSegment(key))
    return new Problem('invalid-key', `The ${family.key} ${JSON.stringify(key)} ${reason}.`)
  return new Problem('not-found', `There is no ${family.singular} with this ${family.key}; it ${reason}.`)
}

/** Whether the target is there, or not there, as the action needs it (404, 409). */
const checkTarget = (
  service: Service,
  family: Family,
  action: Action,
  key: string,
  entry: Entry | undefined,
): Awaitable<Problem> | undefined => {
  if (action.expects === 'absent') return entry === undefined ? undefined : alreadyExists(service, family, key)
  return entry === undefined ? notFound(service, family, key) : undefined
}

export const alreadyExists = (service: Service, family: Family, key: string): Problem =>
  new Problem(
    'already-exists',
    `There is a ${family.singular} "${key}" already. To change it: PUT ${itemPath(service, family, key)}.`,
  )

const notFound = (service: Service, family: Family, key: string): Awaitable<Problem> =>
  settle(service.store.list(family.singular), entries => {
    const near = nearest(key, keysOf(entries))
    const path = near === undefined ? undefined : itemPath(service, family, near)
    const meant = near === undefined ? '' : ` Did you mean "${near}"?`
    return new Problem(
      'not-found',
      `There is no ${family.singular} "${key}".${meant}`,
      path === undefined ? {} : { suggestion: path },
    )
  })

function* keysOf(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) yield entry.key
}

/** The fields with the key among them, in its place or first; the URL's key decides (RFC 9110 §9.3.4). */
const withKey = (family: Family, key: string, fields: Fields): Fields | Problem => {
  const given = Object.hasOwn(fields, family.key) ? fields[family.key] : undefined
  if (given === undefined) return { [family.key]: coerceText(key, memberOf(family.schema, family.key)), ...fields }
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text === 'string' && normalizeKey(text) === key)
    return text === key ? fields : { ...fields, [family.key]: key }
  return new Problem(
    'key-mismatch',
    `The URL names the ${family.singular} "${key}", and the content says ${family.key} ${JSON.stringify(given)}.`,
  )
}
