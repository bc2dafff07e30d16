/** Reads what a request brings: type, length, grammar, in this order. Nothing is ever stored here. */

import { mergeAmendment, patchAmendment, type Amendment } from '../core/amendment.js'
import { findPoison } from '../core/content.js'
import type { Family } from '../core/family.js'
import { isFields, type Awaitable, type Json } from '../core/json.js'
import type { Action } from '../core/lifecycle.js'
import { invalidContent, Problem } from '../core/problem.js'
import type { Codec } from './codec.js'
import { byContentType, type Formats } from './formats.js'
import type { HttpRequest } from './message.js'

export interface Received {
  /** What it makes of the record that is there; a whole representation takes no notice of that. */
  readonly amend: Amendment
  /** As they came; undefined when there was no content. */
  readonly bytes: Uint8Array | undefined
  readonly mediaType: string | undefined
}

/** Something that can read a content of one type. */
export interface Reader {
  readonly mediaType: string
  read(text: string, family: Family): Awaitable<Amendment | Problem>
}

/** Nothing came, and nothing was needed. */
export const NOTHING: Received = { amend: () => ({}), bytes: undefined, mediaType: undefined }

const PATCHES = {
  'application/merge-patch+json': mergeAmendment,
  'application/json-patch+json': patchAmendment,
  // What every front end sends; there is only one thing that it can mean.
  'application/json': mergeAmendment,
} as const

/** The value of `Accept-Patch` (RFC 5789 §3.1). */
export const PATCH_TYPES = Object.keys(PATCHES).join(', ')

/**
 * What will read the content, as far as the header section tells (415, 413): before preconditions are looked at, and
 * before a client that waits for 100 is asked to send. Undefined: there is nothing to read.
 */
export const readerOf = (
  request: HttpRequest,
  family: Family,
  action: Pick<Action, 'name' | 'content'>,
  formats: Formats,
): Reader | Problem | undefined => {
  const { content } = request
  if (action.content === 'none') return undefined
  if (!content.present) {
    if (action.content === 'optional') return undefined
    const takes = action.content === 'patch' ? 'a patch' : 'the whole representation of it'
    return new Problem(
      'malformed-content',
      `The request has no content; to ${action.name} a ${family.singular} takes ${takes}.`,
    )
  }
  const reader = action.content === 'patch' ? patchReader(request, formats) : wholeReader(request, formats)
  return reader instanceof Problem ? reader : (content.refusal ?? reader)
}

export const receive = async (
  request: HttpRequest,
  reader: Reader | undefined,
  family: Family,
): Promise<Received | Problem> => {
  if (reader === undefined) return NOTHING
  const bytes = await request.content.read()
  if (bytes instanceof Problem) return bytes
  const text = decodeText(bytes)
  if (text instanceof Problem) return text
  const amend = await reader.read(text, family)
  return amend instanceof Problem ? amend : { amend, bytes, mediaType: reader.mediaType }
}

/** The bytes as text, strictly. A byte order mark stays, so that the grammar of the format decides about it. */
export const decodeText = (bytes: Uint8Array): string | Problem => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new Problem('malformed-content', 'The content is not UTF-8.')
  }
}

/** Whether what came is byte by byte what was made of it. */
export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index])

const wholeReader = (request: HttpRequest, formats: Formats): Reader | Problem => {
  const codec = formats.reader(request)
  if (codec instanceof Problem) return codec
  return {
    mediaType: codec.mediaType,
    async read(text, family) {
      const value = await decode(text, codec, family)
      if (value instanceof Problem) return value
      if (isFields(value)) return () => value
      const detail = `A ${family.singular} is an object with named members, and the content is not one.`
      return invalidContent([{ pointer: '#', detail }])
    },
  }
}

const patchReader = (request: HttpRequest, formats: Formats): Reader | Problem => {
  const types = Object.keys(PATCHES)
  const known = new Map(Object.entries(PATCHES).map(([mediaType, amend]) => [mediaType, { mediaType, amend }]))
  const found = byContentType(request, known, types, ['Accept-Patch', PATCH_TYPES, 'Accept', PATCH_TYPES])
  if (found instanceof Problem) return found
  const { json } = formats
  return {
    mediaType: found.mediaType,
    async read(text, family) {
      const value = await decode(text, json, family)
      return value instanceof Problem ? value : found.amend(family, value)
    },
  }
}

const decode = async (text: string, codec: Codec, family: Family): Promise<Json | Problem> => {
  const value = (await codec.decode?.(text, { name: family.singular, schema: family.schema })) ?? null
  if (value instanceof Problem) return value
  const poison = findPoison(value)
  if (poison === undefined) return value
  return new Problem('malformed-content', `The member at ${poison} would change what an object is, so it is not taken.`)
}
