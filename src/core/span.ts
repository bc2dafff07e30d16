/** The grammar of a setting that is a span of time: text as people write it, or milliseconds. */

import { SPAN_PATTERN } from './quantity.js'

export const span = (description: string, value: string) =>
  ({
    anyOf: [
      { type: 'string', pattern: SPAN_PATTERN },
      { type: 'integer', minimum: 0 },
    ],
    description,
    default: value,
    hint: 'a span of time, as in 500ms, 10s or 2h',
  }) as const
