/** A record as a store holds it. */

import type { Fields } from './json.js'

/** A record as it was at one revision. Immutable: a change makes a new one, so an entry can key what was derived from it. */
export interface Entry {
  readonly key: string
  /** Grows with every change of the store; never reused. */
  readonly revision: number
  /** Milliseconds since the epoch. */
  readonly modified: number
  readonly fields: Fields
}
