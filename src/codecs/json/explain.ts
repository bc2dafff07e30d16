/** Says in words for people why a text is not JSON. */

import { quoted } from '../../core/printable.js'
import type { Flaw } from '../../core/source.js'
import { NESTING_MAX, scan } from './scan.js'

let kept: Promise<typeof import('jsonc-parser')> | undefined

/** The package, loaded when the first JSON with something to report is met: what is right never needs it. */
export const jsoncPackage = (): Promise<typeof import('jsonc-parser')> => (kept ??= import('jsonc-parser'))

/** The first thing that is wrong in a text that `JSON.parse` has refused. */
export const explain = async (text: string): Promise<Flaw> => {
  if (text.trim() === '') return { offset: 0, length: 1, message: 'The content is empty.' }
  if (text.startsWith('\ufeff'))
    return {
      offset: 0,
      length: 1,
      message: 'The content begins with a byte order mark.',
      hint: 'Leave it out: JSON has none (RFC 8259 §8.1).',
    }
  const { deep } = scan(text)
  // The package would run out of stack.
  if (deep !== undefined)
    return { offset: deep, length: 1, message: `The content is nested more than ${NESTING_MAX} levels deep.` }
  const { visit, printParseErrorCode } = await jsoncPackage()
  let first: { reason: string; offset: number; length: number } | undefined
  visit(
    text,
    {
      onError: (code, offset, length) => {
        first ??= { reason: printParseErrorCode(code), offset, length }
      },
    },
    { disallowComments: true },
  )
  return first === undefined
    ? { offset: 0, length: 1, message: 'The content is not JSON.' }
    : say(text, first.reason, Math.min(first.offset, text.length), first.length)
}

const say = (text: string, reason: string, offset: number, length: number): Flaw => {
  const here = { offset, length: Math.max(1, Math.min(length, text.length - offset)) }
  const word = /^[^\s,:[\]{}]*/.exec(text.slice(offset, offset + 100))?.[0] ?? ''
  const before = text.slice(0, offset).trimEnd()
  const last = before.at(-1)

  if (/[}\]]/.test(text[offset] ?? '') && last === ',')
    return {
      offset: before.length - 1,
      length: 1,
      message: `There is nothing between this comma and the ${quoted(text[offset] ?? '')}.`,
      hint: 'Remove the comma.',
    }
  if (word.startsWith("'"))
    return {
      ...here,
      message: 'Texts and names stand in double quotes.',
      hint: 'Write " in place of the single quotes.',
    }
  if (reason === 'InvalidCommentToken') return { ...here, message: 'JSON has no comments.', hint: 'Remove it.' }
  if (last === '0' && /^\d/.test(word) && /(^|[\s,:[{-])0$/.test(before))
    return { ...here, message: 'A number cannot begin with a zero.', hint: 'Put it in quotes, or remove the zero.' }
  if (offset >= text.trimEnd().length)
    return {
      offset: before.length,
      length: 1,
      message: `The content ends too early: ${ENDS[reason] ?? 'more should follow'}.`,
    }
  if (reason === 'PropertyNameExpected')
    return { ...here, message: 'A name in double quotes should stand here.', ...named(word) }
  if (reason === 'InvalidSymbol') {
    const key =
      last === '{' || (last === ',' && /^\s*:/.test(text.slice(offset + word.length, offset + word.length + 20)))
    return key
      ? { ...here, message: 'Names stand in double quotes.', ...named(word) }
      : {
          ...here,
          message: `${quoted(word)} is not JSON.`,
          hint: 'A value is null, true, false, a number, a text in double quotes, a list or an object.',
        }
  }
  const [message, hint] = SENTENCES[reason] ?? ['The content is not JSON.']
  return { ...here, message, ...(hint !== undefined && { hint }) }
}

const named = (word: string): { hint?: string } => (/^[\w-]+$/.test(word) ? { hint: `Write ${quoted(word)}.` } : {})

/** What is missing at the end of the text. */
const ENDS: Readonly<Record<string, string>> = {
  CloseBraceExpected: 'a "{" is not closed',
  CloseBracketExpected: 'a "[" is not closed',
  ValueExpected: 'a value should follow',
  ColonExpected: 'a colon and a value should follow',
  PropertyNameExpected: 'a name in double quotes should follow',
  UnexpectedEndOfString: 'a text is not closed',
}

const SENTENCES: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  InvalidNumberFormat: ['This is not a number as JSON has it.'],
  UnexpectedEndOfNumber: ['This is not a number as JSON has it.', 'A digit should follow.'],
  ValueExpected: ['A value should stand here.'],
  ColonExpected: ['A colon should stand here, between the name and its value.'],
  CommaExpected: ['A comma is missing in front of this.'],
  CloseBraceExpected: ['A "}" or a comma should stand here.'],
  CloseBracketExpected: ['A "]" or a comma should stand here.'],
  EndOfFileExpected: ['The content should end here: it is one value, and that is complete.'],
  UnexpectedEndOfString: ['The text that begins here has no closing double quote on its line.'],
  InvalidUnicode: ['"\\u" needs four hexadecimal digits behind it.'],
  InvalidEscapeCharacter: [
    'A backslash in this text stands in front of something that it cannot escape.',
    'Write \\\\ for a backslash.',
  ],
  InvalidCharacter: [
    'This text holds a control character that must be escaped.',
    'Write \\t for a tab, \\n for a new line.',
  ],
}
