/** Preconditions (RFC 9110 §13): whether the client's idea of a representation is still the current one. */

import { header, type HttpRequest, type HttpResponse } from './message.js'
import type { Representation } from './representation.js'

/** An entity tag: opaque, compared byte by byte (RFC 9110 §8.8.3). */
export interface EntityTag {
  readonly weak: boolean
  /** With its quotes. */
  readonly opaque: string
}

const ENTITY_TAG = /[ \t,]*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[ \t]*(?=,|$)/y

/** The tags of a list; `*` for any; what does not follow the grammar ends the list. */
export const parseEntityTags = (value: string): readonly EntityTag[] | '*' => {
  if (value.trim() === '*') return '*'
  const tags: EntityTag[] = []
  ENTITY_TAG.lastIndex = 0
  for (;;) {
    const match = ENTITY_TAG.exec(value)
    if (match?.[2] === undefined) return tags
    tags.push({ weak: match[1] !== undefined, opaque: match[2] })
  }
}

/** `If-None-Match` (RFC 9110 §13.1.2): false when the client has the current representation. The comparison is weak. */
export const noneMatch = (value: string, etag: string | undefined): boolean => {
  if (value === etag) return false
  const tags = parseEntityTags(value)
  if (tags === '*') return etag === undefined
  return !tags.some(tag => tag.opaque === etag)
}

/** The 200 of a GET, or the 304 for a client that has it already (RFC 9110 §15.4.5). */
export const revalidated = (request: HttpRequest, { headers, etag, body }: Representation): HttpResponse => {
  const condition = header(request, 'if-none-match')
  if (condition === undefined || noneMatch(condition, etag)) return { status: 200, headers, body }
  return { status: 304, headers: ['ETag', etag, 'Vary', 'Accept', 'Cache-Control', 'no-cache'] }
}
