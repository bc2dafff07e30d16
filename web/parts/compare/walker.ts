/** Takes the walk: does each step once, remembers what came of it, and puts the records back. */

import { keepRecords, type Kept } from '../../records.js'
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
  /** Resolves when the step is done. Further moves meanwhile are passed over. */
  move(where: Exclude<Move, 'leave'>): Promise<void>
  /** Puts back what it has changed. */
  leave(): Promise<void>
}

/** What the records are put back to: before the walk, and before each deed. */
const NAMES = ['before-the-walk', 'before-the-deed'] as const

export const walkerOn = async (server: Server, steps: readonly Step[], walked: Walked): Promise<Walker> => {
  const kept: Kept[] = [await keepRecords(server, NAMES[0])]
  let at = 0
  /** As many steps have been done. */
  let done = 1
  let busy = false

  const enter = async (index: number): Promise<void> => {
    const step = steps[index]
    if (step === undefined) return
    at = index
    const anew = index >= done
    walked.show(index, steps.length, step, anew && step.does !== undefined)
    if (!anew) return walked.recall(index)
    if (step.does?.style === 'old') kept[1] = await keepRecords(server, NAMES[1])
    // The same deed once more is to find the same records.
    if (step.does?.style === 'rest') {
      await kept[1]?.putBack()
      await walked.changed()
    }
    await walked.perform(step)
    done = index + 1
    walked.show(index, steps.length, step, false)
  }
  const first = steps[0]
  if (first !== undefined) walked.show(0, steps.length, first, false)
  return {
    async move(where) {
      const next = at + (where === 'next' ? 1 : -1)
      if (busy || next < 0 || next >= steps.length) return
      busy = true
      try {
        await enter(next)
      } catch (error) {
        walked.failed(error)
      } finally {
        busy = false
      }
    },
    async leave() {
      await kept[0]?.putBack()
      await Promise.all(kept.map(one => one.forget()))
      await walked.changed()
    },
  }
}
