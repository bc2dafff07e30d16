/** The states of a family's records: where a new one begins, and which step can follow which. */

import type { Fields, Json } from './json.js'
import { nearest } from './nearest.js'
import { quoted } from './printable.js'
import { Problem } from './problem.js'
import type { Schema } from './schema.js'

/** Plain data, as it was declared. */
export interface States {
  /** The field that holds the state. */
  readonly field: string
  /** The state of a new record. */
  readonly initial: string
  /** For each state those that can follow; a state that is not there has none. */
  readonly transitions: Readonly<Record<string, readonly string[]>>
}

/** All states: every name that is spoken of, the initial one first. */
export const namesOf = ({ initial, transitions }: Pick<States, 'initial' | 'transitions'>): readonly string[] => [
  ...new Set([initial, ...Object.entries(transitions).flat(2)]),
]

/** The state that a record is in; undefined where it is in none that is known. */
export const stateOf = (states: States, fields: Fields): string | undefined => {
  const value = own(fields, states.field)
  return typeof value === 'string' && namesOf(states).includes(value) ? value : undefined
}

/** The states that can follow; from none, only the first. */
export const nextOf = ({ initial, transitions }: States, state: string | undefined): readonly string[] => {
  if (state === undefined) return [initial]
  return Object.hasOwn(transitions, state) ? (transitions[state] ?? []) : []
}

/**
 * The fields with their state: who says nothing of it means the one that the record has, or the first. A problem where
 * no step leads from `before` to what was asked for; `before` is undefined for a new record.
 */
export const takeStep = (
  { states, singular }: { readonly states?: States; readonly singular: string },
  before: Fields | undefined,
  fields: Fields,
): Fields | Problem => {
  if (states === undefined) return fields
  const { field } = states
  const state = before && stateOf(states, before)
  const wanted = own(fields, field)
  if (wanted === undefined) return { ...fields, [field]: state ?? states.initial }
  const allowed = nextOf(states, state)
  if (wanted === state || allowed.includes(wanted as string)) return fields
  return new Problem('invalid-transition', explain(states, singular, state, wanted), { state: state ?? null, allowed })
}

const explain = (states: States, singular: string, state: string | undefined, wanted: Json): string => {
  const allowed = nextOf(states, state)
  const names = namesOf(states)
  const said = typeof wanted === 'string' ? quoted(wanted) : String(JSON.stringify(wanted)).slice(0, 40)
  const near = typeof wanted === 'string' && !names.includes(wanted) ? nearest(wanted, names) : undefined
  const unknown = names.includes(wanted as string) ? '' : ` ${said} is no state.`
  const meant = near === undefined ? unknown : `${unknown} Did you mean ${quoted(near)}?`
  if (state === undefined)
    return `A new ${singular} has the ${states.field} ${quoted(states.initial)}, not ${said}.${meant}`
  const legal = allowed.length === 0 ? 'nothing any more' : allowed.map(name => quoted(name)).join(' or ')
  return `A ${singular} whose ${states.field} is ${quoted(state)} can become ${legal}, not ${said}.${meant}`
}

/** What the records show, with the states that the field can have. Where they show nothing, nothing is added. */
export const withStates = (schema: Schema, states: States | undefined): Schema =>
  states === undefined || schema.properties === undefined
    ? schema
    : {
        ...schema,
        properties: { ...schema.properties, [states.field]: { type: 'string', enum: [...namesOf(states)] } },
      }

/** In one line: the way from the first state on, and whether there are others. */
export const outlineOf = (states: States): string => {
  const way = [states.initial]
  for (;;) {
    const next = nextOf(states, way.at(-1)).find(name => !way.includes(name))
    if (next === undefined) break
    way.push(next)
  }
  const steps = Object.values(states.transitions).reduce((sum, to) => sum + to.length, 0)
  return `${way.join(' -> ')}${steps > way.length - 1 ? ' …' : ''}`
}

const own = (fields: Fields, name: string): Json | undefined => (Object.hasOwn(fields, name) ? fields[name] : undefined)
