/** Records as a table: the key leads to the record, a click on a head sorts. */

import type { Family, Fields } from '../../api.js'
import { h } from '../../dom.js'
import { recordHash } from './address.js'
import { columnsOf, orderOf, sortable } from './columns.js'
import { brief, own } from './json.js'

const ARROWS = { ascending: '▲', descending: '▼', none: '' } as const

/** A cell is no place to read a book. */
const LONGEST = 80

export const tableOf = (
  family: Family,
  records: readonly Fields[],
  query: string,
  sort: (column: string) => void,
): HTMLElement => {
  const columns = columnsOf(family, records)
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': family.plural },
    h(
      'table',
      { class: 'records' },
      h('thead', {}, h('tr', {}, ...columns.map(name => headOf(name, query, sort)))),
      h(
        'tbody',
        {},
        ...records.map(record => {
          const key = brief(own(record, family.key))
          return h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              h('a', { href: recordHash(family.singular, key), 'data-at': `record ${key}` }, key),
            ),
            ...columns.slice(1).map(name => cellOf(record, name)),
          )
        }),
      ),
    ),
  )
}

const headOf = (name: string, query: string, sort: (column: string) => void): HTMLElement => {
  if (!sortable(name)) return h('th', { scope: 'col' }, name)
  const order = orderOf(query, name)
  return h(
    'th',
    { scope: 'col', 'aria-sort': order },
    h(
      'button',
      { 'data-at': `head ${name}`, on: { click: () => sort(name) } },
      name,
      h('span', { 'aria-hidden': 'true' }, ARROWS[order]),
    ),
  )
}

const cellOf = (record: Fields, name: string): HTMLElement => {
  const value = own(record, name)
  const text = brief(value)
  if (value === null || value === undefined) return h('td', { class: 'nothing' }, value === null ? 'null' : '')
  return h(
    'td',
    { class: typeof value === 'number' ? 'number' : undefined, title: text.length > LONGEST ? text : undefined },
    text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text,
  )
}
