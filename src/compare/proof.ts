/** One proof: what each style did with real requests, and whether everything that is said of it is so. */

import type { Scene } from './scene.js'
import type { Exchange, Traffic } from './traffic.js'

/** What came of it for one side, in a few words. */
export interface Headline {
  readonly text: string
  /** Whether somebody is worse off: something is lost, stale, or left to guess. */
  readonly harm: boolean
}

/** What a proof has found out. What is said of the two sides is true only where all checks hold. */
export interface Finding {
  readonly old: string
  readonly restful: string
  readonly headline: { readonly old: Headline; readonly restful: Headline }
  readonly checks: readonly (readonly [what: string, holds: boolean])[]
}

export interface Proof {
  readonly name: string
  /** What it is about, in a few words. */
  readonly title: string
  run(scene: Scene, sides: { readonly old: Traffic; readonly restful: Traffic }): Promise<Finding>
}

export interface Proven {
  readonly name: string
  readonly title: string
  readonly passed: boolean
  /** What the styles did; nothing where the proof failed. */
  readonly old?: string
  readonly restful?: string
  readonly headline?: Finding['headline']
  /** What should have been so, and was not. */
  readonly failed: readonly string[]
  readonly requests: { readonly old: readonly string[]; readonly restful: readonly string[] }
}

/** Is told each exchange of either side as it happens. The next request waits until it is done with this one. */
export type Watch = (side: 'old' | 'restful', exchange: Exchange) => void | Promise<void>

/** Proves one, on records that are put back before and afterwards. What goes wrong on the way is a proof that failed. */
export const prove = async ({ name, title, run }: Proof, scene: Scene, watch?: Watch): Promise<Proven> => {
  const old = scene.open(exchange => watch?.('old', exchange))
  const restful = scene.open(exchange => watch?.('restful', exchange))
  const requests = { old: old.trail, restful: restful.trail }
  await scene.putBack()
  try {
    const { checks, ...said } = await run(scene, { old, restful })
    const failed = checks.flatMap(([what, holds]) => (holds ? [] : [what]))
    return { name, title, passed: failed.length === 0, ...(failed.length === 0 && said), failed, requests }
  } catch (error) {
    return { name, title, passed: false, failed: [(error as Error).message], requests }
  } finally {
    await scene.putBack()
  }
}
