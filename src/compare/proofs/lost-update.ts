/** The lost update: two have read the same record, and both save. */

import type { Proof } from '../proof.js'
import type { Scene } from '../scene.js'
import { succeeded, type Answer, type Traffic } from '../traffic.js'

interface Saved {
  readonly first: Answer
  readonly second: Answer
  /** Whose change is there in the end: the first editor's, or the second's. */
  readonly left: 'first' | 'second' | 'neither'
}

/** Both read, then both save, each what they have made of it; with the validator they have read, or without. */
const bothSave = async (
  scene: Scene,
  { ask }: Traffic,
  urls: { readonly read: string; readonly method: string; readonly write: string },
  guarded: boolean,
): Promise<Saved> => {
  await scene.putBack()
  const { read, method, write } = urls
  const seen = [await ask('GET', read), await ask('GET', read)] as const
  const save = (content: unknown, { headers }: Answer) =>
    ask(method, write, { content, headers: guarded ? { 'If-Match': headers.get('etag') ?? '' } : {} })
  const first = await save(scene.edits[0], seen[0])
  const second = await save(scene.edits[1], seen[1])
  const { [scene.edited]: value } = JSON.parse((await ask('GET', read)).text) as Record<string, unknown>
  const [one, two] = scene.edits.map(edit => edit[scene.edited])
  return { first, second, left: value === one ? 'first' : value === two ? 'second' : 'neither' }
}

const said = ({ first, second }: Saved): string => `${first.status}, then ${second.status}`
const lost = ({ first, second, left }: Saved): boolean => succeeded(first) && succeeded(second) && left === 'second'
const refused = ({ first, second, left }: Saved): boolean =>
  succeeded(first) && second.status === 412 && left === 'first'

export const lostUpdate: Proof = {
  name: 'the lost update',
  title: 'two have read, and both save',
  async run(scene, { old, restful }) {
    const rpc = { read: scene.old('get'), method: 'POST', write: scene.old('update') }
    const rest = { read: scene.item, method: 'PUT', write: scene.item }
    const oldBare = await bothSave(scene, old, rpc, false)
    const oldGuarded = await bothSave(scene, old, rpc, true)
    const bare = await bothSave(scene, restful, rest, false)
    const guarded = await bothSave(scene, restful, rest, true)
    return {
      old: `POST update: ${said(oldBare)}: the first one's change is lost. With If-Match: ${said(oldGuarded)}, because both styles do the same here; but the tag belongs to get, a URL other than the one it guards.`,
      restful: `PUT with If-Match: ${said(guarded)}: the second one learns of it, nothing is lost. The tag belongs to this very URL. Without If-Match: ${said(bare)}, and lost as well; requireMatch makes it a duty.`,
      // Each says whether the tag was sent, because both styles do the same with it, and without.
      headline: {
        old: { text: 'no If-Match: first change lost', harm: lost(oldBare) },
        restful: { text: `If-Match: ${guarded.second.status}, nothing lost`, harm: lost(guarded) },
      },
      checks: [
        ['POST update without a validator loses a change', lost(oldBare)],
        ['POST update with If-Match is refused here', refused(oldGuarded)],
        ['PUT without a validator loses a change, too', lost(bare)],
        ['PUT with If-Match is refused, and the first change stays', refused(guarded)],
      ],
    }
  },
}
