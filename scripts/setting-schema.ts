/** A setting of the grammar as plain draft-07, with what editors understand in place of our own annotations. */

import { typesOf, type Schema } from '../src/core/schema.js'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Every setting may be empty (`legacy:`), which means on, with defaults; so null is allowed all the way down. */
export const settingSchema = (schema: Schema): JsonSchema => {
  const { anyOf } = schema
  if (anyOf !== undefined)
    return { ...told(schema), anyOf: [...anyOf.map(branch => plain(branch, schema.hint)), { type: 'null' }] }
  if (schema.enum !== undefined) return { ...told(schema), enum: [...schema.enum, null] }
  const body = plain(schema, schema.hint)
  return { ...told(schema), ...body, ...(schema.type !== undefined && { type: [...typesOf(schema), 'null'] }) }
}

/** What the editor shows beside a setting. */
const told = ({ description, default: value, examples }: Schema): JsonSchema => ({
  ...(description !== undefined && { description }),
  ...(value !== undefined && { default: value }),
  ...(examples !== undefined && { examples }),
})

const KEPT = ['type', 'enum', 'pattern', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'required'] as const

const plain = (schema: Schema, hint: string | undefined): JsonSchema => {
  const { properties, additionalProperties: others, items } = schema
  const said = schema.hint ?? hint
  return {
    ...Object.fromEntries(KEPT.filter(word => schema[word] !== undefined).map(word => [word, schema[word]])),
    ...(schema.pattern !== undefined && said !== undefined && { patternErrorMessage: `Write ${said}.` }),
    ...(items !== undefined && { items: plain(items, undefined) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, settingSchema(member)])),
    }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? settingSchema(others) : others }),
  }
}
