/** JSON (RFC 8259): the format when nobody asks for another. */

import { malformed } from '../core/malformed.js'
import type { Json } from '../core/json.js'
import type { Codec } from '../wire/codec.js'
import { explain } from './json/explain.js'

export const json: Codec = {
  name: 'json',
  mediaType: 'application/json',
  enveloped: true,
  encode: ({ value }) => `${JSON.stringify(value, null, 2)}\n`,
  decode(text) {
    try {
      return JSON.parse(text) as Json
    } catch {
      return explain(text).then(flaw => malformed(text, flaw))
    }
  },
  problem: {
    mediaType: 'application/problem+json',
    encode: document => JSON.stringify(document, null, 2),
  },
}
