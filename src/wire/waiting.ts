/** Where requests wait that are answered late: so many and no more, nobody for ever, and nobody who has gone. */

import type { Cancel, Clock } from '../core/clock.js'
import { WAIT_MAX } from '../core/latency.js'
import type { HttpRequest } from './message.js'

/** So many requests are held at once. */
export const HELD_MAX = 1000

/** `over`: the time is; `stopped`: nobody is to wait any more; `gone`: the client did not wait; `full`: too many do. */
export type Waited = 'over' | 'stopped' | 'gone' | 'full'

export interface WaitingRoom {
  wait(milliseconds: number, request: Pick<HttpRequest, 'gone'>): Promise<Waited>
  /** Lets everybody go on at once. */
  release(): void
  readonly held: number
}

export const waitingRoom = (clock: Clock, most = HELD_MAX): WaitingRoom => {
  const leave = new Set<(waited: Waited) => void>()
  return {
    wait(milliseconds, { gone }) {
      if (leave.size >= most) return Promise.resolve('full')
      return new Promise(resolve => {
        let forget: Cancel | undefined
        const end = (waited: Waited) => {
          if (!leave.delete(end)) return
          cancel()
          forget?.()
          resolve(waited)
        }
        leave.add(end)
        const cancel = clock.after(Math.min(milliseconds, WAIT_MAX), () => end('over'))
        forget = gone?.(() => end('gone'))
        // It had gone before anybody listened.
        if (!leave.has(end)) forget?.()
      })
    },
    release: () => [...leave].forEach(end => end('stopped')),
    get held() {
      return leave.size
    },
  }
}
