/** Brings a new text of the fixture into a store that has gone on: three ways, and for what changed in the file the file wins. */

import type { Fields } from './json.js'
import { ABSENT, type Store } from './store.js'

/** The records of one family by their keys. */
export type Records = ReadonlyMap<string, Fields>

/** What is to become of one record: its new fields, or undefined when it goes. */
export interface Edit {
  readonly key: string
  readonly fields: Fields | undefined
}

export interface Plan {
  /** What is to be written, removals first; nothing for what is so already. */
  readonly edits: readonly Edit[]
  readonly tally: Tally
}

export interface Tally {
  /** What the file says otherwise than before. */
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Records changed, made or removed while the server ran, which stay as they are. */
  readonly kept: number
  /** And those that give way to the file. */
  readonly overwritten: number
}

/**
 * `before` and `after` are what the file said and says, `now` is what the store holds. Afresh, nothing of `now` outlives
 * the change: the family is gone, or its records are named by another field.
 */
export const plan = (before: Records, after: Records, now: Records, afresh = false): Plan => {
  const inFile = differing(before, after)
  const atRuntime = differing(before, now)
  const touched = afresh ? new Set([...now.keys(), ...after.keys()]) : inFile
  const edits = [...touched]
    .filter(key => differ(now.get(key), after.get(key)))
    .map(key => ({ key, fields: after.get(key) }))
  const overwritten = edits.filter(({ key }) => atRuntime.has(key)).length
  return {
    edits: [...edits.filter(({ fields }) => !fields), ...edits.filter(({ fields }) => fields)],
    tally: {
      added: count(inFile, key => !before.has(key)),
      removed: count(inFile, key => !after.has(key)),
      changed: count(inFile, key => before.has(key) && after.has(key)),
      kept: afresh ? 0 : count(atRuntime, key => !inFile.has(key)),
      overwritten,
    },
  }
}

/** Does what is planned for a family, in the store's own words, so that whoever watches it is told. */
export const reconcile = async (
  store: Store,
  family: string,
  before: Records,
  after: Records,
  afresh = false,
): Promise<Tally> => {
  const entries = await store.list(family)
  const { edits, tally } = plan(before, after, new Map(entries.map(({ key, fields }) => [key, fields])), afresh)
  // oxlint-disable-next-line no-await-in-loop -- in the order of the file; the embedded store does not keep anybody waiting
  for (const edit of edits) while (!(await write(store, family, edit)));
  return tally
}

/** False when somebody else was first: then it is tried again, and the file still wins. */
const write = async (store: Store, family: string, { key, fields }: Edit): Promise<boolean> => {
  const seen = (await store.get(family, key))?.revision ?? ABSENT
  if (fields !== undefined) return (await store.put(family, key, fields, seen)) !== undefined
  return seen === ABSENT || store.remove(family, key, seen)
}

const differing = (one: Records, other: Records): Set<string> =>
  new Set([...one.keys(), ...other.keys()].filter(key => differ(one.get(key), other.get(key))))

/** The order of members counts: it is the order in which they are shown. */
const differ = (a: Fields | undefined, b: Fields | undefined): boolean =>
  a !== b && (a === undefined || b === undefined || JSON.stringify(a) !== JSON.stringify(b))

const count = (keys: ReadonlySet<string>, test: (key: string) => boolean): number => [...keys].filter(test).length
