/** Understands the parameters of a query: page, limit, sort, fields, q, and everything else as a filter on a field. */

import { clip } from '../clip.js'
import { visibleSchema, type Family } from '../family.js'
import { nearest } from '../nearest.js'
import { quoted } from '../printable.js'
import type { Parameter, Query } from '../query.js'
import type { Schema } from '../schema.js'
import type { Entry } from '../store.js'
import { isOperator, operandsOf, OPERATORS, plainTypes, wordsOf, type Filter, type Operator } from './filter.js'
import type { SortKey } from './order.js'
import { findInRecords, findInSchema, namesIn, type Place } from './path.js'

/** How long pages are. */
export interface PageLimits {
  /** When nobody says how long: 100 records. */
  readonly page: number
  /** At most: 1000 records. */
  readonly pageMax: number
}

/** What is wrong with one parameter. */
export interface ParameterFault {
  /** Its place among the parameters. */
  readonly index: number
  readonly parameter: string
  readonly detail: string
  readonly suggestion?: string
}

export interface Circumstances {
  readonly family: Family
  readonly limits: PageLimits
  /** Looked into for fields that the schema does not know; without them only the schema counts. */
  readonly records?: readonly Entry[]
}

/** More parameters than this are no question that a person asks. */
export const PARAMETERS_MAX = 100

/** The query, or everything that is wrong with its parameters. A name of the server's own wins over a field of that name, which is still reached with an operator: `page:eq=3`. */
export const understand = (
  parameters: readonly Parameter[],
  { family, limits, records }: Circumstances,
): Query | readonly ParameterFault[] => {
  if (parameters.length === 0)
    return {
      page: 1,
      limit: Math.min(limits.page, limits.pageMax),
      sort: [],
      filters: [],
      words: [],
      fields: undefined,
      parameters,
    }
  const faults: ParameterFault[] = []
  const schema = visibleSchema(family)
  if (parameters.length > PARAMETERS_MAX) {
    const { name } = parameters[PARAMETERS_MAX] ?? { name: '' }
    const detail = `The query has ${parameters.length} parameters; ${PARAMETERS_MAX} is the most.`
    return [{ index: PARAMETERS_MAX, parameter: clip(name), detail }]
  }

  const find = (name: string): Place | undefined =>
    findInSchema(name, schema) ?? (records && findInRecords(name, fieldsOf(records), family.secrets))
  let { page, limit } = { page: 1, limit: Math.min(limits.page, limits.pageMax) }
  let sort: readonly SortKey[] = []
  let fields: readonly Place[] | undefined
  let words: readonly string[] = []
  const filters = new Map<string, Filter>()
  const seen = new Set<string>()

  for (const [index, { name, value }] of parameters.entries()) {
    const refuse = (detail: string, suggestion?: string): void =>
      void faults.push({ index, parameter: clip(name), detail, ...(suggestion !== undefined && { suggestion }) })
    const places = (): { readonly sign: string; readonly place: Place }[] =>
      splitNames(value).flatMap(({ sign, bare }) => {
        const place = bare === '' ? undefined : find(bare)
        if (place !== undefined) return [{ sign, place }]
        if (bare === '')
          refuse(`"${name}" names no field where one should stand; names are separated by single commas.`)
        else {
          const near = nearest(bare, namesIn(schema))
          refuse(unknownField(family, bare, near), near === undefined ? undefined : sign + near)
        }
        return []
      })
    if (isOwn(name)) {
      if (seen.has(name)) refuse(`"${name}" is there twice, and can only be said once.`)
      seen.add(name)
    }
    if (name === 'page' || name === 'limit') {
      const count = readCount(value)
      if (count === undefined) refuse(`"${name}" is a whole number from 1, and ${quoted(value)} is none.`)
      else if (name === 'page') page = count
      else if (count > limits.pageMax)
        refuse(
          `A page has at most ${limits.pageMax} ${family.plural}, so "limit" cannot be ${quoted(value)}.`,
          String(limits.pageMax),
        )
      else limit = count
    } else if (name === 'sort') sort = places().map(({ sign, place }) => ({ place, descending: sign === '-' }))
    else if (name === 'fields') fields = withKey(places(), family, schema)
    else if (name === 'q') words = wordsOf(value)
    else {
      const target = readTarget(name, find)
      if ('detail' in target) refuse(target.detail, target.suggestion)
      else if (target.place === undefined) {
        const near = nearest(target.field, [...OWN, ...namesIn(schema)])
        const said = target.said && near !== undefined && !isOwn(near) ? `${near}:${target.operator}` : near
        refuse(unknownField(family, target.field, said), said)
      } else {
        const { place, operator } = target
        const operands = operandsOf(value, operator, place.schema)
        if (operands === undefined) refuse(misfit(place, value))
        else {
          const id = `${place.path.join('\0')}\0\0${operator}`
          filters.set(id, { place, operator, operands: [...(filters.get(id)?.operands ?? []), ...operands] })
        }
      }
    }
  }
  if (faults.length > 0) return faults
  return { page, limit, sort, filters: [...filters.values()], words, fields, parameters }
}

