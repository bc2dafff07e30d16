/** A collection as a table: a row for each item, a column for each top-level member. */

import { isFields, type Fields, type Json } from '../../core/json.js'
import type { View } from '../../wire/codec.js'
import { curl } from './command.js'
import { tidyPath } from './link.js'
import { markup, NOTHING, type Markup } from './markup.js'
import { pager, showing, unmatched } from './pager.js'
import { label, text } from './text.js'
import { compact, whole } from './value.js'

/** The longest text that a cell shows on one line. */
const LINE = 40

/** What stands below the heading of a collection's page. */
export const collection = (view: View): Markup => {
  const rows: readonly Json[] = Array.isArray(view.value) ? view.value : [view.value]
  if (rows.length === 0) return nothing(view)
  return rows.every(isFields) ? table(view, rows) : whole(rows)
}

const table = (view: View, rows: readonly Fields[]): Markup => {
  const columns = columnsOf(view, rows)
  const key = view.key ?? columns[0]
  const numeric = new Set(columns.filter(name => name !== key && isNumeric(rows, name)))
  const heads = columns.map(name => head(view, name, numeric.has(name)))
  const body = rows.map(row => {
    const cells = columns.map(name => {
      if (name === key && Object.hasOwn(row, name))
        return markup`<th scope="row"${look(isLong(row[name]) && 'long')}>${keyCell(view, row, name)}</th>`
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      const width = isLong(value) && 'long'
      return markup`<td${look(numeric.has(name) ? 'numeric' : width)}>${value === undefined ? NOTHING : compact(value)}</td>`
    })
    return markup`<tr>${cells}</tr>
`
  })
  // The region takes the focus, so that the keyboard can scroll it too.
  return markup`<div class="scroll" role="region" aria-labelledby="count" tabindex="0">
<table>
<caption id="count">${showing(view, rows.length)}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${body}</tbody>
</table>
</div>${pager(view)}`
}

/** A column's name; where the list can be sorted by it, a link that does, and turns the order round the next time. */
const head = (view: View, name: string, isNumber: boolean): Markup => {
  const sorting = view.page?.sorting(name)
  if (sorting === undefined) return markup`<th scope="col"${look(isNumber && 'numeric')}>${label(name)}</th>`
  const { href, direction } = sorting
  const state = direction === undefined ? NOTHING : markup` aria-sort="${direction}"`
  const sign =
    direction === undefined
      ? NOTHING
      : markup` <span aria-hidden="true">${direction === 'ascending' ? '↑' : '↓'}</span>`
  return markup`<th scope="col"${look(isNumber && 'numeric')}${state}><a href="${tidyPath(href)}">${label(name)}${sign}</a></th>`
}

/** The schema's order, then what it does not know; a column that would be empty is left out. */
const columnsOf = (view: View, rows: readonly Fields[]): string[] => {
  const present = new Set(rows.flatMap(row => Object.keys(row)))
  const known = Object.keys(view.schema.properties ?? {}).filter(name => present.has(name))
  return [...new Set([...known, ...present])]
}

const keyCell = (view: View, row: Fields, name: string): Markup => {
  const value = row[name] ?? null
  if (view.itemPath === undefined || (typeof value !== 'string' && typeof value !== 'number')) return compact(value)
  // No other link or date in it: the key leads to its item, even if it looks like a mailbox.
  return markup`<a href="${tidyPath(view.itemPath(row))}">${value === '' ? text(value) : markup`<bdi>${value}</bdi>`}</a>`
}

const isNumeric = (rows: readonly Fields[], name: string): boolean => {
  const values = rows.flatMap(row => (Object.hasOwn(row, name) ? [row[name]] : [])).filter(value => value !== null)
  return values.length > 0 && values.every(value => typeof value === 'number')
}

/** Short texts stay on one line and the table scrolls; long ones are given room to wrap in. */
const isLong = (value: Json | undefined): boolean => {
  if (typeof value === 'string') return value.length > LINE
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(inner => typeof inner === 'string' && inner.length > LINE)
}

const look = (name: string | false): Markup => (name === false ? NOTHING : markup` class="${name}"`)

const nothing = (view: View): Markup => {
  const { page } = view
  const none = page === undefined || (page.total === 0 && page.number === 1 && !page.filtered)
  return none ? empty(view) : unmatched(view, page)
}

const empty = ({ plural, self, key, itemPath, origin }: View): Markup => {
  const hint =
    key === undefined || itemPath === undefined
      ? markup`<p>Create one with <code>POST ${self}</code>, then load this page again.</p>`
      : markup`<p>Create one, then load this page again:</p>
<pre><code>${curl(origin, ['-X', 'POST'], itemPath({ [key]: 'example' }))}</code></pre>`
  return markup`<section class="empty">
<p>There are no <bdi>${plural}</bdi> to show.</p>
${hint}
</section>`
}
