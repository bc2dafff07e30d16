/** The contract of an optional capability: its settings, and what it adds to the pipeline when it is on. */

import type { Family } from '../core/family.js'
import type { Infer, Schema } from '../core/schema.js'
import type { Middleware, Resource } from '../wire/message.js'
import type { Service } from '../wire/service.js'

export interface Context {
  readonly families: readonly Family[]
  readonly service: Service
  /** The address that the server listens on, as the settings have it. */
  readonly host: string
}

export interface Opened {
  readonly middleware?: Middleware
  /** The middleware also stands round answers that come from no resource: files, and what was refused before. */
  readonly frame?: true
  readonly resources?: readonly Resource[]
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
  /** Called once, at start. An empty setting (`true`, or nothing behind the colon) comes as `byDefault`, else as an empty object. */
  open(options: Exclude<Infer<S>, boolean>, context: Context): Opened
  /** What remains when it is off; nothing, for nearly all. */
  closed?(context: Context): Opened
}
