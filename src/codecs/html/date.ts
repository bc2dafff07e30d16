/** Dates as people read them, without the machine's time zone or language: the same page everywhere. */

export interface ReadableDate {
  /** `12 March 2024, 09:30 UTC` */
  readonly text: string
  /** The value of a `datetime` attribute. */
  readonly datetime: string
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

const PATTERN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,9})?)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/

/** A date or a date with a time (RFC 3339); undefined for anything else, the 30th of February included. */
export const readDate = (text: string): ReadableDate | undefined => {
  const match = PATTERN.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hour, minute, second, fraction, zone] = match
  if (Number(year) === 0 || Number(day) < 1 || Number(day) > daysIn(Number(year), Number(month))) return undefined
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${Number(year)}`
  if (hour === undefined || minute === undefined) return { text: date, datetime: text }
  const utc = zone?.toUpperCase() === 'Z'
  const seconds = second === undefined || (second === '00' && fraction === undefined) ? '' : `:${second}`
  return {
    text: `${date}, ${hour}:${minute}${seconds}${fraction ?? ''}${zone === undefined ? '' : ` ${utc ? 'UTC' : zone}`}`,
    // HTML takes three digits of a second and a capital Z.
    datetime: `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}${(fraction ?? '').slice(0, 4)}${utc ? 'Z' : (zone ?? '')}`,
  }
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
