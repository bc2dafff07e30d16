/** Sizes and spans of time as people write them: `1mb`, `16kb`, `30s`, `2m`. */

const UNITS = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const
const SPANS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

export const SIZE_PATTERN = '^\\d+(\\.\\d+)? ?([kKmMgG]?[bB])$'
export const SPAN_PATTERN = '^\\d+(\\.\\d+)? ?(ms|s|m|h|d)$'

const read = (text: string, units: Readonly<Record<string, number>>): number => {
  const [, digits, letters = ''] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/i.exec(text) ?? []
  const unit = letters.toLowerCase()
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (digits === undefined || factor === undefined) throw new RangeError(`not a quantity: ${text}`)
  // However many digits somebody writes, what comes out can be compared and counted with.
  return Math.min(Math.round(Number(digits) * factor), Number.MAX_SAFE_INTEGER)
}

/** Bytes. A number is bytes already; the pattern has been checked by the grammar. */
export const bytes = (size: number | string): number => (typeof size === 'number' ? size : read(size, UNITS))

/** Milliseconds. A number is milliseconds already. */
export const milliseconds = (span: number | string): number => (typeof span === 'number' ? span : read(span, SPANS))
