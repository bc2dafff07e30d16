/** The contract of an optional capability: its settings, and what it adds to the pipeline when it is on. */

import type { Family } from '../core/family.js'
import type { Infer, Schema } from '../core/schema.js'
import type { Middleware } from '../wire/message.js'
import type { Resource } from '../wire/message.js'
import type { Service } from '../wire/service.js'

export interface Context {
  readonly families: readonly Family[]
  readonly service: Service
}

export interface Opened {
  readonly middleware?: Middleware
  readonly resources?: readonly Resource[]
  close?(): void
}

export interface Feature<S extends Schema = Schema> {
  /** The setting that turns it on, too. */
  readonly name: string
  readonly doc: string
  readonly options: S
  /** Called once, at start. An empty setting (`true`, or nothing behind the colon) comes as an empty object. */
  open(options: Exclude<Infer<S>, boolean>, context: Context): Opened
  /** What remains when it is off; nothing, for nearly all. */
  closed?(context: Context): Opened
}
