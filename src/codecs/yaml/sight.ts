/** What there is to see around the place of a YAML error, and what can be told of it. */

import type { YAMLError } from 'yaml'
import { positions, type Flaw } from '../../core/source.js'

export interface Sight {
  readonly text: string
  readonly error: Pick<YAMLError, 'code' | 'message' | 'pos'>
  readonly offset: number
  readonly length: number
  /** Where its line begins. */
  readonly start: number
  /** From the place to the end of its line, without a comment and without space at the end. */
  readonly rest: string
  /** The number of the line of an offset, from 1. */
  lineOf(offset: number): number
}

/** What one way of being wrong looks like. */
export interface Told {
  readonly flaw: Flaw
  /** It spoils the next line too. */
  readonly wide?: boolean
  /** Nothing behind it can be trusted. */
  readonly last?: boolean
}

/** More than this of a line says nothing more. */
const REST_MAX = 1000

export const look = (text: string): ((error: Sight['error']) => Sight) => {
  const place = positions(text)
  const lineOf = (offset: number): number => place(offset).line
  return error => {
    const [from, to] = error.pos
    const offset = Math.min(Math.max(0, from), text.length)
    const start = text.lastIndexOf('\n', offset - 1) + 1
    const end = endOfLine(text, offset)
    const seen = text.slice(offset, Math.min(end, offset + REST_MAX))
    const rest = seen.replace(/\s#.*$/, '').trimEnd()
    const length = Math.max(1, Math.min(to - from, end - offset))
    return { text, error, offset, length, start, rest, lineOf }
  }
}

/** The offset of the line break that ends the line of an offset. */
export const endOfLine = (text: string, offset: number): number => {
  const found = text.indexOf('\n', offset)
  const end = found === -1 ? text.length : found
  return text[end - 1] === '\r' && end > offset ? end - 1 : end
}

/** Where the next line with something on it begins; undefined when there is none. */
export const nextLine = (text: string, offset: number): number | undefined => {
  for (let at = text.indexOf('\n', offset) + 1; at > 0; at = text.indexOf('\n', at) + 1) {
    const line = text.slice(at, Math.min(endOfLine(text, at), at + REST_MAX)).trimStart()
    if (line !== '' && !line.startsWith('#')) return at
  }
  return undefined
}
