/** What both styles are tried on: a family, one record of it, a key that nobody has, and changes that the server takes. */

import type { Fields, Json } from '../core/json.js'
import { nearest } from '../core/nearest.js'
import { user } from '../core/user.js'
import type { Ground, Member, Subject } from './ground.js'
import { inTurn, succeeded, trafficTo, type Observe, type Traffic } from './traffic.js'

export type Verb = 'add' | 'get' | 'update' | 'remove'

export interface Scene {
  readonly family: Subject
  /** The record's own path, in the RESTful style. */
  readonly item: string
  /** The path of a record that is not there yet. */
  readonly freshItem: string
  /** The path of all records. */
  readonly collection: string
  old(verb: Verb, key?: string): string
  readonly key: string
  readonly fresh: string
  /** The record as it is, whole, and as two editors would have it. */
  readonly content: Fields
  readonly edits: readonly [Fields, Fields]
  /** The field in which these differ. */
  readonly edited: string
  /** What a new record is made of. */
  readonly newContent: Fields
  /** Whether PUT creates. */
  readonly puts: boolean
  itemOf(key: string): string
  /** `observe` is told each exchange. */
  open(observe?: Observe): Traffic
  /** Every record as it was when the comparison began. */
  putBack(): Promise<void>
  /** Those of the family. */
  records(): Promise<readonly Member[]>
  /** All that can be told apart about all records, as a text. */
  state(): Promise<string>
}

/** There is nothing to compare the styles on; its message says why, and what to do. */
export class NoSubject extends Error {}

/** Chooses the record, `wanted` if it is named. The server has old style on. Throws NoSubject. */
export const sceneOn = async (ground: Ground, wanted: string | undefined): Promise<Scene> => {
  const { origin, base, puts } = ground
  const { family, record, keys } = await choose(ground, wanted)
  const { singular, key: parameter } = family
  const fresh = freshKey(family, keys)
  const itemOf = (key: string) => `${base}/${singular}/${encodeURIComponent(key)}`
  const old: Scene['old'] = (verb, key = record.key) =>
    `${base}/${singular}/${verb}?${encodeURIComponent(parameter)}=${encodeURIComponent(key)}`
  const putBack = () => ground.putBack()
  const open: Scene['open'] = observe => trafficTo(origin, observe)
  const content = { ...record.fields }
  const [edited, edits] = await editsOf(family, content, itemOf(record.key), open(), putBack)
  return {
    family,
    collection: `${base}/${family.plural}`,
    key: record.key,
    fresh,
    item: itemOf(record.key),
    freshItem: itemOf(fresh),
    itemOf,
    old,
    content,
    edits,
    edited,
    newContent: await newContentOf(family, content, itemOf(fresh), open(), putBack),
    puts,
    open,
    putBack,
    records: () => ground.records(family),
    state: () => ground.state(),
  }
}

/** Such a key needs no quotes in a shell. */
const PLAIN = /^[\w.-]+$/

const choose = async (
  ground: Ground,
  wanted: string | undefined,
): Promise<{ family: Subject; record: Member; keys: readonly string[] }> => {
  // The built-in family first, then as the fixture has them.
  const ordered = ground.families.toSorted(
    (a, b) => Number(b.singular === user.singular) - Number(a.singular === user.singular),
  )
  const lists = await inTurn(ordered, async family => ({ family, entries: await ground.records(family) }))
  const filled = lists.find(({ entries }) => entries.length > 0)
  if (filled === undefined) throw new NoSubject('The fixture has no record on which the styles could be compared.')
  const { family, entries } = filled
  const keys = entries.map(({ key }) => key)
  const record =
    wanted === undefined
      ? (entries.find(({ key }) => PLAIN.test(key)) ?? entries[0])
      : entries.find(({ key }) => key === wanted.normalize())
  if (record !== undefined) return { family, record, keys }
  const near = nearest(wanted ?? '', keys)
  const meant = near === undefined ? '' : ` Did you mean "${near}" ?`
  throw new NoSubject(`There is no ${family.singular} "${wanted}".${meant}`)
}

/** A key of the family's kind that no record has. */
const freshKey = ({ singular, key, schema }: Subject, keys: readonly string[]): string => {
  const type = schema.properties?.[key]?.type
  if (type === 'integer' || type === 'number') return String(Math.max(0, ...keys.map(Number)) + 1)
  const name = singular === user.singular ? 'carol' : `new-${singular}`
  const names = [name, ...keys.map((_, index) => `${name}-${index + 2}`)]
  return names.find(one => !keys.includes(one)) ?? `${name}-${keys.length + 2}`
}

/** What a schema refuses. Any other refusal has to do with how the server is set. */
const UNPROCESSABLE = 422

/** Two changes of one field that the server takes. A schema may refuse some, so they are tried. */
const editsOf = async (
  family: Subject,
  content: Fields,
  item: string,
  { ask }: Traffic,
  putBack: Scene['putBack'],
): Promise<[string, [Fields, Fields]]> => {
  const untouched = new Set([family.key, family.state, ...family.secrets])
  const fields = Object.entries(content).filter(([name]) => !untouched.has(name))
  const candidates = [
    ...fields.flatMap(([name, value]) => editsTo(value).map(edits => [name, edits] as const)),
    ['note', ['first', 'second']] as const,
    ...fields.flatMap(([name, value]) => choices(value, family, name).map(edits => [name, edits] as const)),
  ]
  let refused = UNPROCESSABLE
  for (const [name, [first, second]] of candidates) {
    const edits: [Fields, Fields] = [
      { ...content, [name]: first },
      { ...content, [name]: second },
    ]
    // oxlint-disable-next-line no-await-in-loop -- until one is taken
    const answers = await inTurn(edits, edit => ask('PUT', item, { content: edit }))
    // oxlint-disable-next-line no-await-in-loop
    await putBack()
    if (answers.every(succeeded)) return [name, edits]
    refused = answers.find(answer => !succeeded(answer))?.status ?? refused
  }
  const why =
    refused === UNPROCESSABLE
      ? `The schema lets no field of ${item} be changed`
      : `PUT ${item} is answered with ${refused}, whatever is changed`
  throw new NoSubject(`${why}, so there is nothing that two could change.`)
}

/** Whoever is not shown the secrets has to think one up where the schema demands it. */
const THOUGHT_UP = 'thought-up-4-a-proof'

/** What a new record can be made of: what this one is made of. */
const newContentOf = async (
  { key, state = key, secrets }: Subject,
  content: Fields,
  freshItem: string,
  { ask }: Traffic,
  putBack: Scene['putBack'],
): Promise<Fields> => {
  const { [key]: _, [state]: __, ...known } = content
  const hidden = secrets.filter(name => !Object.hasOwn(known, name))
  if (hidden.length === 0) return known
  const answer = await ask('POST', freshItem, { content: known })
  await putBack()
  return succeeded(answer) ? known : { ...known, ...Object.fromEntries(hidden.map(name => [name, THOUGHT_UP])) }
}

type Edits = readonly [Json, Json]

const editsTo = (value: Json | undefined): readonly Edits[] => {
  if (typeof value === 'string') return [[`${value} (1)`, `${value} (2)`]]
  return typeof value === 'number' ? [[value + 1, value + 2]] : []
}

/** Where there are few values to choose from, the second editor may leave it at the one that is there. */
const choices = (value: Json | undefined, { schema }: Subject, name: string): readonly Edits[] => {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [[!value, value]]
  const values = (schema.properties?.[name]?.enum ?? []) as readonly Json[]
  const [first, second = value] = values.filter(other => other !== value)
  return first === undefined ? [] : [[first, second]]
}
