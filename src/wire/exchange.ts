/** One exchange about one record: the order of checks, once, for both styles of URL. */

// What needs no content is decided before the content is read, and nothing changes before everything is decided:
// Accept (406), target (404, 409, 422), Content-Type and length (415, 413), preconditions (428, 412, 304), content (400,
// 413), its meaning (422, 409: what is no record at all, what contradicts the URL or the state, what does not fit the
// schema), the act. Framing, route, method and OPTIONS come before, in `server/` and `dispatch`.

import { visible, visibleSchema, type Family } from '../core/family.js'
import { settle, type Awaitable } from '../core/json.js'
import type { Action, Outcome } from '../core/lifecycle.js'
import { Problem } from '../core/problem.js'
import type { Entry } from '../core/store.js'
import type { View } from './codec.js'
import { evaluate, isConditional, preconditionFailed } from './conditional.js'
import { completeFields } from './fields.js'
import { notAcceptable, type Format } from './formats.js'
import { header, type Handler, type HttpRequest, type HttpResponse, type Meaning } from './message.js'
import { preferredReturn } from './prefer.js'
import { readerOf, receive, sameBytes, type Received } from './receive.js'
import { answerRead } from './representation.js'
import { surroundings, type Service, type Shown } from './service.js'
import { stepsOf } from './steps.js'
import { checkTarget, itemPath, keyOf } from './target.js'

export interface Exchange {
  readonly family: Family
  readonly action: Action
  /** The key as the request writes it, still encoded; or why it names none. */
  readonly identify: (request: HttpRequest) => string | Problem
}

/** A change on its way, read and ready to be made. */
interface Change {
  readonly request: HttpRequest
  readonly format: Format | undefined
  readonly key: string
  readonly received: Received
}

/** How often a write is tried again when others keep changing the record in between. */
const ATTEMPTS = 200

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
  ...stepsOf(family, entry.fields, itemPath(service, family, entry.key)),
})

const representItem = ({ service, family, entry }: Shown, format: Format) =>
  service.represent(entry, format, () => itemView(service, family, entry), entry.modified)

/** What the exchange of an action comes to. */
export const meaningOf = ({ name }: Action, { formats }: Service): Meaning => ({
  action: name,
  choose: (name === 'retrieve' ? formats.reading('item') : formats).choose,
})

