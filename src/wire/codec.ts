/** The contract of a format: how a view becomes text, how a problem does, and how content becomes a value again. */

import type { Awaitable, Fields, Json } from '../core/json.js'
import type { FieldList, Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'

/** What a resource is: one record, a list of them, or a document of the server's own. */
export type Kind = 'item' | 'collection' | 'document'

/** What is to be represented, with what a format may need to know to write it well. */
export interface View {
  readonly kind: Kind
  /** What one is called: the XML element of an item, the noun of a page. */
  readonly name: string
  /** What many are called. */
  readonly plural: string
  /** The schema of one item, secrets left out. */
  readonly schema: Schema
  /** An object for an item or a document, a list of objects for a collection. */
  readonly value: Json
  /** For people: `alice`, `users`. */
  readonly title: string
  /** The path of what is shown. */
  readonly self: string
  /** `self` is less than what was asked for, which no URL is long enough to say: so it is not linked to. */
  readonly unlinked?: true
  /** The path of what it belongs to: an item's collection, a collection's root. */
  readonly up?: string
  /** The member that names an item. */
  readonly key?: string
  /** The media types that the same resource can be had in, the one that is written here among them. */
  readonly formats?: readonly string[]
  /** What stands behind each of them to have it in this version: `;version=1`. */
  readonly parameter?: string
  /** Where the server is reached, for commands to copy: `http://localhost:4000`. Links never have it: they are paths. */
  readonly origin?: string
  /** The path of one item of a collection. */
  readonly itemPath?: (item: Fields) => string
  /** Which part of a collection is shown; without it, all. */
  readonly page?: PageView
  /** Where an item can go from the state that it is in. */
  readonly steps?: Steps
  /** Header fields that belong to the representation and so to its validator: `Link`, `X-Total-Count`. */
  readonly headers?: FieldList
}

/** The state of an item, null where it is in none, and those that can follow. */
export interface Steps {
  readonly field: string
  readonly state: string | null
  readonly next: readonly string[]
}

/** A page among the pages of a collection. Links are paths with their queries. */
export interface PageView {
  /** From 1. */
  readonly number: number
  /** How many records a page has at most. */
  readonly limit: number
  /** How many records there are on all pages together. */
  readonly total: number
  /** Undefined where a URL would be too long. */
  readonly links: PageLinks | undefined
  /** Whether a filter or a search left records out. */
  readonly filtered: boolean
  /** How the list is sorted by a column at present, and the path that sorts it by that or turns it round. Undefined: it cannot be. */
  sorting(column: string): Sorting | undefined
}

export interface Sorting {
  readonly href: string
  /** Only the column that decides first has a direction. */
  readonly direction?: 'ascending' | 'descending'
}

/** The pages that a page leads to. Before the first and behind the last there is none. */
export interface PageLinks {
  readonly first: string
  readonly prev?: string
  readonly next?: string
  readonly last: string
}

/** What a codec may need to know to read a content. */
export interface Shape {
  readonly name: string
  /** The schema that gives text its types back, secrets included. */
  readonly schema: Schema
}

/** A problem as it goes over the wire (RFC 9457 §3). */
export interface ProblemDocument extends Fields {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
}

export interface Codec {
  /** Short, for people and the log: `json`. */
  readonly name: string
  /** The media type that it is known by. */
  readonly mediaType: string
  /** Older names, answered under the very name that was asked for. */
  readonly aliases?: readonly string[]
  /** Said behind the media type in Content-Type, where the type has such a parameter and a client would guess wrong without. */
  readonly charset?: 'utf-8'
  /** What it can write, where that is not everything: a table needs rows. */
  readonly kinds?: readonly Kind[]
  /** Chosen only by who names it, as long as there is anything else under a range like `text/*`. */
  readonly byName?: true
  /** Writes data that may stand in an envelope; what is rows by its nature, or a page, has none. */
  readonly enveloped?: true
  /** Writes what is to come instead of what is there, so it has no `encode`: a feed. Such an answer has no end. */
  readonly live?: true
  /** More header fields for what it writes: a policy for pages. */
  readonly headers?: readonly string[]
  /** Writes a view. Absent in a format that can only be read. */
  encode?(view: View): Awaitable<string>
  /** Reads a content, decoded as UTF-8 already. A problem tells line and column. Absent in a format that can only be written. */
  decode?(text: string, shape: Shape): Awaitable<Json | Problem>
  /** How it writes problems, and under which media type. */
  readonly problem?: {
    readonly mediaType: string
    encode(document: ProblemDocument): string
  }
}
