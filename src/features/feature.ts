/** The contract of an optional capability: its settings, and what it adds to the server when it is on. */

import type { Family } from '../core/family.js'
import type { Infer, Schema } from '../core/schema.js'
import type { Codec } from '../wire/codec.js'
import type { Middleware, Resource } from '../wire/message.js'
import type { Late, Service } from '../wire/service.js'

/** What a table of resources is built over: the families, and what serves them. One for each version, where there are versions. */
export interface View {
  readonly families: readonly Family[]
  readonly service: Service
}

export interface Context extends View {
  /** The address that the server listens on, as the settings have it. */
  readonly host: string
  /** What outlives a change of the settings, by its name: made once, and found again by the server that takes over. */
  keep<T>(name: string, make: () => T): T
}

export interface Opened {
  /** Sees every request first and every response last, in the order of the features. */
  readonly middleware?: Middleware
  /** The middleware also stands round answers that come from no resource: files, and what was refused before. */
  readonly frame?: true
  /**
   * Stands before what a resource does, in the order of the features: route and method are known then, and OPTIONS, 404
   * and 405 have been answered. Asked once for each resource, at start; nothing is put where it gives nothing.
   */
  readonly admit?: (resource: Resource) => Middleware | undefined
  /** Resources over the families, matched before those of the RESTful table. */
  readonly table?: (view: View) => readonly Resource[]
  /** Builds all tables in its own way: once for each version. */
  readonly tables?: (build: (view: View) => readonly Resource[]) => readonly Resource[]
  /** Resources of its own, below the base. */
  readonly resources?: readonly Resource[]
  /** Resources about the server itself; `root` is what stands before their paths: `/-`, `/api/-`. */
  readonly control?: (root: string) => readonly Resource[]
  /** What it can do for the handlers of all resources. */
  readonly late?: Partial<Late>
  /** Lines of the banner: what it is about, and what there is. */
  readonly banner?: readonly (readonly [head: string, text: string])[]
  /** Something in it is drawn, so the banner says from which seed. */
  readonly random?: true
  /** Said loudly at the start, one sentence each. */
  readonly warnings?: readonly string[]
  close?(): void
}

export interface Feature<S extends Schema = Schema> {
  /** The setting that turns it on, too. */
  readonly name: string
  readonly doc: string
  readonly options: S
  /** What it works with when nothing is said, or `true`. A feature that has it is on unless its setting is `false`. */
  readonly byDefault?: Exclude<Infer<S>, boolean>
  /** Names of request fields that every response depends on while it is on; kept representations say so in Vary. */
  readonly varies?: string
  /** Formats that there are while it is on. */
  readonly codecs?: readonly Codec[]
  /** What is wrong with a setting that its schema cannot tell, each at a JSON Pointer inside of it. Asked only when the schema fits; items of a list that do not are undefined. */
  check?(options: Exclude<Infer<S>, boolean>): readonly { readonly pointer: string; readonly message: string }[]
  /** Called once, at start. An empty setting (`true`, or nothing behind the colon) comes as `byDefault`, else as an empty object. */
  open(options: Exclude<Infer<S>, boolean>, context: Context): Opened
  /** What remains when it is off; nothing, for nearly all. */
  closed?(context: Context): Opened
}
