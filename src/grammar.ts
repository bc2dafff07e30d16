/** The whole settings tree: one schema, from which types, validation, flags, reference and editor completion come. */

import { SPAN_PATTERN } from './core/quantity.js'
import type { Infer, Schema } from './core/schema.js'
import { options as auth } from './features/auth/options.js'
import { chaos } from './features/chaos.js'
import { control } from './features/control/index.js'
import { cors } from './features/cors.js'
import { events } from './features/events/index.js'
import { hosts } from './features/hosts.js'
import { journal } from './features/journal/index.js'
import { latency } from './features/latency.js'
import { legacy } from './features/legacy/index.js'
import { page } from './features/page/index.js'
import { rehearse } from './features/rehearse.js'
import { rules } from './features/rules/index.js'
import { sandboxes } from './features/sandboxes.js'
import { versions } from './features/versions/index.js'
import { webhooks } from './features/webhooks/index.js'
import { limits } from './grammar/limits.js'

/** Every setting: its type, default, meaning, and its name on the command line and in the environment. */
export const grammar = {
  type: 'object',
  additionalProperties: false,
  properties: {
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 4000,
      description: 'The port to listen on; 0 takes any free one.',
      hint: 'a port is a number from 0 to 65535',
      flag: '-p, --port <number>',
      group: 'Server',
      env: ['RESTAGE_PORT', 'PORT'],
    },
    host: {
      type: 'string',
      minLength: 1,
      default: 'localhost',
      description: 'Where to listen; localhost: on both loopbacks.',
      flag: '--host <address>',
      group: 'Server',
      env: ['RESTAGE_HOST'],
    },
    base: {
      type: 'string',
      pattern: '^(/[A-Za-z0-9._~-]+)*/?$',
      default: '',
      description: 'What stands before every path, as in /api.',
      hint: 'a path of plain segments, as in /api or /api/v2',
      flag: '--base <path>',
      group: 'Server',
      env: ['RESTAGE_BASE'],
    },
    static: {
      type: 'string',
      minLength: 1,
      description: 'Files to serve where no resource has the path.',
      flag: '--static <folder>',
      group: 'Server',
      env: ['RESTAGE_STATIC'],
    },
    log: {
      enum: ['pretty', 'plain', 'json', 'none'],
      default: 'pretty',
      description: 'The access log: pretty, plain, json or none.',
      hint: 'one of pretty, plain, json, none',
      flag: '--log <form>',
      group: 'Output',
      env: ['RESTAGE_LOG'],
    },
    watch: {
      type: 'boolean',
      default: true,
      description: 'Reload when a file of the fixture changes.',
      hint: 'true or false',
      flag: '--no-watch',
      env: ['RESTAGE_WATCH'],
    },
    poll: {
      anyOf: [{ type: 'boolean' }, { type: 'string', pattern: SPAN_PATTERN }, { type: 'integer', minimum: 0 }],
      default: false,
      description: 'Look at the files every so often (500ms) instead of being told by the system.',
      hint: 'true, or a span of time, as in 500ms or 2s',
      flag: '--poll',
      rare: true,
      env: ['RESTAGE_POLL'],
    },
    put: {
      enum: ['update', 'create'],
      default: 'update',
      description: 'PUT to a new URL: update (404) or create.',
      hint: 'update or create',
      flag: '--put <way>',
      rare: true,
      env: ['RESTAGE_PUT'],
    },
    requireMatch: {
      type: 'boolean',
      default: false,
      description: 'Change records only for requests with If-Match (428).',
      flag: '--require-match',
      rare: true,
      env: ['RESTAGE_REQUIRE_MATCH'],
    },
    hosts: hosts.options,
    cors: cors.options,
    control: control.options,
    auth,
    sandboxes: sandboxes.options,
    journal: journal.options,
    page: page.options,
    list: {
      enum: ['link', 'envelope'],
      default: 'link',
      description: 'Where a list tells its page: link or envelope.',
      hint: 'link or envelope',
      flag: '--list <form>',
      rare: true,
      env: ['RESTAGE_LIST'],
    },
    webhooks: webhooks.options,
    versions: versions.options,
    events: events.options,
    legacy: legacy.options,
    strict: {
      type: 'boolean',
      default: false,
      description: 'Refuse records unlike those of the fixture (422).',
      hint: 'true or false',
      flag: '--strict',
      env: ['RESTAGE_STRICT'],
    },
    latency: latency.options,
    chaos: chaos.options,
    seed: {
      type: 'integer',
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'Repeat the chance of another run.',
      hint: 'a whole number from 0 to 4294967295, as the banner of the other run has it',
      flag: '--seed <number>',
      rare: true,
      env: ['RESTAGE_SEED'],
    },
    rehearse: rehearse.options,
    rules: rules.options,
    limits,
    resources: {
      type: 'object',
      description: 'What is not plain from the fixture, for each family by its singular.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          plural: { type: 'string', minLength: 1, description: 'The name of the collection.' },
          key: { type: 'string', minLength: 1, description: 'The field that names a record.' },
          secrets: { type: 'array', items: { type: 'string' }, description: 'Fields that are write-only.' },
          schema: {
            type: 'object',
            additionalProperties: {},
            description: 'A JSON Schema (2020-12, draft-07) that every record must fit (422).',
            hint: 'a JSON Schema, as in { required: [email] }',
          },
          states: {
            type: 'object',
            additionalProperties: false,
            description: 'The states of a record, and the steps between them (409).',
            hint: 'as in { field: status, initial: invited, transitions: { invited: [active] } }',
            properties: {
              field: { type: 'string', minLength: 1, description: 'The field that holds the state.' },
              initial: { type: 'string', minLength: 1, description: 'The state of a new record.' },
              transitions: {
                type: 'object',
                additionalProperties: {},
                description: 'For each state those that can follow.',
                hint: 'a map of lists, as in { invited: [active], active: [] }',
              },
            },
          },
          gone: {
            type: 'boolean',
            default: false,
            description: 'Answer 410 for a record that was removed.',
          },
        },
      },
    },
  },
} as const satisfies Schema

/** What may stand under `restage:`, and the second argument of `serve`. Everything is optional. */
export type Settings = Infer<typeof grammar>
