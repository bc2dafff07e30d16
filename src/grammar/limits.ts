/** The settings of what is refused for its size, number or slowness. */

import { SIZE_PATTERN } from '../core/quantity.js'
import type { Schema } from '../core/schema.js'
import { span } from '../core/span.js'
import { rate } from '../features/rate.js'

const size = (description: string, value: string, flag?: string) =>
  ({
    anyOf: [
      { type: 'string', pattern: SIZE_PATTERN },
      { type: 'integer', minimum: 0 },
    ],
    description,
    default: value,
    hint: 'a size, as in 512kb or 1mb',
    ...(flag !== undefined && { flag, rare: true as const }),
  }) as const

export const limits = {
  type: 'object',
  additionalProperties: false,
  description: 'What is refused for its size, number or slowness.',
  properties: {
    body: size('The longest content (413).', '1mb', '--max-body <size>'),
    header: size('The longest header section (431).', '16kb'),
    url: size('The longest request target (414).', '8kb'),
    fields: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 100,
      description: 'The most header fields (431).',
      hint: 'a number from 1 to 1000',
    },
    page: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 100,
      description: 'How many records a page has when nobody says; never more than pageMax.',
      hint: 'a number from 1 to 100000',
    },
    pageMax: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 1000,
      description: 'How many records a page can be asked to have.',
      hint: 'a number from 1 to 100000',
    },
    headersTimeout: span('How long the header section may take (408).', '10s'),
    requestTimeout: span('How long the whole request may take (408).', '30s'),
    keepAliveTimeout: span('How long an idle connection stays open.', '5s'),
    connections: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000_000,
      default: 10_000,
      description: 'The most connections at once (503).',
      hint: 'a number from 1 to 1000000',
    },
    rate: rate.options,
  },
} as const satisfies Schema
