/** How many connections there are: those over the limit are told so, and those far over it not even that. */

import type { Socket } from 'node:net'
import type { Limits } from '../config.js'
import { Problem } from '../core/problem.js'

export interface Crowd {
  /** A connection was accepted. */
  join(socket: Socket): void
  /** Why nothing is answered on this connection; undefined where everything is. */
  refusal(socket: Socket): Problem | undefined
}

/** So many over the limit are told why. Each takes memory until it is closed, so the others are dropped at once. */
const TOLD = 100

export const crowdOf = ({ connections, keepAliveTimeout }: Pick<Limits, 'connections' | 'keepAliveTimeout'>): Crowd => {
  let open = 0
  const surplus = new WeakSet<Socket>()
  // When idle connections have been closed there is room again.
  const wait = String(Math.max(1, Math.ceil(keepAliveTimeout / 1000)))
  return {
    join(socket) {
      if (open >= connections + TOLD) return void socket.destroy()
      if (++open > connections) surplus.add(socket)
      socket.once('close', () => open--)
    },
    refusal(socket) {
      if (!surplus.has(socket)) return undefined
      if (open <= connections) {
        // Others have gone in the meantime.
        surplus.delete(socket)
        return undefined
      }
      return new Problem(
        'too-many-connections',
        `${connections} connections are open, and that is the most. Try again in ${wait} s.`,
        { limit: connections },
        ['Retry-After', wait],
      )
    },
  }
}
