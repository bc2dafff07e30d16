/** What happened to a record: told by a store to whoever watches it, in the order in which it happened. */

import type { Entry } from './entry.js'

export interface Change {
  readonly kind: 'created' | 'updated' | 'removed'
  /** Its singular. */
  readonly family: string
  readonly key: string
  /** Of the store behind the change. Grows with every change, and is never used twice. */
  readonly revision: number
  /** The record as it is now; undefined when it is gone. */
  readonly entry: Entry | undefined
  /** The record as it was before; undefined when it was not there. */
  readonly before: Entry | undefined
  /** Where in the order of its family a removed one stood, from 0. */
  readonly index?: number
}

/** Called at once, before the writer has its answer. Must not throw, and must not write. */
export type Watcher = (change: Change) => void
