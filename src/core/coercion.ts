/** Gives text its type back: what a format without types (XML, a form) carries becomes what the family's schema shows. */

import type { Json } from './json.js'
import { typesOf, type Schema } from './schema.js'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * The value that a text stands for under a schema. Text stays text where the schema allows a string, says nothing, or
 * where the text does not read as what the schema wants: nothing is lost by guessing.
 */
export const coerceText = (text: string, schema: Schema | undefined): Json => {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('string')) return text
  if ((types.includes('number') || types.includes('integer')) && NUMBER.test(text)) {
    const number = Number(text)
    if (Number.isFinite(number)) return number
  }
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (text === '' && types.includes('null')) return null
  if (text === '' && types.includes('array')) return []
  if (text === '' && types.includes('object')) return {}
  return text
}
