/** Reads a content that is no record: a document of the server's own, in any format that can be read. */

import { findPoison } from '../core/content.js'
import type { Json } from '../core/json.js'
import { Problem } from '../core/problem.js'
import type { Shape } from './codec.js'
import type { Formats } from './formats.js'
import type { HttpRequest } from './message.js'
import { decodeText } from './receive.js'
import type { Service } from './service.js'

/** The content as a value; or why it cannot be had: 415, 413, 400. `readerOf`: what can read it, if not any format. */
export const takeDocument = async (
  request: HttpRequest,
  shape: Shape,
  service: Service,
  readerOf: Formats['reader'] = service.formats.reader,
): Promise<Json | Problem> => {
  const { content } = request
  if (!content.present)
    return new Problem('malformed-content', `The request has no content; ${request.method} takes a ${shape.name}.`)
  const codec = readerOf(request)
  if (codec instanceof Problem) return codec
  if (content.refusal !== undefined) return content.refusal
  const bytes = await content.read()
  if (bytes instanceof Problem) return bytes
  const text = decodeText(bytes)
  if (text instanceof Problem) return text
  const value = (await codec.decode?.(text, shape)) ?? null
  if (value instanceof Problem) return value
  const poison = findPoison(value)
  if (poison === undefined) return value
  return new Problem('malformed-content', `The member at ${poison} would change what an object is, so it is not taken.`)
}
