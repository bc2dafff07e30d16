/** Both styles side by side, on a server that serves both: what each deed takes, and six proofs of the difference. */

import { nearest } from '../core/nearest.js'
import { deedsOn, type Deed } from './deeds.js'
import type { Ground } from './ground.js'
import { prove, type Proven } from './proof.js'
import { PROOFS } from './proofs/index.js'
import { NoSubject, sceneOn } from './scene.js'
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
  const scene = await sceneOn(ground, wanted).catch((error: unknown) => {
    throw meant(error, wanted)
  })
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

/** A key that was misspelt, perhaps. Here, and not with the scene: in a browser one is picked from a list. */
const meant = (error: unknown, wanted = ''): unknown => {
  const near = error instanceof NoSubject ? nearest(wanted, error.keys) : undefined
  return near === undefined ? error : new NoSubject(`${(error as NoSubject).message} Did you mean "${near}" ?`)
}
