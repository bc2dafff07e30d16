/** The walk that goes by itself: a step, time to look at it, the next. */

/** Milliseconds to read a step and to look at what came of it. */
const LOOK = 6000

export interface Player {
  /** Begins, or stops. */
  toggle(): void
  stop(): void
}

/** `next` does a step, and tells whether one is left; `told` hears whether it plays. */
export const playerOf = (next: () => Promise<boolean>, told: (playing: boolean) => void): Player => {
  /** Another one with each start, so that one which was stopped does not go on. */
  let turn = 0
  let playing = false
  let timer: number | undefined
  const set = (now: boolean): void => {
    turn++
    clearTimeout(timer)
    playing = now
    told(now)
  }
  const stop = (): void => set(false)
  const play = async (own: number): Promise<void> => {
    const more = await next()
    if (own !== turn) return
    if (more) timer = window.setTimeout(() => void play(own), LOOK)
    else stop()
  }
  return {
    toggle() {
      set(!playing)
      if (playing) void play(turn)
    },
    stop,
  }
}
