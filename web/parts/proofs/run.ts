/** A run: keeps the records, proves one proof after the other, and puts the records back, whatever happens. */

import { prove, type Proven } from '../../../src/compare/proof.js'
import { sceneOn, type Scene } from '../../../src/compare/scene.js'
import { inTurn } from '../../../src/compare/traffic.js'
import { latestId, readJournal, type Summary } from '../../exchange.js'
import type { Stage } from '../../part.js'
import type { Card } from './card.js'
import { groundOf, keeping } from './ground.js'
import { paceOf } from './pace.js'

export interface Wanted {
  readonly cards: readonly Card[]
  /** The key of a record; the first one where it is undefined. */
  readonly record: string | undefined
  /** Without pauses; asked each time. */
  fast(): boolean
  readonly signal: AbortSignal
  /** A proof is about to begin. */
  began(card: Card): void
  ended(card: Card, proven: Proven): void
}

/** Throws what has stopped it: a NoSubject, the signal's reason, or what became of the server. */
export const runProofs = (stage: Stage, wanted: Wanted): Promise<void> =>
  keeping(stage.server, async kept => {
    const { cards, record, signal } = wanted
    const scene = await sceneOn(groundOf(stage, kept, signal), record)
    // One after the other: they change the same records.
    await inTurn(cards, async card => {
      signal.throwIfAborted()
      await proveOn(stage, scene, wanted, card)
    })
  })

const proveOn = async (stage: Stage, scene: Scene, wanted: Wanted, card: Card): Promise<void> => {
  const { signal, fast } = wanted
  const before = await latestId(stage.server)
  card.begin(scene, card.proof.name === 'the prefetcher' ? (await scene.records()).map(({ key }) => key) : [])
  wanted.began(card)
  const pace = { old: paceOf(fast, signal), restful: paceOf(fast, signal) }
  const proven = await prove(card.proof, scene, async (side, exchange) => {
    signal.throwIfAborted()
    card.see(side, exchange)
    await pace[side]()
    signal.throwIfAborted()
  })
  signal.throwIfAborted()
  if (before !== undefined) card.link(await entriesSince(stage, before))
  wanted.ended(card, proven)
}

/** The oldest first. */
const entriesSince = async ({ server }: Stage, id: number): Promise<readonly Summary[]> =>
  (await readJournal(server, `since=${id}&limit=1000`).catch(() => [])).toReversed()
