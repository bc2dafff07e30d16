/** Sees in one pass over a JSON text what `JSON.parse` does not tell: repeated names, rounded numbers, a depth without end. */

import { isFields, type Json } from '../../core/json.js'

/** Deeper than this is not read on. */
export const NESTING_MAX = 256

export interface Scan {
  /** How many names are written. */
  readonly names: number
  /** Where long numbers stand, which may have been rounded: alternating offsets and lengths. */
  readonly numbers: readonly number[]
  /** Where the nesting first gets too deep. */
  readonly deep: number | undefined
}

/** So many digits are always kept. */
const DIGITS = 15

/** The text need not be JSON; then the names count for nothing. */
export const scan = (text: string): Scan => {
  const numbers: number[] = []
  let names = 0
  let depth = 0
  let deep: number | undefined
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closing(text, at)
    else if (code === COLON) names++
    else if (code === BRACE || code === BRACKET) {
      if (++depth > NESTING_MAX) deep ??= at
    } else if (code === BRACE + 2 || code === BRACKET + 2) depth--
    else if (code === MINUS || isDigit(code)) {
      let end = at + 1
      while (end < text.length && NUMBER.has(text.charCodeAt(end))) end++
      if (end - at > DIGITS) numbers.push(at, end - at)
      at = end - 1
    }
  }
  return { names, numbers, deep }
}

/** How many names a value has in all. Fewer than were written, and some were given twice. */
export const countNames = (value: Json): number => {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (isFields(value)) {
    for (const member of Object.values(value)) count += 1 + countNames(member)
  } else for (const item of value) count += countNames(item)
  return count
}

const QUOTE = 0x22
const COLON = 0x3a
const MINUS = 0x2d
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACKET = 0x5b
const NUMBER = new Set(Array.from('0123456789.eE+-', character => character.charCodeAt(0)))

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

const closing = (text: string, opening: number): number => {
  for (let at = opening + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}
