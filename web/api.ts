/** What is served, as `GET /-/families` tells it. */

import type { Server } from './server.js'

/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly Json[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly description?: string
}

export type Fields = Readonly<Record<string, Json>>

export interface Family {
  readonly singular: string
  readonly plural: string
  /** The field that names a record. */
  readonly key: string
  /** The path of the collection: `/users`. */
  readonly collection: string
  /** `/user/{username}`. */
  readonly item: string
  readonly schema: Schema
  /** Whether a record that does not fit is refused; else the schema only says what the others look like. */
  readonly enforced: boolean
  /** Fields that are written and never shown. */
  readonly secrets: readonly string[]
  readonly states?: {
    readonly field: string
    readonly initial: string
    readonly transitions: Readonly<Record<string, readonly string[]>>
  }
}

export interface Api {
  /** What stands before every path: empty, or `/api`. */
  readonly base: string
  /** Whether PUT creates. */
  readonly put: 'update' | 'create'
  /** Media types: what can be sent, and what a record or a collection can be had in. */
  readonly formats: {
    readonly read: readonly string[]
    readonly item: readonly string[]
    readonly collection: readonly string[]
  }
  readonly families: readonly Family[]
}

export const readApi = (server: Server): Promise<Api> => server.read('/families')

/** The path of one record. */
export const itemPath = ({ item, key }: Family, name: string): string =>
  item.replace(`{${key}}`, () => encodeURIComponent(name))

/** All records by the plural of their family, as `GET /-/state` has them. */
export const readState = (server: Server): Promise<Readonly<Record<string, readonly Fields[]>>> => server.read('/state')
