/** Finds what is wrong in settings: unknown names with the nearest known one, and values by a kept JSON Schema validator. */

import { features } from './features/index.js'
import { grammar } from './grammar.js'
import { isFields, step } from './core/json.js'
import { nearest } from './core/nearest.js'
import { allows, memberOf, typesOf, type Schema } from './core/schema.js'

/** Something wrong in the settings. */
export interface SettingFault {
  /** JSON Pointer into the settings: `/limits/bdoy`. */
  readonly pointer: string
  /** Whether the name of the setting is wrong, or its value. */
  readonly at: 'name' | 'value'
  /** One sentence: what is wrong and what would be right. */
  readonly message: string
  /** The nearest name that exists. */
  readonly suggestion?: string
}

/** All that is wrong in a value that claims to be settings. The validator is loaded only when there is something to check. */
export const checkSettings = async (settings: unknown, schema: Schema = grammar): Promise<SettingFault[]> => {
  if (settings === undefined || settings === null || (isFields(settings) && Object.keys(settings).length === 0))
    return []
  const library = await import('@cfworker/json-schema')
  const found = findFaults(
    settings,
    schema,
    '',
    (value, against) => new library.Validator(against as object, '7').validate(value).valid,
  )
  return schema === grammar ? [...found, ...checkTogether(settings, found)] : found
}

/** What is wrong in the features' own settings that no schema can tell, where the schema finds nothing. */
export const checkTogether = (settings: unknown, found: readonly SettingFault[] = []): SettingFault[] =>
  features.flatMap(({ name, inspect }) => {
    const value = isFields(settings) && Object.hasOwn(settings, name) ? settings[name] : undefined
    const root = step(name)
    if (inspect === undefined || value === undefined || value === null || typeof value === 'boolean') return []
    // Of a list, what is wrong already is left out, so that the rest is told at the same time.
    const sound = Array.isArray(value)
      ? (value as readonly unknown[]).map((item, index) => (isWrong(found, root + step(index)) ? undefined : item))
      : value
    if (isWrong(found, root) && !Array.isArray(sound)) return []
    return inspect(sound).map(({ pointer, message }) => ({ pointer: root + pointer, at: 'value' as const, message }))
  })

/** Whether anything has been found there or further inside. */
const isWrong = (found: readonly SettingFault[], pointer: string): boolean =>
  found.some(fault => `${fault.pointer}/`.startsWith(`${pointer}/`))

type Fits = (value: unknown, schema: Schema) => boolean

/** Walks the value along its schema, so that every fault is found, in the order of the file, each with its place. */
const findFaults = (value: unknown, schema: Schema, pointer: string, fits: Fits): SettingFault[] => {
  // Nothing behind the colon means: on, with defaults.
  if (value === null) return []
  const branch = branchFor(value, schema, fits)
  const items = Array.isArray(value) && allows(branch, 'array') ? branch.items : undefined
  // A list of maps is looked into; of a list of plain values one sentence says what it can be.
  if (items?.properties !== undefined)
    return (value as readonly unknown[]).flatMap((item, index) =>
      findFaults(item ?? {}, items, pointer + step(index), fits),
    )
  if (!isObject(value) || !allows(branch, 'object')) return leafFaults(value, schema, branch, pointer, fits)
  const names = Object.keys(branch.properties ?? {})
  const missing = (branch.required ?? []).filter(name => (value[name] ?? undefined) === undefined)
  const gaps = missing.length === 0 ? [] : [gap(pointer, branch, missing)]
  const faults = Object.entries(value).flatMap(([name, member]): SettingFault[] => {
    const inner = pointer + step(name)
    const known = memberOf(branch, name) ?? otherwise(branch)
    if (known !== undefined) return findFaults(member, known, inner, fits)
    const suggestion = nearest(name, names)
    const message = `There is no setting "${name}"${pointer === '' ? '' : ` under ${pointer.slice(1).replaceAll('/', '.')}`}.`
    return [{ pointer: inner, at: 'name', message, ...(suggestion !== undefined && { suggestion }) }]
  })
  return [...gaps, ...faults]
}

/** What a map of settings cannot be without. */
const gap = (pointer: string, schema: Schema, missing: readonly string[]): SettingFault => {
  const told = missing.map(name => {
    const hint = memberOf(schema, name)?.hint
    return `a setting "${name}"${hint === undefined ? '' : `: ${hint}`}`
  })
  return { pointer, at: 'value', message: `${nameOf(pointer)} needs ${told.join('; and ')}.` }
}

const isObject = (value: unknown): value is Record<string, unknown> => isFields(value)

const otherwise = (schema: Schema): Schema | undefined =>
  typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined

/** Of several forms that a setting may take, the one that is meant: the first of the value's own type. */
const branchFor = (value: unknown, schema: Schema, fits: Fits): Schema =>
  schema.anyOf?.find(branch => fits(value, { type: typesOf(branch) })) ?? schema

const leafFaults = (value: unknown, schema: Schema, branch: Schema, pointer: string, fits: Fits): SettingFault[] => {
  if (fits(value, branch)) return []
  const wanted = schema.hint ?? branch.hint ?? expected(schema)
  const hidden = schema.writeOnly === true || isObject(value) || Array.isArray(value)
  const shown = hidden ? 'this' : typeof value === 'string' ? `"${value}"` : String(value)
  const name = nameOf(pointer)
  return [{ pointer, at: 'value', message: `${shown} is nothing that ${name} can be: ${wanted}.` }]
}

const nameOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.') || 'the settings'

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
