/** Text from outside, made fit to stand on a terminal or in a sentence: nothing in it can move the cursor or turn the line around. */

/** Controls, line separators, the byte order mark, and what reverses the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }

const escapeOf = (character: string): string =>
  SHORT[character] ?? `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`

/** The text with everything escaped that would not stand still. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escapeOf)

/** The text in double quotes, for a sentence; cut where it is long. */
export const quoted = (text: string, most = 40): string => {
  const characters = Array.from(text.slice(0, most * 4))
  const cut = characters.length > most || text.length > most * 4
  return `"${printable(cut ? `${characters.slice(0, most - 1).join('')}…` : text)}"`
}
