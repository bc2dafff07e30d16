/** The contract of a part of the page: what it is given, and what it gives back. */

import type { Api } from './api.js'
import type { Changes } from './changes.js'
import type { Server } from './server.js'

/** What all parts share. */
export interface Stage {
  readonly server: Server
  /** What is served; asked for again when a part is opened. */
  readonly api: Api
  /** Tells of changes of the records, whoever has made them. */
  readonly changes: Changes
  /** Shows a sentence for a while, and has a screen reader say it. */
  say(text: string): void
  /** The same for what went wrong; it stays until the next. */
  warn(error: unknown): void
}

export interface Opened {
  readonly element: HTMLElement
  /** A key that nothing else has taken; true when it has done something. */
  key?(event: KeyboardEvent): boolean
  /** Ends all that it has begun: another part is opened. */
  close?(): void
}

export interface Part {
  /** In the address: `#traffic`. */
  readonly name: string
  readonly title: string
  /** What stands behind the name in the address: `42` in `#traffic/42`; empty where nothing does. */
  open(stage: Stage, rest: string): Opened
}
