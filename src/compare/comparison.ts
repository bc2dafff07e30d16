/** Both styles side by side, on a server that serves both: what each deed takes, and six proofs of the difference. */

import { deedsOn, type Deed } from './deeds.js'
import type { Ground } from './ground.js'
import { prove, type Proven } from './proof.js'
import { PROOFS } from './proofs/index.js'
import { sceneOn } from './scene.js'
import { inTurn } from './traffic.js'

export interface Comparison {
  readonly family: string
  /** The key of the record that was looked at. */
  readonly record: string
  readonly deeds: readonly Deed[]
  readonly proofs: readonly Proven[]
  readonly passed: boolean
}

/** Every record is put back afterwards. Throws NoSubject where there is no such record. */
export const compare = async (ground: Ground, wanted: string | undefined): Promise<Comparison> => {
  const scene = await sceneOn(ground, wanted)
  const deeds = await deedsOn(scene)
  const proofs = await inTurn(PROOFS, proof => prove(proof, scene))
  return {
    family: scene.family.singular,
    record: scene.key,
    deeds,
    proofs,
    passed: proofs.every(({ passed }) => passed),
  }
}
