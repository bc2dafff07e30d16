/** What this part asks of values. */

import type { Fields, Json, Schema } from '../../api.js'

export const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const own = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Whether two values are the same; the order of the members of an object means nothing. */
export const same = (a: Json | undefined, b: Json | undefined): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: Json, index) => same(item, b[index] as Json))
  if (!isFields(a) || !isFields(b)) return a === b
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every(name => Object.hasOwn(b, name) && same(a[name], b[name]))
}

/** JSON Pointer (RFC 6901): `/address/city`. */
export const pointerOf = (path: readonly string[]): string =>
  path.map(name => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

export const typesOf = (schema: Schema): readonly string[] => [schema.type ?? []].flat()

export const memberOf = (schema: Schema, name: string): Schema =>
  (schema.properties !== undefined && Object.hasOwn(schema.properties, name) && schema.properties[name]) || {}

/** A value in one line, for people: `Oxford, GB`; nothing for what is not there. */
export const brief = (value: Json | undefined): string => {
  if (value === undefined) return ''
  if (Array.isArray(value)) return (value as readonly Json[]).map(brief).join(', ')
  if (isFields(value)) return Object.values(value).map(brief).filter(Boolean).join(', ')
  return String(value)
}
