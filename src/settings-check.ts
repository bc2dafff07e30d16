/** Finds what is wrong in settings: unknown names with the nearest known one, and values by a kept JSON Schema validator. */

import { Validator } from '@cfworker/json-schema'
import type { SettingFault } from './config.js'
import { isFields, step } from './core/json.js'
import { nearest } from './core/nearest.js'
import { allows, memberOf, typesOf, type Schema } from './core/schema.js'

/** Walks the value along its schema, so that every fault is found, in the order of the file, each with its place. */
export const findFaults = (value: unknown, schema: Schema, pointer = ''): SettingFault[] => {
  // Nothing behind the colon means: on, with defaults.
  if (value === null) return []
  const branch = branchFor(value, schema)
  if (!isObject(value) || !allows(branch, 'object')) return leafFaults(value, schema, branch, pointer)
  const names = Object.keys(branch.properties ?? {})
  return Object.entries(value).flatMap(([name, member]): SettingFault[] => {
    const inner = pointer + step(name)
    const known = memberOf(branch, name) ?? otherwise(branch)
    if (known !== undefined) return findFaults(member, known, inner)
    const suggestion = nearest(name, names)
    const message = `There is no setting "${name}"${pointer === '' ? '' : ` under ${pointer.slice(1).replaceAll('/', '.')}`}.`
    return [{ pointer: inner, at: 'name', message, ...(suggestion !== undefined && { suggestion }) }]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> => isFields(value)

const otherwise = (schema: Schema): Schema | undefined =>
  typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined

/** Of several forms that a setting may take, the one that is meant: the first of the value's own type. */
const branchFor = (value: unknown, schema: Schema): Schema =>
  schema.anyOf?.find(
    branch => new Validator({ type: typesOf(branch)[0] ?? 'object' } as object, '7').validate(value).valid,
  ) ?? schema

const leafFaults = (value: unknown, schema: Schema, branch: Schema, pointer: string): SettingFault[] => {
  if (new Validator(branch as object, '7').validate(value).valid) return []
  const wanted = schema.hint ?? branch.hint ?? expected(schema)
  const shown =
    typeof value === 'string' ? `"${value}"` : isObject(value) || Array.isArray(value) ? 'this' : String(value)
  const name = pointer.slice(1).replaceAll('/', '.') || 'the settings'
  return [{ pointer, at: 'value', message: `${shown} is nothing that ${name} can be: ${wanted}.` }]
}

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
