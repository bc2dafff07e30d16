/** How fast the requests come: so that a room can follow the first ones, and does not have to wait for the hundredth. */

/** Milliseconds after each of the first ones. */
const STEP = 320
const SLOW = 5
/** By so much each later pause is shorter than the one before. */
const FASTER = 0.83
/** Shorter than this, nobody sees it. */
const LEAST = 10

/** One side of one proof: call it after each request. `fast` is asked each time. It ends early when the signal does. */
export const paceOf = (fast: () => boolean, signal: AbortSignal): (() => Promise<void>) => {
  let count = 0
  return async () => {
    const pause = STEP * FASTER ** Math.max(0, ++count - SLOW)
    if (pause < LEAST || document.hidden || fast()) return
    await new Promise<void>(resolve => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, pause)
      signal.addEventListener('abort', end)
    })
  }
}
