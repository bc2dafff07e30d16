/** What is sent when a record is made or changed, until somebody says otherwise. */

import type { Family, Fields, Json } from '../../api.js'
import type { Deed } from './deeds.js'

/** Something that the deed can be done with. `key` is the one that is looked at, if it is there. */
export const proposalFor = (
  deed: Deed,
  family: Family,
  records: readonly Fields[],
  key: string,
): { readonly key: string; readonly content?: Fields } => {
  const named = new Map(records.map(record => [String(record[family.key]), record]))
  if (deed.name === 'add') {
    const fresh = freshKey(family, new Set(named.keys()))
    return { key: fresh, content: newContent(family, fresh, records[0]) }
  }
  const [first = ''] = named.keys()
  const chosen = named.has(key) ? key : first
  const record = named.get(chosen)
  return { key: chosen, ...(deed.sends && record !== undefined && { content: changedContent(family, record) }) }
}

/** A name that nobody has, and that is easy to say. */
const freshKey = ({ singular, key, schema }: Family, keys: ReadonlySet<string>): string => {
  const type = schema.properties?.[key]?.type
  if (type === 'integer' || type === 'number')
    return String(Math.max(0, ...[...keys].map(Number).filter(Number.isFinite)) + 1)
  const names = singular === 'user' ? ['carol', 'dave', 'erin', 'frank', 'grace', 'heidi'] : [`new-${singular}`]
  return names.find(name => !keys.has(name)) ?? `${names[0] ?? singular}-${keys.size + 1}`
}

/** As little as the schema lets it be, in the manner of a record that is there. */
const newContent = (family: Family, key: string, like: Fields | undefined): Fields => {
  const wanted = new Set([...((family.enforced && family.schema.required) || []), 'name', 'email', 'title'])
  const known = family.schema.properties ?? {}
  return Object.fromEntries(
    Object.keys(known)
      .filter(name => wanted.has(name) && name !== family.key && name !== family.states?.field)
      .map(name => [name, invented(name, key, like?.[name], family.secrets.includes(name))]),
  )
}

const invented = (name: string, key: string, like: Json | undefined, secret: boolean): Json => {
  if (secret) return 'change-me-please'
  if (name === 'email') return `${encodeURIComponent(key)}@example.com`
  if (name === 'name' || name === 'title') return key.charAt(0).toUpperCase() + key.slice(1)
  return like ?? null
}

/** The record as it is, with one thing changed; whole, because both styles replace it. */
const changedContent = (family: Family, record: Fields): Fields => {
  const { [family.key]: _, ...fields } = record
  const free = Object.entries(fields).filter(
    ([name]) => name !== family.states?.field && family.schema.properties?.[name]?.enum === undefined,
  )
  const [name, value] =
    free.find(([own]) => own === 'name' || own === 'title') ??
    free.find(([, own]) => typeof own === 'string') ??
    free.find(([, own]) => typeof own === 'number') ??
    []
  if (name === undefined) return { ...fields, note: 'changed' }
  return { ...fields, [name]: typeof value === 'number' ? value + 1 : `${String(value)} II` }
}
