/** What a receiver is told of a change: `user.created`, when, and the record as anybody may see it. */

import type { Change } from '../../core/changes.js'
import { visible, type Family } from '../../core/family.js'
import type { Fields } from '../../core/json.js'

export interface Message {
  /** The same on every attempt and for every target, so that a receiver can tell what it has seen. */
  readonly id: string
  readonly type: string
  /** JSON, the very bytes that are signed. */
  readonly body: string
}

export const messageOf = (change: Change, family: Family, id: string, now: number): Message => {
  const { kind, key, revision, entry } = change
  const type = `${family.singular}.${kind}`
  const timestamp = new Date(entry?.modified ?? now).toISOString()
  return { id, type, body: JSON.stringify({ type, timestamp, data: dataOf(family, { key, revision, entry }) }) }
}

/** The key stands outside, too: of a record that is gone, it is all that is left. */
const dataOf = (family: Family, { key, revision, entry }: Pick<Change, 'key' | 'revision' | 'entry'>): Fields => ({
  [family.key]: entry?.fields[family.key] ?? key,
  revision,
  representation: entry === undefined ? null : visible(family, entry.fields),
})
