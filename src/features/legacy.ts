/** The old-style table: the operation in the path, the key in the query, over the very actions of the RESTful table. */

import { create, remove, replace, replaceOrCreate, retrieve, type Action } from '../core/lifecycle.js'
import type { Family } from '../core/family.js'
import { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import { enveloped } from '../wire/envelope.js'
import { exchange, meaningOf } from '../wire/exchange.js'
import { itemPath, namedKey } from '../wire/target.js'
import { withHeaders, type Handler, type HttpResponse, type HttpTarget, type Resource } from '../wire/message.js'
import { rawValues } from '../wire/query.js'
import { KNOWN_METHODS } from '../wire/resource.js'
import type { Service } from '../wire/service.js'
import { withNote } from '../wire/vary.js'
import type { Feature } from './feature.js'

interface Row {
  readonly verb: string
  /** That style has these two methods and no other. */
  readonly method: 'GET' | 'POST'
  readonly action: Action
  /** The method that the RESTful table uses for the same action. */
  readonly twin: string
}

const TABLE: readonly Row[] = [
  { method: 'POST', verb: 'add', action: create, twin: 'POST' },
  { method: 'GET', verb: 'remove', action: remove, twin: 'DELETE' },
  { method: 'POST', verb: 'update', action: replace, twin: 'PUT' },
  { method: 'GET', verb: 'get', action: retrieve, twin: 'GET' },
]

const options = {
  description: 'Old-style URLs, too: the operation in the path.',
  flag: '--legacy',
  env: ['RESTAGE_LEGACY'],
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        envelope: {
          type: 'boolean',
          default: false,
          description: 'Old style answers 200 always: { code, message, data }.',
          flag: '--legacy-envelope',
          rare: true,
        },
        deprecated: {
          type: 'string',
          format: 'date',
          default: '2000-01-01',
          description: 'Since when the style is deprecated; sent as Deprecation (RFC 9745).',
          hint: 'a date, as in 2026-01-31',
        },
        sunset: {
          type: 'string',
          format: 'date',
          description: 'When it will be gone; sent as Sunset (RFC 8594).',
          hint: 'a date, as in 2027-01-31',
        },
      },
    },
  ],
} as const satisfies Schema

export const legacy: Feature<typeof options> = {
  name: 'legacy',
  doc: 'old-style URLs beside the RESTful ones',
  options,
  open({ envelope = false, deprecated = '2000-01-01', sunset }) {
    const marks = [
      'Deprecation',
      `@${Date.parse(deprecated) / 1000}`,
      ...(sunset === undefined ? [] : ['Sunset', new Date(Date.parse(sunset)).toUTCString()]),
    ]
    const handlerOf = (family: Family, row: Row, service: Service) => {
      // The same action as PUT has, whatever that is set to.
      const action = row.action === replace && service.put === 'create' ? replaceOrCreate : row.action
      const handler = exchange({ family, action, identify: identifyIn(family) }, service)
      return envelope ? enveloped(handler, family, service) : handler
    }
    return {
      table: ({ families, service }) =>
        families.flatMap(family => [
          // Some words are their own plural.
          ...(family.plural === family.singular ? [] : signposts(family, family.plural, service, 'has no plural form')),
          ...TABLE.map((row): Resource => {
            const path = `${service.base}/${family.singular}/${row.verb}`
            return {
              path,
              parameter: family.key,
              exact: true,
              // RFC 9110 §9.2.1 is not heeded by this style, so everybody who relies on it has to be told.
              ...(row.action.safe !== true && { unsafe: true }),
              methods: { [row.method]: handlerOf(family, row, service) },
              meanings: { [row.method]: meaningOf(row.action, service) },
              twin: request => twinOf(row, service, family, request),
              about: { family, keyOf: request => namedIn(family, request) },
              finish: (request, response) => retire(response, marks, row, twinPath(service, family, request)),
              doc: `${row.method} ${path}?${family.key}=`,
            }
          }),
        ]),
    }
  },
  closed: () => ({
    table: ({ families, service }) =>
      families.flatMap(family =>
        [...new Set([family.singular, family.plural])].flatMap(name =>
          signposts(family, name, service, 'is off; --legacy turns it on'),
        ),
      ),
  }),
}

const identifyIn = (family: Family) => (request: HttpTarget) => {
  const [name = '', ...more] = rawValues(request.query, family.key)
  if (more.length > 0)
    return new Problem('invalid-parameter', `The parameter ${family.key} stands in the query more than once.`)
  return name === '' ? new Problem('invalid-parameter', `The parameter ${family.key} is empty.`) : name
}

/** The key that an old-style request names; undefined when it names none. */
const namedIn = (family: Family, request: HttpTarget): string | undefined => {
  const raw = identifyIn(family)(request)
  return raw instanceof Problem ? undefined : namedKey(raw)
}

const twinOf = (row: Row, service: Service, family: Family, request: HttpTarget): string =>
  `${row.twin} ${twinPath(service, family, request) ?? `${service.base}/${family.singular}/{${family.key}}`}`

/** The RESTful path of the record that an old-style request names. */
const twinPath = (service: Service, family: Family, request: HttpTarget): string | undefined => {
  const name = namedIn(family, request)
  return name === undefined ? undefined : itemPath(service, family, name)
}

/** Every answer of that style says that it is old, and where the record is to be found now. */
const retire = (response: HttpResponse, marks: readonly string[], row: Row, twin: string | undefined): HttpResponse => {
  if (twin === undefined) return withHeaders(response, marks)
  const note = `old style; RESTful: ${row.twin} ${twin}`
  return withNote(withHeaders(response, [...marks, 'Link', `<${twin}>; rel="successor-version"`]), note)
}

/** Where no old style is served, a request of its shape is told where to go; it never makes a record called like a verb. */
const signposts = (family: Family, segment: string, service: Service, why: string): Resource[] =>
  TABLE.map(row => {
    const path = `${service.base}/${segment}/${row.verb}`
    const handler: Handler = request => {
      const twin = twinOf(row, service, family, request)
      const detail = `${path}?${family.key}= is old style, which ${why}. RESTful: ${twin}.`
      return service.trouble(new Problem('operation-in-path', detail, { successor: twin }), request)
    }
    const methods = Object.fromEntries([...KNOWN_METHODS].map(method => [method, handler]))
    return {
      path,
      parameter: family.key,
      exact: true,
      methods,
      twin: request => twinOf(row, service, family, request),
    }
  })
