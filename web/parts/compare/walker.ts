/** Takes the walk: does each step once, remembers what came of it, and puts the records back. */

import { freshName, keepRecords, type Kept } from '../../records.js'
import type { Server } from '../../server.js'
import type { Move } from './stage-keys.js'
import type { Step } from './walk.js'

/** What somebody who walks wants to have done. */
export interface Walked {
  /** Does what a step says; resolves when it is done. */
  perform(step: Step): Promise<void>
  /** Shows a step again, that has been done before. */
  recall(index: number): void
  /** The records are as they were before. */
  changed(): Promise<void>
  show(index: number, count: number, step: Step, busy: boolean): void
  failed(error: unknown): void
}

export interface Walker {
  /**
   * Resolves when the step is done, with whether there is one behind it; false, too, where it has failed. Further moves
   * meanwhile are passed over.
   */
  move(where: Exclude<Move, 'leave'>): Promise<boolean>
  /** Puts back what it has changed. */
  leave(): Promise<void>
}

/** How its snapshots begin, so that one which is left over is known as such. */
export const PREFIX = 'before-the-walk-'

export const walkerOn = async (server: Server, steps: readonly Step[], walked: Walked): Promise<Walker> => {
  const name = freshName(PREFIX)
  const deedName = `${name}-deed`
  const whole = await keepRecords(server, name)
  let deed: Kept | undefined
  let at = 0
  /** As many steps have been done. */
  let done = 1
  /** The step that is under way. */
  let working: Promise<void> | undefined
  // A page that goes away has no time to wait for an answer; the snapshot stays.
  const vanish = () => void whole.putBack(true).catch(() => undefined)
  addEventListener('pagehide', vanish)

  const enter = async (index: number): Promise<void> => {
    const step = steps[index]
    if (step === undefined) return
    const anew = index >= done
    walked.show(index, steps.length, step, anew && step.does !== undefined)
    if (!anew) {
      at = index
      return walked.recall(index)
    }
    if (step.does?.style === 'old') deed = await keepRecords(server, deedName)
    // The same deed once more is to find the same records.
    if (step.does?.style === 'rest') {
      await deed?.putBack()
      await walked.changed()
    }
    await walked.perform(step)
    // Only now: what has failed is done again by the next move.
    at = index
    done = index + 1
    walked.show(index, steps.length, step, false)
  }
  const first = steps[0]
  if (first !== undefined) walked.show(0, steps.length, first, false)
  return {
    async move(where) {
      const next = at + (where === 'next' ? 1 : -1)
      if (working !== undefined || next < 0 || next >= steps.length) return false
      working = enter(next).catch((error: unknown) => {
        walked.failed(error)
        const step = steps[next]
        if (step !== undefined) walked.show(next, steps.length, step, false)
      })
      await working
      working = undefined
      return at === next && next + 1 < steps.length
    },
    async leave() {
      // What is on its way would change the records after they have been put back.
      await working
      await whole.putBack()
      await Promise.all([whole.forget(), deed?.forget()])
      removeEventListener('pagehide', vanish)
      await walked.changed()
    },
  }
}
