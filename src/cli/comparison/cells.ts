/** What a comparison's table has in its cells, whether it is drawn or written as Markdown. */

import type { Deed, Performed } from '../../compare/deeds.js'

export const HEAD: readonly string[] = [
  'To',
  'Old style',
  'RESTful',
  'Status',
  'Safe?',
  'Idempotent?',
  'Cacheable?',
  'Header fields',
]

/** One line of the table. Where the styles differ, the old one stands first. */
export const cellsOf = ({ to, old, restful }: Deed): string[] => [
  to,
  old?.request ?? 'none',
  restful.request,
  ...[statusOf, safe, idempotent, cacheable].map(of => both(old && of(old), of(restful))),
  fieldsOf(old, restful),
]

/** How a cell is to be read that has something of both styles. */
export const SIDES = 'Where the styles differ: old / RESTful.'
/** What the words in the cells mean. */
export const VERDICTS =
  'yes and no are what the method promises (RFC 9110, 9.2), broken is a promise that was not kept.'

const statusOf = ({ status }: Performed): string => String(status)
const safe = (one: Performed): string => one.safe
const idempotent = (one: Performed): string => one.idempotent
const cacheable = (one: Performed): string => one.cacheable

const both = (old: string | undefined, restful: string): string =>
  old === restful ? restful : `${old ?? '-'} / ${restful}`

/** Those of both, then those of one only: they are the difference. */
const fieldsOf = (old: Performed | undefined, restful: Performed): string => {
  if (old === undefined) return restful.fields.join(', ')
  const shared = restful.fields.filter(name => old.fields.includes(name))
  const parts = [
    ['', shared],
    ['old: ', old.fields.filter(name => !shared.includes(name))],
    ['RESTful: ', restful.fields.filter(name => !shared.includes(name))],
  ] as const
  return parts.flatMap(([head, names]) => (names.length === 0 ? [] : [head + names.join(', ')])).join('; ')
}
