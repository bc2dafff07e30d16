/** The attribute `type`: what an element holds, said exactly where the schema would make a reader take it for something else. */

import { coerceSingle } from '../../core/coercion.js'
import { isFields, type Json } from '../../core/json.js'
import { allows, type Schema } from '../../core/schema.js'
import { toCarried } from './markup.js'

export const TYPES = ['null', 'boolean', 'number', 'array', 'object', 'string'] as const

export type Type = (typeof TYPES)[number]

export const isType = (text: string): text is Type => (TYPES as readonly string[]).includes(text)

export const typeOf = (value: Json): Type => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as Type)
}

/** Whether a reader takes child elements for the items of a list; without a word from the schema they are members. */
export const holdsItems = (schema: Schema | undefined): boolean => allows(schema, 'array') && !allows(schema, 'object')

/** The value in characters that XML can carry; what holds nothing is empty. */
export const toText = (value: Json): string => {
  if (typeof value === 'string') return toCarried(value)
  // A number that JSON could not write either is null there, and here.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return typeof value === 'boolean' ? String(value) : ''
}

/** The type that has to be said, so that reading gives this very value back; undefined where that happens anyway. */
export const typeToSay = (value: Json, schema: Schema | undefined): Type | undefined => {
  const type = typeof value === 'number' && !Number.isFinite(value) ? 'null' : typeOf(value)
  return readsAs(value, type, schema) ? undefined : type
}

const readsAs = (value: Json, type: Type, schema: Schema | undefined): boolean => {
  if (isParent(value)) return holdsItems(schema) === (type === 'array')
  const text = toText(value)
  const back = coerceSingle(text, schema)
  // Where the type is right, so is the value: text goes through untouched, and a number's shortest digits are its own.
  return typeOf(back) === type
}

/** Whether the value is written as child elements. */
export const isParent = (value: Json): value is readonly Json[] | { readonly [name: string]: Json } =>
  Array.isArray(value) ? value.length > 0 : isFields(value) && Object.keys(value).length > 0
