/** Newline-delimited JSON: one record a line, for whatever reads a list bit by bit. Written, never read. */

import type { Json } from '../core/json.js'
import type { Codec } from '../wire/codec.js'

export const ndjson: Codec = {
  name: 'ndjson',
  mediaType: 'application/x-ndjson',
  kinds: ['collection'],
  encode: ({ value }) => (Array.isArray(value) ? (value as readonly Json[]) : [value]).map(line).join(''),
}

const line = (record: Json): string => `${JSON.stringify(record)}\n`
