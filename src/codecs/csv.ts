/** CSV (RFC 4180): a header line, a line for each record, CRLF behind each. Written, never read. */

// Columns stand in the order of the schema, then what it does not know. An object's members have columns of their own, one
// level deep (`address.city`); lists, and what lies deeper, are written as JSON. Null and what is missing are empty, an
// empty text is `""`. Nothing is changed to please a spreadsheet: what is stored is what is written.

import { isFields, type Fields, type Json } from '../core/json.js'
import { allows, type Schema } from '../core/schema.js'
import type { Codec, View } from '../wire/codec.js'

export const csv: Codec = {
  name: 'csv',
  mediaType: 'text/csv',
  charset: 'utf-8',
  kinds: ['collection'],
  byName: true,
  encode(view) {
    const rows = (Array.isArray(view.value) ? (view.value as readonly Json[]) : [view.value]).map(row =>
      isFields(row) ? row : { value: row },
    )
    const columns = columnsOf(view, rows)
    return (
      [columns.map(column => quote(headOf(column))), ...rows.map(row => columns.map(column => cell(row, column)))]
        .map(fields => `${fields.join(',')}\r\n`)
        // A line with nothing on it is a record to nobody.
        .map(line => (line === '\r\n' ? '""\r\n' : line))
        .join('')
    )
  },
}

/** A member, or a member of a member. */
interface Column {
  readonly name: string
  readonly inner?: string
  /** What is no object, where the objects of the same member have columns of their own. */
  readonly plain?: true
}

const headOf = ({ name, inner }: Column): string => (inner === undefined ? name : `${name}.${inner}`)

const columnsOf = (view: View, rows: readonly Fields[]): Column[] => {
  // A Map, because a member may be called `__proto__`.
  const members = new Map<string, Member>()
  const known = Object.entries(view.schema.properties ?? {})
  for (const [name, schema] of known) members.set(name, fromSchema(schema))
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const member = members.get(name) ?? { plain: false, inner: new Set<string>() }
      members.set(name, member)
      if (isFields(value) && Object.keys(value).length > 0)
        for (const inner of Object.keys(value)) member.inner.add(inner)
      else if (value !== null) member.plain = true
    }
  }
  if (members.size === 0) return [{ name: view.key ?? view.name }]
  return [...members].flatMap(([name, { plain, inner }]): Column[] => {
    // Two columns must not have one name: `a.b` may be a member's own name.
    const apart = [...inner].every(member => !members.has(headOf({ name, inner: member })))
    if (!apart || inner.size === 0) return [{ name }]
    const parts = [...inner].map((member): Column => ({ name, inner: member }))
    if (plain) parts.unshift({ name, plain })
    return parts
  })
}

/** What was seen of a member: values that are no objects, and the members of those that are. */
interface Member {
  plain: boolean
  readonly inner: Set<string>
}

const fromSchema = (schema: Schema): Member => ({
  plain: false,
  inner: new Set(allows(schema, 'object') ? Object.keys(schema.properties ?? {}) : []),
})

const cell = (row: Fields, { name, inner, plain }: Column): string => {
  const value = Object.hasOwn(row, name) ? row[name] : undefined
  if (plain === true && isFields(value) && Object.keys(value).length > 0) return ''
  if (inner === undefined) return text(value)
  return isFields(value) && Object.hasOwn(value, inner) ? text(value[inner]) : ''
}

const text = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value === '' ? '""' : quote(value)
  return quote(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** In quotes where anything could be mistaken (RFC 4180 §2.5 to 2.7); blanks at the ends, too, which some readers drop. */
const quote = (value: string): string =>
  /[",\r\n]|^[ \t]|[ \t]$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
