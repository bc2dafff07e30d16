/** What every handler needs, put together once at start. */

import type { PageLimits } from '../core/query/parameters.js'
import type { Store } from '../core/store.js'
import type { View } from './codec.js'
import type { Formats } from './formats.js'
import type { Represent } from './representation.js'
import type { Trouble } from './trouble.js'

/** How collections are listed. */
export interface Listing {
  /** Records on a page: when nobody says, and at most. */
  readonly limits: PageLimits
  readonly form: 'link' | 'envelope'
  /** The longest URL that this server takes, in bytes. */
  readonly urlMax: number
}

export interface Service {
  readonly store: Store
  readonly formats: Formats
  readonly represent: Represent
  readonly trouble: Trouble
  /** What stands before every path: empty, or `/api`. */
  readonly base: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Whether a change needs a precondition (428). */
  readonly requireMatch: boolean
  /** Whether PUT makes what is not there. */
  readonly put: 'update' | 'create'
  readonly listing: Listing
  /** Where the server is reached, for commands to copy; known once it listens. */
  readonly origin: () => string | undefined
}

/** What every view of this server has in common. */
export const surroundings = (service: Service): Pick<View, 'formats' | 'origin'> => {
  const origin = service.origin()
  return { formats: service.formats.written, ...(origin !== undefined && { origin }) }
}
