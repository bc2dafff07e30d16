/** How another version shows a record, and what a change of that version means for the record that is stored. Pure. */

import type { Fields, Json } from './json.js'

/** What a version does with the fields of one family. */
export interface Shift {
  /** The names of stored fields, and what they are called there. */
  readonly rename: Readonly<Record<string, string>>
  /** Stored fields that are not there. */
  readonly omit: readonly string[]
  /** Fields that are always there, with what they hold where the record has none. */
  readonly add: Fields
  /** What a new record holds in fields that are not there, so that nobody can say it: its first state. */
  readonly begin?: Fields
}

export interface Lens {
  /** Nothing is different, so records can be shown as they are. */
  readonly plain: boolean
  /** What a stored field is called there; undefined when it is not shown. */
  shown(stored: string): string | undefined
  /** The stored field that a name means there; undefined when there is no such field. */
  stored(shown: string): string | undefined
  /** The record as that version shows it. */
  down(fields: Fields): Fields
  /**
   * The record to store, for one that was written in that version. What it cannot see stays as it was `before`, and where
   * it was. So `up(down(x), x)` is `x`, for every record.
   */
  up(fields: Fields, before?: Fields): Fields
  /** The record that `down` showed as this very object. */
  behind(fields: Fields): Fields | undefined
}

/** No stored name is shown under two names, and none shows two: where a renamed field takes another's name, the other is not shown. */
export const lensOf = ({ rename, omit, add, begin = {} }: Shift): Lens => {
  const renamed = new Map(Object.entries(rename))
  const origin = new Map([...renamed].map(([stored, shown]) => [shown, stored]))
  const hidden = new Set(omit)
  const added = Object.entries(add)

  const shown = (name: string): string | undefined => {
    const other = renamed.get(name)
    if (other !== undefined) return origin.get(other) === name ? other : undefined
    return hidden.has(name) || origin.has(name) ? undefined : name
  }
  const stored = (name: string): string | undefined =>
    origin.get(name) ?? (hidden.has(name) || renamed.has(name) ? undefined : name)

  const origins = new WeakMap<Fields, Fields>()
  const down = (fields: Fields): Fields => {
    const members = Object.entries(fields).flatMap(([name, value]): [string, Json][] => {
      const other = shown(name)
      return other === undefined ? [] : [[other, value]]
    })
    const seen = Object.fromEntries([...members, ...added.filter(([name]) => !Object.hasOwn(fields, name))])
    origins.set(seen, fields)
    return seen
  }

  const unsaid = Object.fromEntries(Object.entries(begin).filter(([name]) => shown(name) === undefined))

  const up = (fields: Fields, before: Fields = unsaid): Fields => {
    const unseen = groupsOf(before, shown)
    const members: [string, Json][] = [...(unseen.get(undefined) ?? [])]
    unseen.delete(undefined)
    for (const [name, value] of Object.entries(fields)) {
      const own = stored(name)
      if (own === undefined) continue
      // It was never said; it is only what is shown where nothing is.
      if (Object.hasOwn(add, own) && !Object.hasOwn(before, own) && same(add[own], value)) continue
      members.push([own, value], ...(unseen.get(own) ?? []))
      unseen.delete(own)
    }
    return Object.fromEntries([...members, ...[...unseen.values()].flat()])
  }

  return {
    plain: renamed.size + hidden.size + added.length === 0,
    shown,
    stored,
    down,
    up,
    behind: fields => origins.get(fields),
  }
}

/** The members that are not shown, under the name of the shown one that they stand behind. */
const groupsOf = (
  fields: Fields,
  shown: (name: string) => string | undefined,
): Map<string | undefined, [string, Json][]> => {
  const groups = new Map<string | undefined, [string, Json][]>()
  let last: string | undefined
  for (const [name, value] of Object.entries(fields)) {
    if (shown(name) !== undefined) {
      last = name
      continue
    }
    const group = groups.get(last)
    if (group === undefined) groups.set(last, [[name, value]])
    else group.push([name, value])
  }
  return groups
}

/** The order of members has no meaning. */
const same = (a: Json | undefined, b: Json): boolean => canonical(a ?? null) === canonical(b)

const canonical = (value: Json): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
      : inner,
  )
