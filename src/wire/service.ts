/** What every handler needs, put together once at start. */

import type { Store } from '../core/store.js'
import type { Formats } from './formats.js'
import type { Represent } from './representation.js'
import type { Trouble } from './trouble.js'

export interface Service {
  readonly store: Store
  readonly formats: Formats
  readonly represent: Represent
  readonly trouble: Trouble
  /** What stands before every path: empty, or `/api`. */
  readonly base: string
}
