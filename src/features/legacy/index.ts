/** The old-style table: the operation in the path, the key in the query, over the very actions of the RESTful table. */

import type { Family } from '../../core/family.js'
import { replace, replaceOrCreate } from '../../core/lifecycle.js'
import type { Schema } from '../../core/schema.js'
import { enveloped } from '../../wire/envelope.js'
import { exchange, meaningOf } from '../../wire/exchange.js'
import {
  header,
  withHeaders,
  type Handler,
  type HttpRequest,
  type HttpResponse,
  type Resource,
} from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import { withNote } from '../../wire/vary.js'
import type { Feature } from '../feature.js'
import { newCallers, type Callers } from './callers.js'
import { callersResource, farewellOf } from './summary.js'
import { identifyIn, namedIn, openTwin, signposts, TABLE, twinOf, twinPath, type Row } from './table.js'

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
  live: true,
  open({ envelope = false, deprecated = '2000-01-01', sunset }, { service: own, keep }) {
    const callers = keep('legacy callers', () => newCallers())
    let shownAt: string | undefined
    const marks = [
      'Deprecation',
      `@${Date.parse(deprecated) / 1000}`,
      ...(sunset === undefined ? [] : ['Sunset', new Date(Date.parse(sunset)).toUTCString()]),
    ]
    const resourceOf = (row: Row, family: Family, service: Service): Resource => {
      const path = `${service.base}/${family.singular}/${row.verb}`
      const note = noting(callers, row, family, service)
      return {
        path,
        parameter: family.key,
        exact: true,
        // RFC 9110 §9.2.1 is not heeded by this style, so everybody who relies on it has to be told.
        ...(row.action.safe !== true && { unsafe: true }),
        ...(envelope && { round: enveloped(family, service) }),
        methods: { [row.method]: handlerOf(family, row, service) },
        meanings: { [row.method]: meaningOf(row.action, service) },
        twin: request => twinOf(row, service, family, request),
        about: { family, keyOf: request => namedIn(family, request) },
        finish(request, response) {
          note(request, response)
          const twin = twinOf(row, service, family, request)
          return retire(response, marks, twin, twinPath(service, family, request))
        },
        doc: `${row.method} ${path}?${family.key}=`,
      }
    }
    return {
      table: ({ families, service }) =>
        families.flatMap(family => [
          // Some words are their own plural.
          ...(family.plural === family.singular ? [] : signposts(family, family.plural, service, 'has no plural form')),
          ...TABLE.map(row => resourceOf(row, family, service)),
        ]),
      control(root) {
        shownAt = `${root}/legacy`
        return [callersResource(callers, own, shownAt)]
      },
      farewell: () => farewellOf(callers, own.now(), shownAt),
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

/** Notes down who called, what, and what came of it. */
const noting = (callers: Callers, row: Row, family: Family, service: Service) => {
  const path = `${service.base}/${family.singular}/${row.verb}?${family.key}=…`
  const twin = openTwin(row, service, family)
  return (request: HttpRequest, { status, problem }: HttpResponse): void =>
    callers.see(
      {
        method: request.method,
        path,
        twin,
        agent: header(request, 'user-agent'),
        key: namedIn(family, request),
        // In an envelope the status tells nothing.
        failed: status >= 400 || problem !== undefined,
      },
      service.now(),
    )
}

/** Every answer of that style says that it is old, and where the record is to be found now, if it names one. */
const retire = (
  response: HttpResponse,
  marks: readonly string[],
  twin: string,
  path: string | undefined,
): HttpResponse => {
  const link = path === undefined ? [] : ['Link', `<${path}>; rel="successor-version"`]
  return withNote(withHeaders(response, [...marks, ...link]), `old style; RESTful: ${twin}`)
}

const handlerOf = (family: Family, row: Row, service: Service): Handler => {
  // The same action as PUT has, whatever that is set to.
  const action = row.action === replace && service.put === 'create' ? replaceOrCreate : row.action
  return exchange({ family, action, identify: identifyIn(family) }, service)
}
