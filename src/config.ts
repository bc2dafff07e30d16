/** The whole settings tree: one schema, from which types, validation, flags, reference and editor completion come. */

import { bytes, milliseconds, SIZE_PATTERN, SPAN_PATTERN } from './core/quantity.js'
import type { Infer, Schema } from './core/schema.js'
import { cors } from './features/cors.js'
import { hosts } from './features/hosts.js'
import { legacy } from './features/legacy.js'

const size = (description: string, value: string, flag?: string) =>
  ({
    anyOf: [
      { type: 'string', pattern: SIZE_PATTERN },
      { type: 'integer', minimum: 0 },
    ],
    description,
    default: value,
    hint: 'a size, as in 512kb or 1mb',
    ...(flag !== undefined && { flag }),
  }) as const

const span = (description: string, value: string) =>
  ({
    anyOf: [
      { type: 'string', pattern: SPAN_PATTERN },
      { type: 'integer', minimum: 0 },
    ],
    description,
    default: value,
    hint: 'a span of time, as in 500ms, 10s or 2m',
  }) as const

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
      description: 'The address to listen on; localhost is both 127.0.0.1 and ::1.',
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
      description: 'A folder of files to serve where no resource has the path.',
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
    put: {
      enum: ['update', 'create'],
      default: 'update',
      description: 'Whether PUT to a URL without a record is 404 or creates it.',
      hint: 'update or create',
      flag: '--put <way>',
      env: ['RESTAGE_PUT'],
    },
    requireMatch: {
      type: 'boolean',
      default: false,
      description: 'Change records only for requests with If-Match (428).',
      flag: '--require-match',
      env: ['RESTAGE_REQUIRE_MATCH'],
    },
    hosts: hosts.options,
    cors: cors.options,
    list: {
      enum: ['link', 'envelope'],
      default: 'link',
      description: 'Where a list says which page it is: in Link and X-Total-Count, or round its items as well.',
      hint: 'link or envelope',
      flag: '--list <form>',
      env: ['RESTAGE_LIST'],
    },
    legacy: legacy.options,
    strict: {
      type: 'boolean',
      default: false,
      description: 'Refuse records that do not look like those of the fixture (422), where no schema is declared.',
      hint: 'true or false',
      flag: '--strict',
      env: ['RESTAGE_STRICT'],
    },
    limits: {
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
      },
    },
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
        },
      },
    },
  },
} as const satisfies Schema

/** What may stand under `restage:`, and the second argument of `serve`. Everything is optional. */
export type Settings = Infer<typeof grammar>

/** The settings with every default in place, in bytes and milliseconds. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Without a slash at its end. */
  readonly base: string
  readonly static: string | undefined
  readonly log: 'pretty' | 'plain' | 'json' | 'none'
  readonly put: 'update' | 'create'
  readonly requireMatch: boolean
  /** Whether the inferred schemas are enforced, where none is declared. */
  readonly strict: boolean
  readonly list: 'link' | 'envelope'
  readonly limits: Limits
  /** The features' own settings by their names; false or absent is off. */
  readonly features: Readonly<Record<string, unknown>>
}

export interface Limits {
  readonly body: number
  readonly header: number
  readonly url: number
  readonly fields: number
  readonly page: number
  readonly pageMax: number
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
}

/** Lays settings over one another, the strongest first, before any default comes in. Lists are taken whole. */
export const mergeSettings = (layers: readonly Settings[]): Settings =>
  layers.toReversed().reduce((below, above) => merge(below, above) as Settings, {})

/** Merged settings with their defaults. */
export const configure = (settings: Settings): Config => {
  const limits = settings.limits ?? {}
  const { properties: bounds } = grammar.properties.limits
  return {
    port: settings.port ?? grammar.properties.port.default,
    host: settings.host ?? grammar.properties.host.default,
    base: (settings.base ?? grammar.properties.base.default).replace(/\/$/, ''),
    static: settings.static,
    log: settings.log ?? grammar.properties.log.default,
    put: settings.put ?? grammar.properties.put.default,
    requireMatch: settings.requireMatch ?? grammar.properties.requireMatch.default,
    strict: settings.strict ?? grammar.properties.strict.default,
    list: settings.list ?? grammar.properties.list.default,
    limits: {
      body: bytes(limits.body ?? bounds.body.default),
      header: bytes(limits.header ?? bounds.header.default),
      url: bytes(limits.url ?? bounds.url.default),
      fields: limits.fields ?? bounds.fields.default,
      page: limits.page ?? bounds.page.default,
      pageMax: limits.pageMax ?? bounds.pageMax.default,
      headersTimeout: milliseconds(limits.headersTimeout ?? bounds.headersTimeout.default),
      requestTimeout: milliseconds(limits.requestTimeout ?? bounds.requestTimeout.default),
      keepAliveTimeout: milliseconds(limits.keepAliveTimeout ?? bounds.keepAliveTimeout.default),
    },
    features: { hosts: settings.hosts, cors: settings.cors, legacy: settings.legacy },
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merge = (below: unknown, above: unknown): unknown => {
  // An empty value, and `true` over the options of something that is on already, add nothing.
  if (above === undefined || above === null) return below ?? above
  if (above === true && isObject(below)) return below
  if (!isObject(above) || !isObject(below)) return above
  const names = new Set([...Object.keys(below), ...Object.keys(above)])
  return Object.fromEntries([...names].map(name => [name, merge(below[name], above[name])]))
}
