/** The controller: what can be done with a record, without a word about HTTP. Both routing tables lead here. */

import type { Family } from './family.js'
import type { Awaitable, Fields } from './json.js'
import { ABSENT, type Entry, type Store } from './store.js'

export interface Target {
  readonly store: Store
  readonly family: Family
  readonly key: string
  /** The record as it was seen when the preconditions were checked; undefined when it was absent. */
  readonly current: Entry | undefined
  /** The whole new representation, where the action takes one. */
  readonly fields: Fields
}

/** What became of it. `overtaken`: somebody else changed the record since it was seen, and nothing was done. */
export type Outcome =
  | { readonly done: 'created' | 'retrieved' | 'replaced' | 'amended'; readonly entry: Entry }
  | { readonly done: 'removed' }
  | { readonly done: 'overtaken' }

export interface Action {
  readonly name: string
  /** What must be true of the target before anything else is looked at. */
  readonly expects: 'present' | 'absent' | 'either'
  /** What it takes: nothing, a whole representation, or a change of it. */
  readonly content: 'none' | 'optional' | 'required' | 'patch'
  /** It only looks: nothing changes, however often it is done. Whatever does not say so can change something. */
  readonly safe?: true
  perform(target: Target): Awaitable<Outcome>
}

const OVERTAKEN: Outcome = { done: 'overtaken' }

export const create: Action = {
  name: 'create',
  expects: 'absent',
  content: 'optional',
  async perform({ store, family, key, fields }) {
    const entry = await store.put(family.singular, key, fields, ABSENT)
    return entry ? { done: 'created', entry } : OVERTAKEN
  },
}

export const retrieve: Action = {
  name: 'retrieve',
  expects: 'present',
  content: 'none',
  safe: true,
  perform: ({ current }) => (current ? { done: 'retrieved', entry: current } : OVERTAKEN),
}

export const replace: Action = {
  name: 'replace',
  expects: 'present',
  content: 'required',
  async perform({ store, family, key, current, fields }) {
    if (current === undefined) return OVERTAKEN
    const entry = await store.put(family.singular, key, keepSecrets(family, current.fields, fields), current.revision)
    return entry ? { done: 'replaced', entry } : OVERTAKEN
  },
}

/** PUT where it may create: replaces what is there, and makes what is not (RFC 9110 §9.3.4). */
export const replaceOrCreate: Action = {
  ...replace,
  expects: 'either',
  perform: target => (target.current === undefined ? create.perform(target) : replace.perform(target)),
}

export const amend: Action = {
  name: 'amend',
  expects: 'present',
  content: 'patch',
  async perform({ store, family, key, current, fields }) {
    if (current === undefined) return OVERTAKEN
    const entry = await store.put(family.singular, key, fields, current.revision)
    return entry ? { done: 'amended', entry } : OVERTAKEN
  },
}

export const remove: Action = {
  name: 'remove',
  expects: 'present',
  content: 'none',
  async perform({ store, family, key, current }) {
    if (current === undefined) return OVERTAKEN
    return (await store.remove(family.singular, key, current.revision)) ? { done: 'removed' } : OVERTAKEN
  },
}

/** A client never saw the secrets, so leaving one out cannot mean that it should go. */
export const keepSecrets = (family: Family, before: Fields, after: Fields): Fields => {
  const kept = family.secrets.filter(name => Object.hasOwn(before, name) && !Object.hasOwn(after, name))
  return kept.length === 0 ? after : { ...after, ...Object.fromEntries(kept.map(name => [name, before[name] ?? null])) }
}
