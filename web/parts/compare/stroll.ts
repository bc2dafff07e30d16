/** A walk from its beginning to its end, whatever ends it: one at a time, and nothing is left of it. */

import { alone, BUSY, isQuiet } from '../../alone.js'
import type { Stage } from '../../part.js'
import { keptAs, keptNames } from '../../records.js'
import { NoAnswer, type Server } from '../../server.js'
import type { Move } from './stage-keys.js'
import type { Step } from './walk.js'
import { PREFIX, walkerOn, type Walked, type Walker } from './walker.js'

/** Milliseconds until it is tried again to put the records back. */
const PAUSE = 2000

export interface Strolled extends Walked {
  /** Before the first step. */
  begin(): Promise<void>
  entered(): void
  /** `back`: whether the records are as they were. */
  left(back: boolean): void
}

export interface Stroll {
  readonly walking: boolean
  enter(): Promise<void>
  /** Resolves with whether there is a step behind it. */
  move(where: Exclude<Move, 'leave'>): Promise<boolean>
  leave(): Promise<void>
  /** Leaves it, with nobody to look at what comes after it. */
  close(): void
}

export const strollOn = ({ server, warn }: Stage, steps: readonly Step[], strolled: Strolled): Stroll => {
  let walker: Walker | undefined
  let entering = false
  let leaving = false
  let closed = false
  let over: (() => void) | undefined
  const end = (back: boolean): void => {
    walker = undefined
    over?.()
    if (!closed) strolled.left(back)
  }
  const leave = async (): Promise<void> => {
    if (walker === undefined || leaving) return
    leaving = true
    try {
      await walker.leave()
      end(true)
    } catch (error) {
      warn(error)
      // Without an answer it is tried again, by whoever is there to press the key once more.
      if (!(error instanceof NoAnswer)) end(false)
      else if (closed) setTimeout(() => void leave(), PAUSE)
    } finally {
      leaving = false
    }
  }
  const walk = async (): Promise<void> => {
    const ended = new Promise<void>(resolve => (over = resolve))
    await strolled.begin()
    walker = await walkerOn(server, steps, strolled)
    if (closed) await leave()
    else strolled.entered()
    await ended
  }
  void tidy(server).catch(() => undefined)
  return {
    get walking() {
      return walker !== undefined
    },
    async enter() {
      if (entering) return
      entering = true
      try {
        if (!(await alone(walk))) warn(BUSY)
      } catch (error) {
        warn(error)
      } finally {
        entering = false
      }
    },
    move: async where => !leaving && (await walker?.move(where)) === true,
    leave,
    close() {
      closed = true
      void leave()
    },
  }
}

/** A page that went away has put the records back, and had no time for more. What was there while nobody walks is left over. */
const tidy = async (server: Server): Promise<void> => {
  const names = await keptNames(server, PREFIX)
  if (isSecureContext && (await isQuiet())) await Promise.all(names.map(name => keptAs(server, name).forget()))
}
