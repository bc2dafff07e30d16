/** Reads the record that a request brings: type, length, grammar, meaning, in this order. */

import { findPoison, inspect } from '../core/content.js'
import type { Family } from '../core/family.js'
import { isFields, type Fields } from '../core/json.js'
import type { Action } from '../core/lifecycle.js'
import { invalidContent, Problem } from '../core/problem.js'
import type { Codec } from './codec.js'
import type { Formats } from './formats.js'
import type { HttpRequest } from './message.js'

export interface Received {
  readonly fields: Fields
  /** As they came; undefined when there was no content. */
  readonly bytes: Uint8Array | undefined
  readonly mediaType: string | undefined
}

/** Nothing came, and nothing was needed. */
export const NOTHING: Received = { fields: {}, bytes: undefined, mediaType: undefined }

/**
 * What will read the content, as far as the header section tells (415, 413): before preconditions are looked at, and
 * before a client that waits for 100 is asked to send. Undefined: there is nothing to read.
 */
export const readerOf = (
  request: HttpRequest,
  family: Family,
  action: Pick<Action, 'name' | 'content'>,
  formats: Formats,
): Codec | Problem | undefined => {
  const { content } = request
  if (action.content === 'none') return undefined
  if (!content.present) {
    if (action.content === 'optional') return undefined
    return new Problem(
      'malformed-content',
      `The request has no content; to ${action.name} a ${family.singular} takes the whole representation of it.`,
    )
  }
  const codec = formats.reader(request)
  return codec instanceof Problem ? codec : (content.refusal ?? codec)
}

/** The record in the content. Nothing is ever stored here. */
export const receive = async (
  request: HttpRequest,
  codec: Codec | undefined,
  family: Family,
): Promise<Received | Problem> => {
  if (codec === undefined) return NOTHING
  const bytes = await request.content.read()
  if (bytes instanceof Problem) return bytes
  const fields = await decode(bytes, codec, family)
  return fields instanceof Problem ? fields : { fields, bytes, mediaType: codec.mediaType }
}

/** Whether what came is byte by byte what was made of it. */
export const sameBytes = (a: Uint8Array | undefined, b: Uint8Array): boolean =>
  a !== undefined && a.length === b.length && a.every((byte, index) => byte === b[index])

/** The bytes as text, strictly. A byte order mark stays, so that the grammar of the format decides about it. */
export const decodeText = (bytes: Uint8Array): string | Problem => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new Problem('malformed-content', 'The content is not UTF-8.')
  }
}

const decode = async (bytes: Uint8Array, codec: Codec, family: Family): Promise<Fields | Problem> => {
  const text = decodeText(bytes)
  if (text instanceof Problem) return text
  const value = await codec.decode?.(text, { name: family.singular, schema: family.schema })
  if (value instanceof Problem) return value
  if (!isFields(value))
    return invalidContent([
      { pointer: '#', detail: `A ${family.singular} is an object with named members, and the content is not one.` },
    ])
  const poison = findPoison(value)
  if (poison !== undefined)
    return new Problem(
      'malformed-content',
      `The member at ${poison} would change what an object is, so it is not taken.`,
    )
  const faults = inspect(value)
  return faults.length > 0 ? invalidContent(faults) : value
}
