/** The ground of the proofs in a browser: the records as requests tell them, and a snapshot to put them back to. */

import type { Ground, Member, Subject } from '../../../src/compare/ground.js'
import { keyText } from '../../../src/core/family.js'
import { readState, type Family } from '../../api.js'
import type { Stage } from '../../part.js'
import { freshName, keepRecords, keptAs, keptNames, type Kept } from '../../records.js'
import type { Server } from '../../server.js'

/** How the snapshots of all runs begin, so that one which is left over is known as such. */
const PREFIX = 'before-the-proofs-'

/** Without a snapshot there is nothing to put back, so this one only looks; `signal` ends the looking. */
export const groundOf = ({ server, api }: Stage, kept?: Kept, signal?: AbortSignal): Ground => ({
  origin: '',
  base: api.base,
  families: api.families.map(subjectOf),
  puts: api.put === 'create',
  async records({ plural, key }) {
    signal?.throwIfAborted()
    const lists = await readState(server)
    return (lists[plural] ?? []).map((fields): Member => ({ key: keyText(fields[key]) ?? '', fields }))
  },
  async state() {
    signal?.throwIfAborted()
    return (await server.steer('GET', '/state')).text
  },
  // Whatever has ended the rest: this is done.
  putBack: async () => kept?.putBack(),
})

const subjectOf = ({ singular, plural, key, schema, secrets, states }: Family): Subject => ({
  singular,
  plural,
  key,
  schema: schema as Subject['schema'],
  secrets,
  ...(states !== undefined && { state: states.field }),
})

/** Snapshots of this page's own runs, those that are still being tidied up among them. */
const own = new Set<string>()

/** Keeps all records under a name of its own while it works, and puts them back afterwards, whatever happens. */
export const keeping = async (server: Server, work: (kept: Kept) => Promise<void>): Promise<void> => {
  const name = freshName(PREFIX)
  own.add(name)
  try {
    const kept = await keepRecords(server, name)
    // A page that goes away has no time to wait for an answer; the snapshot stays, and is offered at the next visit.
    const leave = () => void kept.putBack(true).catch(() => undefined)
    addEventListener('pagehide', leave)
    try {
      await work(kept)
    } finally {
      removeEventListener('pagehide', leave)
      await kept.putBack()
      await kept.forget()
    }
  } finally {
    own.delete(name)
  }
}

/** Records that were kept for runs which did not come to their end, or which somebody else is in. The oldest first. */
export const leftOvers = async (server: Server): Promise<readonly Kept[]> =>
  (await keptNames(server, PREFIX)).filter(name => !own.has(name)).map(name => keptAs(server, name))
