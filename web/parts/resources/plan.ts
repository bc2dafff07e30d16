/** From a schema and a record to the fields of a form: what each is written in, and what it was. */

import type { Family, Fields, Json, Schema } from '../../api.js'
import { isFields, memberOf, own, typesOf } from './json.js'

/** `more`: the members of an object that nobody foresaw, as JSON. */
export type Kind =
  'text' | 'long' | 'date' | 'secret' | 'number' | 'integer' | 'check' | 'choice' | 'lines' | 'json' | 'more'

export interface Field {
  readonly kind: Kind
  /** Where it stands in the record. */
  readonly path: readonly string[]
  readonly schema: Schema
  readonly required: boolean
  /** Undefined: it is not there. */
  readonly was: Json | undefined
  /** What can be chosen, where it is a choice. */
  readonly choices: readonly Json[]
}

export interface Group {
  readonly kind: 'group'
  readonly path: readonly string[]
  readonly was: Json | undefined
  readonly parts: readonly (Field | Group)[]
}

/** Deeper, an object is written as JSON. */
const DEPTH = 4

/** The form of a record; without one, of a new one. The key of a record that exists cannot be changed, so it is no field. */
export const planOf = (family: Family, record?: Fields): Group => {
  const { key, schema, secrets, states } = family
  const fresh = record === undefined
  const was = record ?? {}
  const { required = [] } = schema
  const names = new Set([key, ...Object.keys(schema.properties ?? {}), ...Object.keys(was), ...secrets])
  if (!fresh) names.delete(key)
  const parts = [...names].map((name): Field | Group => {
    const [path, value, member] = [[name], own(was, name), memberOf(schema, name)]
    const needed = required.includes(name)
    if (name === key) return { kind: 'text', path, schema: member, required: true, was: value, choices: [] }
    if (secrets.includes(name))
      return { kind: 'secret', path, schema: member, required: false, was: value, choices: [] }
    if (name !== states?.field) return partOf(path, member, needed, value, fresh)
    return { kind: 'choice', path, schema: member, required: needed, was: value, choices: stepsFrom(states, value) }
  })
  const more: Field = { kind: 'more', path: [], schema: {}, required: false, was: undefined, choices: [] }
  return { kind: 'group', path: [], was, parts: [...parts, more] }
}

/** The state it is in, and those that can follow; from none, only the first. */
const stepsFrom = ({ initial, transitions }: NonNullable<Family['states']>, value: Json | undefined): Json[] => {
  const known =
    typeof value === 'string' &&
    (Object.hasOwn(transitions, value) || Object.values(transitions).flat().includes(value))
  const next = known ? (Object.hasOwn(transitions, value) ? (transitions[value] ?? []) : []) : [initial]
  return [...new Set([...(value === undefined ? [] : [value]), ...next])]
}

const partOf = (
  path: readonly string[],
  schema: Schema,
  required: boolean,
  was: Json | undefined,
  fresh = false,
): Field | Group => {
  const kind = kindOf(schema, required, was, fresh, path.length)
  if (kind === 'group') {
    const fields = isFields(was) ? was : {}
    const names = new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(fields)])
    const parts = [...names].map(name =>
      partOf([...path, name], memberOf(schema, name), schema.required?.includes(name) === true, own(fields, name)),
    )
    return { kind, path, was, parts }
  }
  return { kind, path, schema, required, was, choices: kind === 'choice' ? choicesOf(schema, was) : [] }
}

const choicesOf = (schema: Schema, was: Json | undefined): Json[] => {
  const values = schema.enum ?? [true, false]
  const nothing = typesOf(schema).includes('null') || was === null ? [null] : []
  const texts = new Set(
    [...values, ...nothing, ...(was === undefined ? [] : [was])].map(value => JSON.stringify(value)),
  )
  return [...texts].map(text => JSON.parse(text) as Json)
}

/** What it is written in: as the schema has it, if the value is like that; else JSON, which takes everything. */
const kindOf = (
  schema: Schema,
  required: boolean,
  was: Json | undefined,
  fresh: boolean,
  depth: number,
): Kind | 'group' => {
  if (schema.enum !== undefined) return 'choice'
  const types = typesOf(schema).length === 0 ? guess(was) : typesOf(schema)
  const [type, ...others] = types.filter(name => name !== 'null')
  const there = was !== undefined && was !== null
  // Nothing but null was ever seen: whatever it will be, a text is the likeliest.
  if (type === undefined) return types.length > 0 && !there ? 'text' : 'json'
  if (others.length > 0 || (there && !fits(was, type))) return 'json'
  if (type === 'string') return kindOfText(schema, was)
  if (type === 'integer' || type === 'number') return type
  if (type === 'boolean')
    return required && !types.includes('null') && (there || fresh) && was !== null ? 'check' : 'choice'
  if (type === 'array') return inLines(schema.items, was) ? 'lines' : 'json'
  const members = Object.keys(schema.properties ?? {}).length + Object.keys(isFields(was) ? was : {}).length
  return members > 0 && depth < DEPTH ? 'group' : 'json'
}

const guess = (value: Json | undefined): readonly string[] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return ['array']
  return [typeof value]
}

const fits = (value: Json, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : guess(value)[0] === type

const kindOfText = ({ format }: Schema, was: Json | undefined): Kind => {
  const text = typeof was === 'string' ? was : ''
  if (/[\r\n]/.test(text)) return 'long'
  return format === 'date' && (text === '' || isDate(text)) ? 'date' : 'text'
}

/** What a browser's own field for dates can show. */
const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !text.startsWith('0000') &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** Single values can stand one per line, because hardly a text that is one of many has a line feed; many have a comma. */
const inLines = (items: Schema | undefined, was: Json | undefined): boolean => {
  const types = typesOf(items ?? {})
  if (items?.enum === undefined && types.length === 0 && items !== undefined) return false
  const [type = 'string', ...others] = types
  if (others.length > 0 || !['string', 'integer', 'number'].includes(type)) return false
  if (!Array.isArray(was)) return true
  return (was as readonly Json[]).every(item =>
    type === 'string' ? typeof item === 'string' && item !== '' && !/[\r\n]/.test(item) : fits(item, type),
  )
}
