/** Representations, written once per revision and format and kept with their validator: a GET serves bytes. */

import { settle, type Awaitable } from '../core/json.js'
import type { FieldList } from '../core/problem.js'
import type { View } from './codec.js'
import type { Format } from './formats.js'

export interface Representation {
  readonly body: Uint8Array
  /** A strong validator (RFC 9110 §8.8.1): of these bytes under this media type, and of no other. */
  readonly etag: string
  /** Everything that a 200 says about it; `ETag` and its value are the last two. */
  readonly headers: FieldList
}

/** Gives the representation of a source in a format. `view` is called only when it was not written before. */
export type Represent = (source: object, format: Format, view: () => View) => Awaitable<Representation>

/** A short text for bytes that no other bytes have. */
export type Digest = (...parts: readonly (string | Uint8Array)[]) => string

export const representer = (digest: Digest): Represent => {
  // Sources are immutable: what was derived from one goes with it.
  const kept = new WeakMap<object, Representation[]>()
  const encoder = new TextEncoder()
  return (source, format, view) => {
    let formats = kept.get(source)
    const known = formats?.[format.index]
    if (known !== undefined) return known
    if (formats === undefined) kept.set(source, (formats = []))
    const slots = formats
    const shown = view()
    return settle(format.codec.encode?.(shown) ?? '', text => {
      const body = encoder.encode(text)
      const own = shown.headers ?? []
      const etag = `"${digest(format.mediaType, '\n', ...own.map(field => `${field}\n`), body)}"`
      return (slots[format.index] = { body, etag, headers: headersOf(format, body, etag, own) })
    })
  }
}

/** The same without the validator: for an answer to PUT, which must not carry one (RFC 9110 §9.3.4). */
export const withoutValidator = ({ headers }: Representation): FieldList => headers.slice(0, -2)

const headersOf = (format: Format, body: Uint8Array, etag: string, own: FieldList): FieldList => [
  'Content-Type',
  format.contentType,
  'Content-Length',
  String(body.length),
  'Vary',
  'Accept',
  'Cache-Control',
  'no-cache',
  'X-Content-Type-Options',
  'nosniff',
  ...(format.codec.headers ?? []),
  ...own,
  'ETag',
  etag,
]
