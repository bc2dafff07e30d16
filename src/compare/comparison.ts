/** Both styles side by side, on a server that serves both: what each deed takes, and six proofs of the difference. */

import type { Started } from '../server/start.js'
import { deedsOn, type Deed } from './deeds.js'
import { prove, type Proven } from './proof.js'
import { askTheUrl } from './proofs/ask-the-url.js'
import { formats } from './proofs/formats.js'
import { kept } from './proofs/kept.js'
import { lostUpdate } from './proofs/lost-update.js'
import { prefetcher } from './proofs/prefetcher.js'
import { retry } from './proofs/retry.js'
import { sceneOn } from './scene.js'
import { inTurn } from './traffic.js'

const PROOFS = [prefetcher, retry, kept, lostUpdate, formats, askTheUrl]

export interface Comparison {
  readonly family: string
  /** The key of the record that was looked at. */
  readonly record: string
  readonly deeds: readonly Deed[]
  readonly proofs: readonly Proven[]
  readonly passed: boolean
}

/** Every record is as in the fixture afterwards. Throws NoSubject where there is no such record. */
export const compare = async (server: Started, wanted: string | undefined): Promise<Comparison> => {
  const scene = await sceneOn(server, wanted)
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
