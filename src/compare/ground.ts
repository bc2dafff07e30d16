/** Where the styles are compared: a server that answers, and ways to see all its records and to put them back. */

import type { Entry } from '../core/entry.js'
import type { Schema } from '../core/schema.js'

/** A family as far as a comparison has to know it: plain data, so that a document can say it as well. */
export interface Subject {
  /** The item's path segment: `book`. */
  readonly singular: string
  /** What several of them are called: `books`. */
  readonly plural: string
  /** The field that names a record. */
  readonly key: string
  /** Of the record as it is shown. */
  readonly schema: Schema
  /** Fields that are never shown. */
  readonly secrets: readonly string[]
  /** The field that tells a record's state; absent where there are no states. */
  readonly state?: string
}

/** A record: its key as the URL has it, and its fields. Secrets may be among them, where they can be seen. */
export type Member = Pick<Entry, 'key' | 'fields'>

export interface Ground {
  /** What stands before the path of every request: `http://127.0.0.1:4000`, or nothing where URLs can be relative. */
  readonly origin: string
  /** What every path begins with: `/api`, or nothing. */
  readonly base: string
  readonly families: readonly Subject[]
  /** Whether PUT creates. */
  readonly puts: boolean
  /** Those of a family, in their order. */
  records(family: Subject): Promise<readonly Member[]>
  /** All that can be told apart about all records, as a text. */
  state(): Promise<string>
  /** Every record as it was when the comparison began. */
  putBack(): Promise<void>
}
