/** Infers the schema of a family from its records: the fixture is the only specification of the fields. */

import { isFields, type Fields, type Json } from './json.js'
import type { Schema, TypeName } from './schema.js'

/**
 * The schema that all the records fulfil: every type that was seen, a member as required where every record has it,
 * lists and nested objects all the way down. No records give a schema that says nothing.
 */
export const inferSchema = (records: readonly Fields[]): Schema =>
  records.length === 0 ? { type: 'object' } : infer(records)

const typeOf = (value: Json): TypeName => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as TypeName
}

const infer = (values: readonly Json[]): Schema => {
  const seen = new Set(values.map(typeOf))
  // A number that is whole now and then is still a number.
  if (seen.has('number')) seen.delete('integer')
  const types = [...seen]
  const [only] = types
  const lists = values.filter((value): value is readonly Json[] => Array.isArray(value))
  const objects = values.filter(isFields)
  const items = lists.flat()
  return {
    ...(types.length > 0 && { type: types.length === 1 && only !== undefined ? only : types }),
    ...(items.length > 0 && { items: infer(items) }),
    ...(objects.length > 0 && inferMembers(objects)),
  }
}

const inferMembers = (objects: readonly Fields[]): Pick<Schema, 'properties' | 'required'> => {
  // A Map, because a member may be called `__proto__`.
  const members = new Map<string, Json[]>()
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      const values = members.get(name)
      if (values === undefined) members.set(name, [value])
      else values.push(value)
    }
  }
  return {
    properties: Object.fromEntries([...members].map(([name, values]) => [name, infer(values)])),
    required: [...members].filter(([, values]) => values.length === objects.length).map(([name]) => name),
  }
}
