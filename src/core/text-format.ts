/** Recognises the formats that a text can have beyond any doubt: dates, instants, addresses of mail and of the web. */

/** In the order in which they are tried; no text has two of them. */
export const TEXT_FORMATS = ['date', 'date-time', 'email', 'uri'] as const

export type TextFormat = (typeof TEXT_FORMATS)[number]

/** Longer than this, a text is prose. */
const LENGTH_MAX = 2048

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
/** RFC 3339 §5.6, without its leap seconds and its lower case: those are allowed, and nobody writes them. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
/** The addresses that people have: RFC 5321 allows more, and whoever has such a one knows. */
const EMAIL =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
/** RFC 3986 §3 with an authority: without `//`, a remark with a colon in it would be one, too. */
const URI =
  /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(?::\d+)?(?:\/(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*)?(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*)?$/i

/** The format of a text, or undefined where it is just a text. */
export const formatOf = (text: string): TextFormat | undefined => {
  if (text.length < 6 || text.length > LENGTH_MAX) return undefined
  const code = text.charCodeAt(0)
  if (code >= 0x30 && code <= 0x39) {
    if (isDate(text)) return 'date'
    const [, day] = DATE_TIME.exec(text) ?? []
    if (day !== undefined) return isDate(day) ? 'date-time' : undefined
  }
  if (text.includes('://')) return URI.test(text) ? 'uri' : undefined
  const at = text.indexOf('@')
  return at > 0 && at <= 64 && text.length - at <= 254 && EMAIL.test(text) ? 'email' : undefined
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const isDate = (text: string): boolean => {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (day === undefined) return false
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const days = month === '02' && leap ? 29 : (DAYS[Number(month) - 1] ?? 0)
  return Number(day) >= 1 && Number(day) <= days
}
