/** A total order over all values, whatever their types, the same on every machine; and records sorted by it, stably. */

// Truth values (false, true), then numbers, then texts by code units, then objects by their JSON text. A list is compared
// item by item. What is null, missing or an empty list comes last, whichever way the order goes: nobody who sorts wants to
// page through the empty ones first.

import type { Json } from '../json.js'
import type { Entry } from '../store.js'
import { valuesAt, type Place } from './path.js'

export interface SortKey {
  readonly place: Place
  readonly descending: boolean
}

export const inOrder = (entries: readonly Entry[], keys: readonly SortKey[]): readonly Entry[] => {
  // Each value is looked up once, and not with every comparison.
  const rows = entries.map(entry => ({ entry, values: keys.map(({ place }) => sortValue(entry, place)) }))
  rows.sort((a, b) => {
    for (let index = 0; index < keys.length; index++) {
      const order = compareValues(a.values[index], b.values[index], keys[index]?.descending === true)
      if (order !== 0) return order
    }
    return 0
  })
  return rows.map(({ entry }) => entry)
}

/** One value, as nearly always, or several; undefined for none. */
const sortValue = ({ fields }: Entry, { path }: Place): Json | undefined => {
  const values = valuesAt(fields, path)
  if (values.length === 1) return values[0] ?? undefined
  const present = values.filter(value => value !== null)
  return present.length > 1 ? present : present[0]
}

/** Negative when the first comes before the second; neither is null. */
export const compare = (a: Json, b: Json): number => {
  const difference = rank(a) - rank(b)
  if (difference !== 0) return difference
  if (typeof a === 'object' || typeof b === 'object') return byCodeUnits(JSON.stringify(a), JSON.stringify(b))
  if (typeof a === 'string' && typeof b === 'string') return byCodeUnits(a, b)
  return Number(a) - Number(b)
}

const compareValues = (a: Json | undefined, b: Json | undefined, descending: boolean): number => {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const order = Array.isArray(a) || Array.isArray(b) ? compareLists(listed(a), listed(b)) : compare(a, b)
  return descending ? -order : order
}

const listed = (value: Json): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [value])

const compareLists = (a: readonly Json[], b: readonly Json[]): number => {
  for (const [index, value] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    const order = compare(value, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const rank = (value: Json): number => {
  if (typeof value === 'boolean') return 0
  if (typeof value === 'number') return 1
  return typeof value === 'string' ? 2 : 3
}

const byCodeUnits = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}
