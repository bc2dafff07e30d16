/** Which settings can be switched while they are served, what they are now, and what a change makes of them. */

import { configure, withSetting } from '../config.js'
import { conform, faultOf } from '../core/conform.js'
import { fragmentStep, isFields, type Fields, type Json } from '../core/json.js'
import { mergePatch } from '../core/merge-patch.js'
import { invalidContent, Problem, type Fault } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import type { Feature } from '../features/feature.js'
import { features } from '../features/index.js'
import { grammar, type Settings } from '../grammar.js'
import { checkTogether } from '../settings-check.js'
import { settingOf } from '../switched.js'

/** What is switched, by the name of the feature: its setting, or `true` for what is usual. */
export type Switched = Readonly<Record<string, Json>>

/** The member of the document that is no setting, and that nobody can change by itself. */
export const LIST = 'switched'

/** Asked each time: a list of features may grow in a test. */
const settable = (): Feature[] => features.filter(({ live }) => live !== undefined)

/** Each of them as these settings have it: `false` when it is off. */
export const inForce = (settings: Settings): Fields => {
  const config = configure(settings)
  return Object.fromEntries(
    settable().map(feature => {
      const setting = settingOf(feature, config) as Json | undefined
      return [feature.name, setting === undefined ? false : isEmpty(setting) ? (feature.live as Json) : setting]
    }),
  )
}

/** The settings with what is switched in the place of what they say; on means what they say, if they say anything but off. */
export const overlaid = (settings: Settings, switched: Switched): Settings => {
  const now = inForce(settings)
  return Object.entries(switched).reduce(
    (below, [name, value]) => (value === true && now[name] !== false ? below : withSetting(below, name, value)),
    settings,
  )
}

/** What is switched after a change; or what is wrong with it. */
export const readChange = async (change: Json, switched: Switched, settings: Settings): Promise<Switched | Problem> => {
  if (!isFields(change))
    return invalidContent([{ pointer: '#', detail: 'The settings are an object, as in {"latency": "300ms"}.' }])
  const now = inForce(settings)
  const wanted = Object.entries(change).filter(([name]) => name !== LIST)
  const isFixed = (name: string) => !Object.hasOwn(now, name) && Object.hasOwn(grammar.properties, name)
  const values = Object.fromEntries(
    wanted
      .filter(([name]) => !isFixed(name))
      // What is given back has no value.
      .map(([name, value]) => [name, value === null ? null : mergePatch(now[name], value)]),
  )
  const found = await conform(values, schemaOf(settable()), { whole: 'the settings', part: 'setting' })
  const faults = [
    ...wanted.filter(([name]) => isFixed(name)).map(([name]) => fixedFault(name, Object.keys(now))),
    ...[...found, ...checkTogether(values, found)].map(faultOf),
  ]
  if (faults.length > 0) return invalidContent(faults)
  return Object.fromEntries(Object.entries({ ...switched, ...values }).filter(([, value]) => value !== null))
}

const schemaOf = (all: readonly Feature[]): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(all.map(({ name, options }) => [name, options])),
})

const fixedFault = (name: string, names: readonly string[]): Fault => ({
  pointer: `#${fragmentStep(name)}`,
  detail: `The setting ${name} cannot be switched while it is served; ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} can.`,
})

/** On, and nothing more is said. */
const isEmpty = (setting: Json): boolean => isFields(setting) && Object.keys(setting).length === 0