const OWN: readonly string[] = ['page', 'limit', 'sort', 'fields', 'q']

/** Whether a parameter of that name is the server's own. */
export const isOwn = (name: string): boolean => OWN.includes(name)

function* fieldsOf(records: readonly Entry[]) {
  for (const { fields } of records) yield fields
}

/** A whole number from 1 that can be counted with, written plainly. */
const readCount = (text: string): number | undefined => (/^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined)

/** `-age,name`: a plus that became a space on its way in a URL is still a plus. */
const splitNames = (text: string): { readonly sign: string; readonly bare: string }[] =>
  text.split(',', PARAMETERS_MAX).map(part => {
    const sign = /^[-+ ]/.exec(part)?.[0] ?? ''
    return { sign: sign === '-' ? '-' : '', bare: part.slice(sign.length) }
  })

/** The key is always shown: without it nobody could tell the records apart. */
const withKey = (asked: readonly { readonly place: Place }[], family: Family, schema: Schema): readonly Place[] => {
  const places = asked.map(({ place }) => place)
  if (places.some(({ path }) => path[0] === family.key)) return places
  return [{ name: family.key, path: [family.key], schema: findInSchema(family.key, schema)?.schema ?? {} }, ...places]
}

type Target =
  | { readonly field: string; readonly place: Place | undefined; readonly operator: Operator; readonly said: boolean }
  | Pick<ParameterFault, 'detail' | 'suggestion'>

/** `age`, `age:gte`; a field with a colon in its own name goes before an operator. */
const readTarget = (name: string, find: (name: string) => Place | undefined): Target => {
  const whole = find(name)
  const colon = name.lastIndexOf(':')
  if (whole !== undefined || colon === -1) return { field: name, place: whole, operator: 'eq', said: false }
  const field = name.slice(0, colon)
  const operator = name.slice(colon + 1)
  const place = find(field)
  if (isOperator(operator)) return { field, place, operator, said: true }
  const near = nearest(operator, OPERATORS)
  return {
    detail: `${quoted(operator)} is no operator${near === undefined ? '' : `; did you mean "${near}"?`} There are ${OPERATORS.join(', ')}.`,
    ...(near !== undefined && { suggestion: `${clip(field)}:${near}` }),
  }
}

const unknownField = (family: Family, name: string, near: string | undefined): string =>
  `The ${family.plural} have no field ${quoted(name)}, and no parameter is called so.${near === undefined ? '' : ` Did you mean "${near}"?`}`

const misfit = ({ name, schema }: Place, value: string): string => {
  const types = [...plainTypes(schema)]
  if (types.length > 0) return `${quoted(name)} is a ${types.join(' or a ')}, and ${quoted(value)} is none.`
  const [inner] = namesIn(schema)
  return `${quoted(name)} has members of its own; name one of them${inner === undefined ? '' : `, as in "${name}.${inner}"`}.`
}
