/** What a rule is: the setting, and the type that follows from it. */

import { FAULT_NAMES } from '../../core/fault.js'
import { LATENCY_HINT, LATENCY_PATTERN, WAIT_MAX } from '../../core/latency.js'
import { PATH_PATTERN } from '../../core/path-pattern.js'
import { SPAN_PATTERN } from '../../core/quantity.js'
import type { Infer, Schema } from '../../core/schema.js'
import { STATUS_MAX, STATUS_MIN } from '../../core/status.js'

const WHEN_HINT = 'a method and a path, as in PUT /book/:isbn; * for any method or segment, ** for the rest of a path'

const span = (description: string) =>
  ({
    anyOf: [
      { type: 'string', pattern: SPAN_PATTERN },
      { type: 'integer', minimum: 0 },
    ],
    description,
    hint: 'a span of time, as in 500ms, 10s or 2m',
  }) as const

/** What a field or a parameter must be like. */
const texts = (description: string) =>
  ({
    type: 'object',
    description,
    additionalProperties: {
      type: ['string', 'number', 'boolean'],
      hint: 'a text, in which * stands for anything; true: it is there; false: it is not',
    },
  }) as const

const rule = {
  type: 'object',
  hint: 'a map with when and then, as in { when: PUT /book/:isbn, then: { status: 503 } }',
  additionalProperties: false,
  required: ['when', 'then'],
  properties: {
    when: {
      type: 'string',
      pattern: `^(\\*|[A-Z][A-Z-]*) +${PATH_PATTERN}$`,
      description: 'Method and path, without the base: PUT /book/:isbn, GET /files/**, * /book/*.',
      hint: WHEN_HINT,
    },
    with: {
      type: 'object',
      additionalProperties: false,
      description: 'What else must be true of the request.',
      properties: {
        header: texts('Fields of the request, by their names.'),
        query: texts('Parameters of the query, by their names.'),
        body: { description: 'What is in the content: a map fits one that has at least its members.' },
        client: {
          type: 'object',
          additionalProperties: false,
          description: 'Who sent it.',
          properties: {
            address: { type: 'string', minLength: 1, description: 'From which address, as in 127.0.0.1.' },
            login: { type: 'string', minLength: 1, description: 'Who is logged in.' },
          },
        },
      },
    },
    times: {
      type: 'integer',
      minimum: 1,
      description: 'So many times, and then no more.',
      hint: 'a whole number from 1',
    },
    every: {
      type: 'integer',
      minimum: 1,
      description: 'Only every so many requests: 3 is the third, the sixth, and so on.',
      hint: 'a whole number from 1',
    },
    after: span('Only when the server has been running for so long.'),
    for: span('And from then on only for so long.'),
    // oxlint-disable-next-line no-thenable -- the word that people expect in a rule; nobody awaits a schema
    then: {
      type: 'object',
      additionalProperties: false,
      description: 'What happens instead of what the request asks for.',
      hint: 'status, headers, body, wait, fault or pass, as in { status: 503 }',
      properties: {
        status: {
          type: 'integer',
          minimum: STATUS_MIN,
          maximum: STATUS_MAX,
          description: 'The status; 200 where there is a body.',
          hint: `a status from ${STATUS_MIN} to ${STATUS_MAX}`,
        },
        headers: {
          type: 'object',
          description: 'Header fields, stronger than those that come with the answer.',
          additionalProperties: { type: ['string', 'number'], hint: 'a text or a number' },
        },
        body: { description: 'The content: text as it is, everything else as JSON.' },
        wait: {
          anyOf: [
            { type: 'string', pattern: LATENCY_PATTERN },
            { type: 'integer', minimum: 0, maximum: WAIT_MAX },
          ],
          description: 'How long the client waits.',
          hint: LATENCY_HINT,
        },
        fault: {
          enum: FAULT_NAMES,
          description: 'What goes wrong with the answer.',
          hint: `one of ${FAULT_NAMES.join(', ')}`,
        },
        pass: {
          type: 'boolean',
          description: 'The request does what it asks for, and its real answer is what is delayed or spoilt.',
        },
      },
    },
  },
} as const satisfies Schema

export const options = {
  type: 'array',
  items: rule,
  description: 'What requests get instead of what they ask for; the first rule that fits counts.',
  hint: 'a list of rules, as in - { when: PUT /book/:isbn, times: 2, then: { status: 503 } }',
} as const satisfies Schema

export type Rule = Infer<typeof rule>
