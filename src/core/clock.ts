/** Time, handed in: what lives below the server is told what time it is, and is woken later. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls once, when so many milliseconds have passed; never before this call has returned. Keeps no process alive. */
  after(milliseconds: number, call: () => void): Cancel
}

/** Nothing happens any more; can be called at any time, and twice. */
export type Cancel = () => void
