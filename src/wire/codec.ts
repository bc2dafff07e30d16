/** The contract of a format: how a view becomes text, how a problem does, and how content becomes a value again. */

import type { Awaitable, Fields, Json } from '../core/json.js'
import type { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'

/** What is to be represented, with what a format may need to know to write it well. */
export interface View {
  readonly kind: 'item' | 'collection' | 'document'
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
  /** The path of what it belongs to: an item's collection, a collection's root. */
  readonly up?: string
  /** The member that names an item. */
  readonly key?: string
  /** The media types that the same resource can be had in, the one that is written here among them. */
  readonly formats?: readonly string[]
  /** Where the server is reached, for commands to copy: `http://localhost:4000`. Links never have it: they are paths. */
  readonly origin?: string
  /** The path of one item of a collection. */
  readonly itemPath?: (item: Fields) => string
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
