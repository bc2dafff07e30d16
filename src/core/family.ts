/** A resource family as data: what a collection's records are called, which field names each, and what is never shown. */

import type { Fields, Json } from './json.js'
import type { Misfit } from './misfit.js'
import type { Schema } from './schema.js'
import type { States } from './states.js'

/**
 * All that keeps a record from fitting its schema, at most a hundred faults; none when it fits. `before` is the record
 * that is there now: a version that does not show all of it leaves the rest as it is.
 */
export type Validate = (fields: Fields, before?: Fields) => readonly Misfit[]

export interface Family {
  /** The item's path segment and element name: `user`. Unique, so it also names the family in the store. */
  readonly singular: string
  /** The collection's path segment, and its name in the fixture: `users`. */
  readonly plural: string
  /** The field that names a record: `username`. */
  readonly key: string
  /** Top-level fields that are write-only: no representation, log, event or error ever holds them. */
  readonly secrets: readonly string[]
  /**
   * What the records look like: inferred from those of the fixture, a declared schema laid over it. Secrets included,
   * because they can be written. Records that come later change nothing about it.
   */
  readonly schema: Schema
  /** Enforces the declared schema, or with `strict` the inferred one. Absent where nothing is enforced. */
  readonly validate?: Validate
  /** Which states a record can be in, and how it gets from one to another. Absent where it just is there, or is not. */
  readonly states?: States
  /** Whether what was removed is told from what never was. */
  readonly gone?: true
  /** Why there is no field of this name in the version that the family is seen in; undefined where there can be one. */
  readonly absent?: (name: string) => string | undefined
}

/** First path segments that no family can take: sessions, and the server's own matters. */
export const RESERVED_SEGMENTS: readonly string[] = ['session', '-']

/** The fields of a record that anybody may see. */
export const visible = (family: Family, fields: Fields): Fields => {
  if (!family.secrets.some(name => Object.hasOwn(fields, name))) return fields
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !family.secrets.includes(name)))
}

/** The schema of what is shown: the family's own without its secrets. */
export const visibleSchema = (family: Family): Schema => {
  const { properties, required, ...rest } = family.schema
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !family.secrets.includes(name))),
    }),
    ...(required && { required: required.filter(name => !family.secrets.includes(name)) }),
  }
}

/** A key as the text that stands in the URL; undefined for what cannot be one. */
export const keyText = (value: Json | undefined): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
