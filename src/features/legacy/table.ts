/** The old-style table: the operation in the path, the key in the query, and for each row its RESTful twin. */

import type { Family } from '../../core/family.js'
import { create, remove, replace, retrieve, type Action } from '../../core/lifecycle.js'
import { Problem } from '../../core/problem.js'
import type { Handler, HttpTarget, Resource } from '../../wire/message.js'
import { rawValues } from '../../wire/query.js'
import { KNOWN_METHODS } from '../../wire/resource.js'
import type { Service } from '../../wire/service.js'
import { itemPath, namedKey } from '../../wire/target.js'

export interface Row {
  readonly verb: string
  /** That style has these two methods and no other. */
  readonly method: 'GET' | 'POST'
  readonly action: Action
  /** The method that the RESTful table uses for the same action. */
  readonly twin: string
}

export const TABLE: readonly Row[] = [
  { method: 'POST', verb: 'add', action: create, twin: 'POST' },
  { method: 'GET', verb: 'remove', action: remove, twin: 'DELETE' },
  { method: 'POST', verb: 'update', action: replace, twin: 'PUT' },
  { method: 'GET', verb: 'get', action: retrieve, twin: 'GET' },
]

export const identifyIn = (family: Family) => (request: HttpTarget) => {
  const [name = '', ...more] = rawValues(request.query, family.key)
  if (more.length > 0)
    return new Problem('invalid-parameter', `The parameter ${family.key} stands in the query more than once.`)
  return name === '' ? new Problem('invalid-parameter', `The parameter ${family.key} is empty.`) : name
}

/** The key that an old-style request names; undefined when it names none. */
export const namedIn = (family: Family, request: HttpTarget): string | undefined => {
  const raw = identifyIn(family)(request)
  return raw instanceof Problem ? undefined : namedKey(raw)
}

/** The RESTful path of the record that an old-style request names. */
export const twinPath = (service: Service, family: Family, request: HttpTarget): string | undefined => {
  const name = namedIn(family, request)
  return name === undefined ? undefined : itemPath(service, family, name)
}

/** What the RESTful request is, whatever record it may be about. */
export const openTwin = (row: Row, service: Service, family: Family): string =>
  `${row.twin} ${service.base}/${family.singular}/{${family.key}}`

export const twinOf = (row: Row, service: Service, family: Family, request: HttpTarget): string => {
  const path = twinPath(service, family, request)
  return path === undefined ? openTwin(row, service, family) : `${row.twin} ${path}`
}

/** Where no old style is served, a request of its shape is told where to go; it never makes a record called like a verb. */
export const signposts = (family: Family, segment: string, service: Service, why: string): Resource[] =>
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
