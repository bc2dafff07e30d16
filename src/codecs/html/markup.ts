/** Markup that nothing from outside can break: whatever is put into a template is escaped unless it is markup already. */

/** A class and not a string, so that no text can pass for it: a stored value is never an instance. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

export type Part = Markup | readonly Markup[] | string | number

export const NOTHING = new Markup('')

/** The tag of a template: well-formed XML as well as HTML, so that a strict parser can check every page. */
export const markup = (literals: TemplateStringsArray, ...parts: readonly Part[]): Markup => {
  let source = literals[0] ?? ''
  parts.forEach((part, index) => {
    source += sourceOf(part) + (literals[index + 1] ?? '')
  })
  return new Markup(source)
}

/** Text as it may stand in an element or a quoted attribute. */
export const escape = (text: string): string => {
  if (!CRITICAL.test(text)) return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(STEERING, nameOf)
    .replaceAll(UNSHOWABLE, '\ufffd')
    .replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? '')
}

const sourceOf = (part: Part): string => {
  if (part instanceof Markup) return part.source
  if (typeof part === 'object') return part.map(({ source }) => source).join('')
  return escape(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Invisible, and they turn round what stands behind them, past the end of a `<bdi>` even: a stray U+2069 closes the
 * isolation that the element opened. So they are named instead of obeyed. The marks U+200E, U+200F and U+061C have no
 * scope and stay: right-to-left text needs them.
 */
const STEERING = /[\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/g

/** What no document may hold: controls but tab and line feed, lone surrogates, noncharacters. */
const UNSHOWABLE = /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

const CRITICAL = new RegExp(`[&<>"'\\r]|${STEERING.source}|${UNSHOWABLE.source}`, 'u')

const nameOf = (character: string): string => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`
