/** One message on its way to one target: where it stands, and every attempt that was made. */

import type { Fields } from '../../core/json.js'
import type { Sent } from '../../core/post.js'
import type { Message } from './message.js'

/** On their way are the first three. */
export type State = 'waiting' | 'sending' | 'retrying' | 'delivered' | 'failed' | 'dropped'

export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly result: Sent
}

export interface Delivery {
  readonly message: Message
  readonly state: State
  readonly attempts: readonly Attempt[]
  /** When it is tried again. */
  readonly next?: number | undefined
  /** Why it was dropped. */
  readonly reason?: string
}

/** As the log shows it; of what was sent only the name, because records are for those who may read them. */
export const entryOf = ({ message, state, attempts, next, reason }: Delivery): Fields => ({
  id: message.id,
  type: message.type,
  state,
  ...(reason !== undefined && { reason }),
  attempts: attempts.map(({ at, result }) => ({
    at: isoDate(at),
    ...('status' in result ? { status: result.status } : { error: result.failure }),
  })),
  ...(next !== undefined && { next: isoDate(next) }),
})

const isoDate = (milliseconds: number): string => new Date(milliseconds).toISOString()
