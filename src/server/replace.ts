/** What becomes of records and settings when another fixture takes the place of the one that is served. */

import { configure, type Config } from '../config.js'
import type { Family } from '../core/family.js'
import { isFields, type Fields, type Json } from '../core/json.js'
import { reconcile, type Records, type Tally } from '../core/reconcile.js'
import type { Store } from '../core/store.js'
import type { Collection, Fixture } from '../fixtures.js'
import type { Settings } from '../grammar.js'

/** What is different now. */
export interface Replaced {
  /** Families with records that the fixture says otherwise than before. */
  readonly families: readonly (Pick<Tally, 'added' | 'removed' | 'changed'> & { readonly family: Family })[]
  /** How many settings the fixture says otherwise. */
  readonly settings: number
  /** Records that clients have changed: so many stay as they are, */
  readonly kept: number
  /** and so many gave way to the fixture. */
  readonly overwritten: number
  /** Settings that take effect at the next start. */
  readonly later: readonly string[]
}

/** The families that are new come, those that are gone go, with all their records; in those that stay the file wins. */
export const replaceRecords = async (
  store: Store,
  before: Fixture,
  after: Fixture,
): Promise<Omit<Replaced, 'later'>> => {
  const known = new Map(before.collections.map(collection => [collection.family.singular, collection]))
  const here = new Map(after.collections.map(collection => [collection.family.singular, collection]))
  const families: Replaced['families'][number][] = []
  let [kept, overwritten] = [0, 0]
  for (const singular of new Set([...known.keys(), ...here.keys()])) {
    const [old, fresh] = [known.get(singular), here.get(singular)]
    const family = (fresh ?? old)?.family
    // Where only settings are others, a hundred thousand records are not compared with themselves.
    if (family === undefined || fresh === old) continue
    // Named by another field, the records have nothing to do with those before.
    const afresh = fresh === undefined || (old !== undefined && old.family.key !== fresh.family.key)
    // oxlint-disable-next-line no-await-in-loop -- family by family, as the file has them
    const tally = await reconcile(store, singular, recordsOf(old), recordsOf(fresh), afresh)
    const { added, removed, changed } = tally
    kept += tally.kept
    overwritten += tally.overwritten
    if (added + removed + changed > 0) families.push({ family, added, removed, changed })
  }
  return { families, settings: countDifferences(before.settings, after.settings), kept, overwritten }
}

const recordsOf = (collection: Collection | undefined): Records =>
  new Map(collection?.records.map(({ key, fields }) => [key, fields]))

/** Leaves that are not the same; a list is one. */
const countDifferences = (before: Json | undefined, after: Json | undefined): number => {
  if (isMap(before) || isMap(after)) {
    const [one, other] = [isMap(before) ? before : {}, isMap(after) ? after : {}]
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    const inner = [...names].reduce((sum, name) => sum + countDifferences(one[name], other[name]), 0)
    // From nothing, or from a plain value, to a map: at least that one.
    return isMap(before) && isMap(after) ? inner : Math.max(1, inner)
  }
  return JSON.stringify(before) === JSON.stringify(after) ? 0 : 1
}

const isMap = (value: Json | undefined): value is Fields => isFields(value)

/** The sockets stay as they were opened, and Node's parser as it was made: what belongs to them stays, too. */
export const inPlace = (config: Config, opened: Config): Config => {
  const { port, host, log, watch, poll, limits } = opened
  const fits = config.limits.header + config.limits.url <= limits.header + limits.url
  const sizes = fits ? {} : { header: limits.header, url: limits.url }
  const { connections } = limits
  return { ...config, port, host, log, watch, poll, limits: { ...config.limits, ...sizes, connections } }
}

/** The settings that were changed just now, and for which it is too late. */
export const postponed = (before: Settings, after: Settings, opened: Config): string[] => {
  const [was, wanted] = [configure(before), configure(after)]
  const actual = inPlace(wanted, opened)
  const plain = (['port', 'host', 'log', 'watch', 'poll'] as const)
    .filter(name => wanted[name] !== was[name] && wanted[name] !== actual[name])
    .map(String)
  const sizes = (['header', 'url', 'connections'] as const)
    .filter(name => wanted.limits[name] !== was.limits[name] && wanted.limits[name] !== actual.limits[name])
    .map(name => `limits.${name}`)
  return [...plain, ...sizes]
}
