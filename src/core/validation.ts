/** Validates records against a JSON Schema with a kept validator, and says every fault in a plain sentence at its place. */

import { readSchema, type Declared, type SchemaFlaw } from './declared.js'
import type { Family, Validate } from './family.js'
import { isFields, type Json } from './json.js'
import { explainMisfits, type Subject } from './misfit.js'
import { outlined } from './outline.js'
import type { Schema } from './schema.js'

/** More comparisons than this would keep everybody else waiting. */
const COMPARISONS_MAX = 4_000_000

/** A schema that is enforced. */
export interface Enforced {
  readonly validate: Validate
  /** What the records show, with the types and members that the schema names laid over it. */
  over(inferred: Schema): Schema
}

/** Makes a JSON Schema ready to be enforced, or tells all that is wrong with it. The library is loaded with the first one. */
export const enforce = async (schema: Json, subject: Subject): Promise<Enforced | readonly SchemaFlaw[]> => {
  const declared = readSchema(schema)
  if (isFlawed(declared)) return declared
  const { Validator } = await import('@cfworker/json-schema')
  const make = ({ root }: Declared, hasty = false) => new Validator(root as object, '2020-12', hasty)
  const thorough = make(declared)
  const hasty = make(declared, true)
  const lax = asksForUnique(schema) ? readSchema(schema, 'uniqueItems') : undefined
  const tolerant = lax === undefined || isFlawed(lax) ? undefined : make(lax)

  const validate: Validate = fields => {
    let validator = thorough
    if (tolerant !== undefined) {
      // The library compares every item with every other. Where no list has an item twice, there is nothing to ask.
      const comparisons = countComparisons(fields)
      if (comparisons > COMPARISONS_MAX)
        return [{ pointer: '#', detail: 'The lists with an item twice are too long to be looked through.' }]
      if (comparisons === 0) validator = tolerant
    }
    try {
      const { valid, errors } = validator.validate(fields)
      return valid ? [] : explainMisfits(errors, declared, fields, subject)
    } catch (error) {
      // More faults than the stack can hold: then the first has to do.
      if (!(error instanceof RangeError)) throw error
      return explainMisfits(hasty.validate(fields).errors, declared, fields, subject)
    }
  }
  return { validate, over: inferred => outlined(declared, inferred) }
}

/** The family with its inferred schema enforced, where none is declared. */
export const enforceInferred = async (family: Family): Promise<Family> => {
  if (family.validate !== undefined) return family
  const enforced = await enforce(strictSchema(family.schema), family)
  return isFlawed(enforced) ? family : { ...family, validate: enforced.validate }
}

/**
 * The inferred schema as strictness has it: no member that no record shows, at any depth. Where the records show
 * nothing but null, an empty object or an empty list, anything goes.
 */
export const strictSchema = (schema: Schema): Json => {
  const { type, items, properties, required, format, enum: values } = schema
  const known = Object.entries(properties ?? {})
  return {
    ...(type !== undefined && type !== 'null' && { type }),
    ...(format !== undefined && { format }),
    ...(values !== undefined && { enum: values as readonly Json[] }),
    ...(items && { items: strictSchema(items) }),
    ...(known.length > 0 && {
      properties: Object.fromEntries(known.map(([name, member]) => [name, strictSchema(member)])),
      additionalProperties: false,
    }),
    ...(required && { required }),
  }
}

/** Whether it is what is wrong, and not what was wanted. */
export const isFlawed = (read: object): read is readonly SchemaFlaw[] => Array.isArray(read)

const asksForUnique = (schema: Json): boolean => JSON.stringify(schema).includes('"uniqueItems"')

/** How many pairs of items the library may compare in the lists that have an item twice. */
const countComparisons = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  if (Array.isArray(value) && new Set(value.map(canonical)).size < value.length) sum += value.length ** 2
  for (const inner of Object.values(value)) sum += countComparisons(inner as Json)
  return sum
}

/** The value itself, or one text for all that are equal to it: the order of members has no meaning. */
const canonical = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? `"${value}` : value
  return JSON.stringify(value, (_, inner: unknown) =>
    isFields(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
