/** Representations, written once per revision and format and kept with their validator: a GET serves bytes. */

import { settle, type Awaitable } from '../core/json.js'
import type { FieldList } from '../core/problem.js'
import type { View } from './codec.js'
import { evaluate, httpDate, isConditional, preconditionFailed } from './conditional.js'
import type { Format } from './formats.js'
import type { HttpRequest, HttpResponse } from './message.js'
import type { Trouble } from './trouble.js'

export interface Representation {
  readonly body: Uint8Array
  /** A strong validator (RFC 9110 §8.8.1): of these bytes under this media type, and of no other. */
  readonly etag: string
  /** Everything that a 200 says about it, validators included. */
  readonly headers: FieldList
  /** The same without a validator: for an answer to PUT, which must not carry one (RFC 9110 §9.3.4). */
  readonly unvalidated: FieldList
  /** What a 304 says. */
  readonly notModified: FieldList
  /** `Last-Modified` is said only when a second has passed (RFC 9110 §8.8.2.2): before, another change could have the same. */
  readonly dated: { readonly headers: FieldList; readonly notModified: FieldList } | undefined
}

/**
 * Gives the representation of a source in a format. Sources are immutable, so what was derived from one is kept with it,
 * and `view` is called only when it was not written before. `modified`, where it is known, is in milliseconds.
 */
export type Represent = (
  source: object,
  format: Format,
  view: () => View,
  modified?: number,
) => Awaitable<Representation>

/** A short text for bytes that no other bytes have. */
export type Digest = (...parts: readonly (string | Uint8Array)[]) => string

/** `vary`: the fields of a request that a response depends on (RFC 9110 §12.5.5). */
export const representer = (digest: Digest, vary = 'Accept'): Represent => {
  const kept = new WeakMap<object, Representation[]>()
  const encoder = new TextEncoder()
  return (source, format, view, modified) => {
    let formats = kept.get(source)
    const known = formats?.[format.index]
    if (known !== undefined) return known
    if (formats === undefined) kept.set(source, (formats = []))
    const slots = formats
    const shown = view()
    return settle(format.codec.encode?.(shown) ?? '', text => {
      const body = encoder.encode(text)
      // What stands in the header alone is part of it, too: a 304 could not say that it has changed.
      const own = (shown.headers ?? []).map(field => `${field}\n`)
      const etag = `"${digest(format.contentType, '\n', ...own, body)}"`
      return (slots[format.index] = describe(format, shown, body, { etag, modified, vary }))
    })
  }
}

/** The answer to a GET: 200, or 304 for a client that has it (RFC 9110 §15.4.5), or 412. */
export const answerRead = (
  request: HttpRequest,
  representation: Representation,
  context: {
    readonly modified?: number
    readonly now: () => number
    readonly trouble: Trouble
    all(): Awaitable<readonly string[]>
  },
): Awaitable<HttpResponse> => {
  const { body, etag } = representation
  const { modified, now, trouble, all } = context
  const { headers, notModified } = isOld(modified, now) ? (representation.dated ?? representation) : representation
  if (!isConditional(request)) return { status: 200, headers, body }
  const known = { selected: etag, modified, all }
  return settle(evaluate(request, known), verdict => {
    if (verdict === 'met') return { status: 200, headers, body }
    if (verdict === 'not-modified') return { status: 304, headers: notModified }
    return settle(preconditionFailed(verdict.failed, request, known), problem => trouble(problem, request))
  })
}

const isOld = (modified: number | undefined, now: () => number): boolean =>
  modified !== undefined && now() - modified >= 1000

const describe = (
  format: Format,
  view: View,
  body: Uint8Array,
  { etag, modified, vary }: { readonly etag: string; readonly modified: number | undefined; readonly vary: string },
): Representation => {
  const cache = ['Vary', vary, 'Cache-Control', 'no-cache']
  const date = modified === undefined ? [] : ['Last-Modified', httpDate(modified)]
  const unvalidated = [
    'Content-Type',
    format.contentType,
    'Content-Length',
    String(body.length),
    ...cache,
    'X-Content-Type-Options',
    'nosniff',
    ...alternates(format, view),
    ...(format.codec.headers ?? []),
    ...(view.headers ?? []),
  ]
  const headers = [...unvalidated, 'ETag', etag]
  const notModified = ['ETag', etag, ...cache]
  const dated =
    modified === undefined ? undefined : { headers: [...headers, ...date], notModified: [...notModified, ...date] }
  return { body, etag, headers, unvalidated, notModified, dated }
}

/** The longest path that is linked to its other types. */
const LINKED_MAX = 300

/** The other types that the same URL can be had in (RFC 8288): `rel="alternate"`. */
const alternates = (format: Format, { self, unlinked, formats = [], parameter = '' }: View): FieldList => {
  const others = formats.filter(mediaType => mediaType !== format.codec.mediaType)
  // They would repeat a long URL for each format, and have to fit into what clients take as a header section.
  if (others.length === 0 || unlinked === true || self.length > LINKED_MAX) return []
  return ['Link', others.map(mediaType => `<${self}>; rel="alternate"; type="${mediaType}${parameter}"`).join(', ')]
}
