/** A run: keeps the records, proves one proof after the other, and puts the records back, whatever happens. */

import { prove, type Proof, type Proven } from '../../../src/compare/proof.js'
import { sceneOn, type Scene } from '../../../src/compare/scene.js'
import { latestId, readJournal, type Summary } from '../../exchange.js'
import type { Stage } from '../../part.js'
import type { Card } from './card.js'
import { forget, groundOf, keepRecords, putBackTo } from './ground.js'
import { paceOf } from './pace.js'

export interface Wanted {
  readonly proofs: readonly { readonly proof: Proof; readonly card: Card }[]
  /** The key of a record; the first one where it is undefined. */
  readonly record: string | undefined
  /** Without pauses; asked each time. */
  fast(): boolean
  readonly signal: AbortSignal
  /** A proof is about to begin. */
  began(card: Card): void
  /** It has come to its end; `statuses` of the old side. */
  ended(card: Card, proven: Proven, statuses: readonly number[]): Promise<void>
}

/** Throws what has stopped it: a NoSubject, the signal's reason, or what became of the server. */
export const runProofs = async (stage: Stage, wanted: Wanted): Promise<void> => {
  const { server } = stage
  const { signal } = wanted
  const snapshot = await keepRecords(server)
  // A page that goes away has no time to wait for an answer; the snapshot stays, and is offered at the next visit.
  const leave = () => void putBackTo(server, snapshot, true).catch(() => undefined)
  addEventListener('pagehide', leave)
  try {
    const scene = await sceneOn(groundOf(stage, snapshot, signal), wanted.record)
    for (const { proof, card } of wanted.proofs) {
      signal.throwIfAborted()
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they change the same records
      await proveOn(stage, scene, wanted, proof, card)
    }
  } finally {
    removeEventListener('pagehide', leave)
    await putBackTo(server, snapshot)
    await forget(server, snapshot)
  }
}

const proveOn = async (stage: Stage, scene: Scene, wanted: Wanted, proof: Proof, card: Card): Promise<void> => {
  const { signal, fast } = wanted
  const before = await latestId(stage.server)
  card.begin(scene, proof.name === 'the prefetcher' ? (await scene.records()).map(({ key }) => key) : [])
  wanted.began(card)
  const pace = { old: paceOf(fast, signal), restful: paceOf(fast, signal) }
  const statuses: number[] = []
  const proven = await prove(proof, scene, async (side, exchange) => {
    signal.throwIfAborted()
    if (side === 'old') statuses.push(exchange.status)
    card.see(side, exchange)
    await pace[side]()
    signal.throwIfAborted()
  })
  signal.throwIfAborted()
  if (before !== undefined) card.link(await entriesSince(stage, before))
  await wanted.ended(card, proven, statuses)
}

/** The oldest first. */
const entriesSince = async ({ server }: Stage, id: number): Promise<readonly Summary[]> =>
  (await readJournal(server, `since=${id}&limit=1000`).catch(() => [])).toReversed()
