/** Looks through a document before it is parsed, for what is refused whatever the rest may be. Linear, and it never recurses. */

import { DEPTH_MAX } from '../../core/content.js'
import { findForbidden } from './markup.js'

/** Why a document is refused, and at which offset. */
interface Refusal {
  readonly offset: number
  readonly detail: string
}

/** A member in the deepest object that may be stored is an element more than that object is deep. */
const ELEMENTS_MAX = DEPTH_MAX + 1

/**
 * Refuses document types (so there are no entities to expand and no files to fetch), processing instructions, characters
 * that are none, and more nesting than the parser's recursion can bear. Anything else that is wrong is left to the parser.
 */
export const scan = (text: string): Refusal | undefined => {
  const forbidden = findForbidden(text)
  if (forbidden !== -1) return { offset: forbidden, detail: describeForbidden(text, forbidden) }
  let depth = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const next = skipPast(text, at)
    if (typeof next !== 'number') return next
    // Broken from here on: the parser says how, and cannot come to anything deeper.
    if (next === -1) return undefined
    if (text[at + 1] === '/') depth--
    else if (isStartTag(text, at, next)) depth++
    if (depth > ELEMENTS_MAX)
      return { offset: at, detail: `The elements are nested more than ${DEPTH_MAX} levels deep.` }
    at = next
  }
  return undefined
}

/** The offset behind the markup at an offset; -1 when it has no end. */
const skipPast = (text: string, at: number): number | Refusal => {
  if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4)
  if (text.startsWith('<![CDATA[', at)) return behind(text, ']]>', at + 9)
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9)))
    return { offset: at, detail: 'A document type declaration (<!DOCTYPE …>) is not taken: leave it out.' }
  if (text[at + 1] === '?') {
    // The declaration has its place, and only there is it one.
    if (at === 0 && /^<\?xml[ \t\n]/.test(text.slice(0, 6))) return behind(text, '?>', at + 6)
    return {
      offset: at,
      detail: /^<\?xml[ \t\n?]/i.test(text.slice(at, at + 6))
        ? 'The XML declaration may only be the very first thing in the content.'
        : 'Processing instructions (<?…?>) are not taken: leave them out.',
    }
  }
  return behindTag(text, at + 1)
}

const behind = (text: string, end: string, from: number): number => {
  const found = text.indexOf(end, from)
  return found === -1 ? -1 : found + end.length
}

/** A `>` inside quotes does not end a tag. */
const behindTag = (text: string, from: number): number => {
  const mark = /["'>]/g
  mark.lastIndex = from
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '>') return mark.lastIndex
    mark.lastIndex = behind(text, found[0], mark.lastIndex)
    if (mark.lastIndex === -1) return -1
  }
  return -1
}

const isStartTag = (text: string, at: number, next: number): boolean =>
  text[at + 1] !== '!' && text[at + 1] !== '?' && text[next - 2] !== '/'

const describeForbidden = (text: string, offset: number): string => {
  const code = (text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `U+${code} is no character that XML can hold.`
}
