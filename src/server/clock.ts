/** The real time. */

import type { Clock } from '../core/clock.js'

export const systemClock: Clock = {
  now: Date.now,
  after(milliseconds, call) {
    // Node takes longer spans for none at all.
    const timer = setTimeout(call, Math.min(milliseconds, 2 ** 31 - 1))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
