/** Finds what is wrong in what people write by hand: unknown names with the nearest known one, and values, each with a hint. */

import { fragmentStep, isFields, step } from './json.js'
import { nearest } from './nearest.js'
import type { Fault } from './problem.js'
import { allows, memberOf, typesOf, type Schema } from './schema.js'

/** Something wrong in a value. */
export interface Nonconformity {
  /** JSON Pointer into the value: `/limits/bdoy`. */
  readonly pointer: string
  /** Whether the name of the member is wrong, or its value. */
  readonly at: 'name' | 'value'
  /** One sentence: what is wrong and what would be right. */
  readonly message: string
  /** The nearest name that exists. */
  readonly suggestion?: string
}

/** What the sentences call it. */
export interface Called {
  /** The whole: `the settings`. */
  readonly whole: string
  /** One member: `setting`. */
  readonly part: string
}

/** All that is wrong in a value that is to be as the schema has it. The validator is loaded with the first one. */
export const conform = async (value: unknown, schema: Schema, called: Called): Promise<Nonconformity[]> => {
  const { Validator } = await import('@cfworker/json-schema')
  const fits = (inner: unknown, against: Schema) => new Validator(against as object, '7').validate(inner).valid
  return findFaults(value, schema, '', { called, fits })
}

/** As it is told to a client. */
export const faultOf = ({ pointer, message, suggestion }: Nonconformity): Fault => ({
  pointer: fragment(pointer),
  detail: suggestion === undefined ? message : `${message} Did you mean "${suggestion}"?`,
})

/** A JSON Pointer as a URI fragment, without its first steps. */
export const fragment = (pointer: string, skip = 0): string =>
  `#${pointer
    .split('/')
    .slice(1 + skip)
    .map(part => fragmentStep(part.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join('')}`

interface Means {
  readonly called: Called
  fits(value: unknown, schema: Schema): boolean
}

/** Walks the value along its schema, so that every fault is found, in the order of the file, each with its place. */
const findFaults = (value: unknown, schema: Schema, pointer: string, means: Means): Nonconformity[] => {
  // Nothing behind the colon means: on, with defaults.
  if (value === null) return []
  const { part } = means.called
  const branch = branchFor(value, schema, means)
  const items = Array.isArray(value) && allows(branch, 'array') ? branch.items : undefined
  // A list of maps is looked into; of a list of plain values one sentence says what it can be.
  if (items?.properties !== undefined)
    return (value as readonly unknown[]).flatMap((item, index) =>
      findFaults(item ?? {}, items, pointer + step(index), means),
    )
  if (!isObject(value) || !allows(branch, 'object')) return leafFaults(value, schema, branch, pointer, means)
  const names = Object.keys(branch.properties ?? {})
  const missing = (branch.required ?? []).filter(name => (value[name] ?? undefined) === undefined)
  const gaps = missing.length === 0 ? [] : [gap(pointer, branch, missing, means)]
  const faults = Object.entries(value).flatMap(([name, member]): Nonconformity[] => {
    const inner = pointer + step(name)
    const known = memberOf(branch, name) ?? otherwise(branch)
    if (known !== undefined) return findFaults(member, known, inner, means)
    const suggestion = nearest(name, names)
    const message = `There is no ${part} "${name}"${pointer === '' ? '' : ` under ${pointer.slice(1).replaceAll('/', '.')}`}.`
    return [{ pointer: inner, at: 'name', message, ...(suggestion !== undefined && { suggestion }) }]
  })
  return [...gaps, ...faults]
}

/** What a map cannot be without. */
const gap = (pointer: string, schema: Schema, missing: readonly string[], { called }: Means): Nonconformity => {
  const subject = pointer === '' ? capital(called.whole) : nameOf(pointer, called)
  const told = missing.map(name => {
    const hint = memberOf(schema, name)?.hint
    return `a ${called.part} "${name}"${hint === undefined ? '' : `: ${hint}`}`
  })
  return { pointer, at: 'value', message: `${subject} needs ${told.join('; and ')}.` }
}

const isObject = (value: unknown): value is Record<string, unknown> => isFields(value)

const otherwise = (schema: Schema): Schema | undefined =>
  typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined

/** Of several forms that a setting may take, the one that is meant: the first of the value's own type. */
const branchFor = (value: unknown, schema: Schema, { fits }: Means): Schema =>
  schema.anyOf?.find(branch => fits(value, { type: typesOf(branch) })) ?? schema

const leafFaults = (value: unknown, schema: Schema, branch: Schema, pointer: string, means: Means): Nonconformity[] => {
  if (means.fits(value, branch)) return []
  const wanted = schema.hint ?? branch.hint ?? expected(schema)
  const hidden = schema.writeOnly === true || isObject(value) || Array.isArray(value)
  const shown = hidden ? 'this' : typeof value === 'string' ? `"${value}"` : String(value)
  const name = nameOf(pointer, means.called)
  return [{ pointer, at: 'value', message: `${shown} is nothing that ${name} can be: ${wanted}.` }]
}

const nameOf = (pointer: string, { whole }: Called): string => pointer.slice(1).replaceAll('/', '.') || whole

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of settings',
  null: 'nothing',
}

const expected = (schema: Schema): string => {
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.format === 'date') return 'a date, as in 2026-01-31'
  const types = schema.anyOf?.flatMap(branch => typesOf(branch)) ?? typesOf(schema)
  return types.map(type => NOUNS[type] ?? type).join(' or ')
}
