/** Looks for the culprit of a YAML error that was noticed only later: an open quote or bracket, a missing colon, a colon too much. */

import { printable } from '../../core/printable.js'
import { misplaced } from './indentation.js'
import { nextLine, type Sight, type Told } from './sight.js'

/** Says it of one place. */
export const here = ({ offset, length }: { offset: number; length: number }, message: string, hint?: string): Told => ({
  flaw: { offset, length, message, ...(hint !== undefined && { hint }) },
})

/** The place and the rest of its line. */
export const toEnd = ({ offset, rest }: Sight) => ({ offset, length: Math.max(1, rest.length) })

/** What to write so that it is read as the text it looks like. */
export const writeAsText = (text: string): string => {
  if (text === '' || text.length > 60) return 'Put it in quotes.'
  const plain = !/["\\]/.test(text)
  return `Write ${printable(plain ? `"${text}"` : `'${text.replaceAll("'", "''")}'`)}.`
}

/** A list or a map that is never closed. */
export const unclosed = (sight: Sight, open: string, close: string): Told => ({
  ...here(
    { offset: openedAt(sight, open, close), length: 1 },
    `This "${open}" is never closed.`,
    `Write "${close}" where the ${open === '[' ? 'list' : 'map'} ends.`,
  ),
  last: true,
})

/** A text in quotes that is never closed. */
export const unquoted = (sight: Sight, quote: string): Told => ({
  ...here(
    { offset: quotedAt(sight, quote), length: 1 },
    `The text that begins here has no closing ${quote === '"' ? 'double' : 'single'} quote.`,
    `Write ${quote} where the text ends.`,
  ),
  last: true,
})

/** A line that should have a name and a value. */
export const missingColon = (sight: Sight): Told => {
  const { offset, rest } = sight
  const [glued] = /^[^\s:"']+:(?=\S)/.exec(rest) ?? []
  if (glued !== undefined)
    return here(
      { offset: offset + glued.length - 1, length: 1 },
      'A colon between a name and its value needs a space behind it.',
      `Write: ${printable(`${glued} ${rest.slice(glued.length)}`)}`,
    )
  const [first = '', ...more] = rest.split(/\s+/)
  return here(
    toEnd(sight),
    'This line has no ": " between a name and its value.',
    `Write: ${printable(`${first}: ${more.length === 0 ? '…' : more.join(' ')}`)}`,
  )
}

/** A name and a value inside of a value: a colon too much, or a line too deep. */
export const nested = (sight: Sight): Told => {
  const { text, offset, start, rest } = sight
  const [dash] = /^ *(?:- +)*-(?=[^\s-])/.exec(text.slice(start, offset)) ?? []
  if (dash !== undefined)
    return {
      ...here({ offset: start + dash.length - 1, length: 1 }, 'A list item needs a space behind its dash.'),
      wide: true,
    }
  if (/:(\s|$)/.test(rest)) return here(toEnd(sight), 'A value that contains ": " needs quotes.', writeAsText(rest))
  const below = nextLine(text, offset)
  return misplaced(sight, below ?? start)
}

/** The last bracket of a kind before the place that nothing closes. */
const openedAt = ({ text, offset }: Sight, open: string, close: string): number => {
  let closed = 0
  for (let at = offset - 1; at >= 0; at--) {
    if (text[at] === close) closed++
    else if (text[at] === open && closed-- === 0) return at
  }
  return offset
}

/** The quote that opened the text which ends at the place. */
const quotedAt = ({ text, offset }: Sight, quote: string): number => {
  for (let at = text.lastIndexOf(quote, offset - 1); at > 0; at = text.lastIndexOf(quote, at - 1)) {
    const before = text[at - 1]
    if (quote === "'" && before === "'") at--
    else if (quote === "'" || before !== '\\') return at
  }
  return Math.max(0, text.indexOf(quote))
}
