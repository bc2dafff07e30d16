/** Which fields a table of records shows. */

import type { Family, Fields } from '../../api.js'
import { memberOf, typesOf } from './json.js'

/** More do not fit beside each other. */
const COLUMNS = 6

/** The key, then single values before lists and objects, all in the order of the schema. */
export const columnsOf = ({ key, schema, secrets }: Family, records: readonly Fields[]): readonly string[] => {
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...records.flatMap(Object.keys)])].filter(
    name => name !== key && !secrets.includes(name),
  )
  const nested = (name: string): boolean => typesOf(memberOf(schema, name)).some(type => /array|object/.test(type))
  const chosen = new Set([...names.filter(name => !nested(name)), ...names.filter(nested)].slice(0, COLUMNS - 1))
  return [key, ...names.filter(name => chosen.has(name))]
}

/** A name that the grammar of `sort` would read otherwise cannot be sorted by. */
export const sortable = (name: string): boolean => name !== '' && !/^[-+ ]|,/.test(name)

/** Of a query by which one column is sorted: the query after the next click. Up, down, as it was; from the first page. */
export const sortedBy = (query: string, name: string): string => {
  const parameters = new URLSearchParams(query)
  const sort = parameters.get('sort')
  parameters.delete('page')
  if (sort === name) parameters.set('sort', `-${name}`)
  else if (sort === `-${name}`) parameters.delete('sort')
  else parameters.set('sort', name)
  return parameters.toString()
}

export const orderOf = (query: string, name: string): 'ascending' | 'descending' | 'none' => {
  const sort = new URLSearchParams(query).get('sort')
  if (sort === name) return 'ascending'
  return sort === `-${name}` ? 'descending' : 'none'
}
