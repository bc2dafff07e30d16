/** Which entries are shown: those with all the words, and with one of the chosen values of each kind. */

import { targetOf, type Summary } from '../../exchange.js'

export interface Filter {
  readonly text: string
  /** Values of KINDS; of a kind without a chosen one, all are shown. */
  readonly chosen: ReadonlySet<string>
}

interface Kind {
  readonly name: string
  readonly values: readonly string[]
  of(entry: Summary): string
}

export const EVERYTHING: Filter = { text: '', chosen: new Set() }

export const KINDS: readonly Kind[] = [
  { name: 'Method', values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], of: ({ method }) => method },
  { name: 'Status', values: ['2xx', '3xx', '4xx', '5xx'], of: ({ status }) => `${String(status)[0]}xx` },
  { name: 'Style', values: ['Old', 'RESTful'], of: ({ style }) => (style === 'old' ? 'Old' : 'RESTful') },
]

export const isNarrow = ({ text, chosen }: Filter): boolean => text.trim() !== '' || chosen.size > 0

/** The question that a filter asks, once for all entries. */
export const admitting = ({ text, chosen }: Filter): ((entry: Summary) => boolean) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const kinds = KINDS.filter(({ values }) => values.some(value => chosen.has(value)))
  return entry =>
    kinds.every(kind => chosen.has(kind.of(entry))) &&
    (words.length === 0 || (said => words.every(word => said.includes(word)))(textOf(entry)))
}

const textOf = (entry: Summary): string => {
  const { method, status, type = '', twin = '', problem = '', rule = '' } = entry
  return [method, targetOf(entry), status, type, twin, problem, rule].join(' ').toLowerCase()
}
