/** Gives text its type back: what a format without types (XML, a form) carries becomes what the family's schema shows. */

import type { Json } from './json.js'
import { allows, typesOf, type Schema } from './schema.js'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * The value that a text stands for under a schema. Text stays text where the schema allows a string, says nothing, or
 * where the text does not read as what the schema wants: nothing is lost by guessing.
 */
export const coerceText = (text: string, schema: Schema | undefined): Json => {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('string')) return text
  // White space around anything but a string is layout, as XML Schema has it (`whiteSpace="collapse"`).
  const bare = strip(text)
  if ((types.includes('number') || types.includes('integer')) && NUMBER.test(bare)) {
    const number = Number(bare)
    // JSON's text has no -0 to give back, so there is none to be read.
    if (Number.isFinite(number)) return number === 0 ? 0 : number
  }
  if (types.includes('boolean') && (bare === 'true' || bare === 'false')) return bare === 'true'
  if (bare === '' && types.includes('null')) return null
  if (bare === '' && types.includes('array')) return []
  if (bare === '' && types.includes('object')) return {}
  return text
}

/**
 * The value of a text that stands alone where there might have been several: under a schema of lists it is a list of
 * one, so that a list does not turn into a string as soon as it has one item.
 */
export const coerceSingle = (text: string, schema: Schema | undefined): Json => {
  const value = coerceText(text, schema)
  const wanted = typeof value === 'string' && allows(schema, 'array') && !allows(schema, 'string')
  return wanted ? [coerceText(text, schema?.items)] : value
}

/** What JSON and XML call white space, and nothing else: a no-break space may be meant. By hand, so that it stays linear. */
const strip = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d