export const exchange = ({ family, action, identify }: Exchange, service: Service): Handler => {
  const { formats, store, trouble } = service
  const reads = action.name === 'retrieve'
  const offers = reads ? formats.reading('item') : formats
  const represent = (entry: Entry, format: Format) => representItem({ service, family, entry }, format)
  /** The validators of all representations that a record has now, in whatever version. */
  const validators = (entry: Entry | undefined) => async () => {
    if (entry === undefined) return []
    const versions = [{ service, family, entry }, ...(service.others?.(family, entry) ?? [])]
    return Promise.all(
      versions.flatMap(shown =>
        shown.service.formats.all.map(async format => (await representItem(shown, format)).etag),
      ),
    )
  }

  const begin: Handler = request => {
    const accept = header(request, 'accept')
    const format = offers.choose(accept)?.offer
    if (format === undefined && action.name !== 'remove') return trouble(notAcceptable(accept, offers.written), request)
    const key = keyOf(identify(request), family, action)
    if (key instanceof Problem) return trouble(key, request)
    return settle(store.get(family.singular, key), entry => aim(request, format, key, entry))
  }

  /** The target is known; the content is not read yet. */
  const aim = (request: HttpRequest, format: Format | undefined, key: string, entry: Entry | undefined) => {
    const astray = checkTarget(service, family, action, key, entry)
    if (astray !== undefined) return settle(astray, problem => trouble(problem, request))
    if (!reads || entry === undefined || format === undefined) return write(request, format, key, entry)
    if (format.codec.live === true && service.late.follow !== undefined)
      return service.late.follow(request, { family, key, service })
    return settle(represent(entry, format), representation =>
      answerRead(request, representation, {
        modified: entry.modified,
        now: service.now,
        trouble,
        all: validators(entry),
      }),
    )
  }

  const write = async (request: HttpRequest, format: Format | undefined, key: string, first: Entry | undefined) => {
    const reader = readerOf(request, family, action, formats)
    if (reader instanceof Problem) return trouble(reader, request)
    const stale = await checkPreconditions(request, format, first)
    if (stale !== undefined) return trouble(stale, request)
    const received = await receive(request, reader, family)
    if (received instanceof Problem) return trouble(received, request)

    return attempt({ request, format, key, received }, first, ATTEMPTS)
  }

  const attempt = async (change: Change, current: Entry | undefined, left: number): Promise<HttpResponse> => {
    const { request, format, key, received } = change
    const outcome = await act(key, current, received)
    if (outcome instanceof Problem) return trouble(outcome, request)
    if (outcome.done !== 'overtaken') return answer(request, format, outcome, received)
    // Somebody was faster: what was true of the target may be so no more.
    if (left === 0)
      return trouble(new Problem('conflict', `Others kept changing ${family.singular} "${key}".`), request)
    const now = await store.get(family.singular, key)
    const astray = await checkTarget(service, family, action, key, now)
    const refusal = astray ?? (await checkPreconditions(request, format, now))
    return refusal === undefined ? attempt(change, now, left - 1) : trouble(refusal, request)
  }

  const checkPreconditions = async (
    request: HttpRequest,
    format: Format | undefined,
    current: Entry | undefined,
  ): Promise<Problem | undefined> => {
    const { 'if-match': ifMatch, 'if-unmodified-since': unmodified } = request.headers
    if (service.requireMatch && current !== undefined && (ifMatch ?? unmodified) === undefined)
      return new Problem(
        'precondition-required',
        `${request.method} ${request.path} needs If-Match with the ETag that was seen.`,
      )
    if (!isConditional(request)) return undefined
    const selected = current && format && (await represent(current, format)).etag
    const known = { selected, modified: current?.modified, all: validators(current) }
    const verdict = await evaluate(request, known)
    return typeof verdict === 'object' ? preconditionFailed(verdict.failed, request, known) : undefined
  }

  const act = async (key: string, current: Entry | undefined, received: Received): Promise<Outcome | Problem> => {
    if (action.content === 'none') return action.perform({ store, family, key, current, fields: {} })
    const amended = await received.amend(current?.fields ?? {})
    if (amended instanceof Problem) return amended
    // Who leaves the key out of a whole representation means the one in the URL; who takes it out of a record means that.
    if (action.content === 'patch' && !Object.hasOwn(amended, family.key))
      return new Problem(
        'key-mismatch',
        `A patch cannot take the ${family.key} out of a ${family.singular}; the URL names it.`,
      )
    const before = current && { fields: current.fields, patched: action.content === 'patch' }
    const fields = completeFields(family, key, amended, before)
    return fields instanceof Problem ? fields : action.perform({ store, family, key, current, fields })
  }

  const answer = (
    request: HttpRequest,
    format: Format | undefined,
    outcome: Exclude<Outcome, { done: 'overtaken' }>,
    received: Received,
  ): Awaitable<HttpResponse> => {
    if (outcome.done === 'removed' || format === undefined) return { status: 204, headers: [] }
    return settle(represent(outcome.entry, format), ({ body, headers, unvalidated, etag }) => {
      const preferred = preferredReturn(request)
      const applied = preferred === undefined ? [] : ['Preference-Applied', `return=${preferred}`]
      if (outcome.done === 'created')
        return created(itemPath(service, family, outcome.entry.key), { body, headers, etag }, preferred)
      const verbatim = received.mediaType === format.mediaType && sameBytes(received.bytes, body)
      const validated = outcome.done === 'amended' || verbatim
      if (preferred === 'minimal') return { status: 204, headers: [...(validated ? ['ETag', etag] : []), ...applied] }
      return { status: 200, headers: [...(validated ? headers : unvalidated), ...applied], body }
    })
  }

  return begin
}

/** The 201 (RFC 9110 §15.3.2): where it is, what its validator is, and, unless it is not wanted, what it looks like. */
export const created = (
  path: string,
  { body, headers, etag }: { readonly body: Uint8Array; readonly headers: readonly string[]; readonly etag: string },
  preferred: 'minimal' | 'representation' | undefined,
): HttpResponse => {
  const applied = preferred === undefined ? [] : ['Preference-Applied', `return=${preferred}`]
  const note = `-> ${path}`
  if (preferred === 'minimal') return { status: 201, headers: ['Location', path, 'ETag', etag, ...applied], note }
  return { status: 201, headers: ['Location', path, 'Content-Location', path, ...headers, ...applied], body, note }
}
