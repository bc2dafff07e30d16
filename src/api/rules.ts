/** Rules that a test adds and takes away: what requests get instead of what they ask for. */

import { isFields, type Json } from '../core/json.js'
import { Problem } from '../core/problem.js'
import type { Settings } from '../grammar.js'
import type { RuleControl, Service } from '../wire/service.js'

/** As it stands in the settings: `{ when: 'PUT /user/:name', times: 2, then: { status: 503 } }`. */
export type Rule = NonNullable<Settings['rules']>[number]

/** A rule in force. */
export type RunningRule = Readonly<Rule> & {
  /** Names it, as in `/-/rules/added-1`. */
  readonly handle: string
  /** Whether it stands in the settings, or was added since. */
  readonly from: 'settings' | 'added'
  /** How many requests it fitted at a time when it was meant for any: not before `after`, nor when `times` are over. */
  readonly seen: number
  /** How many of them it answered. */
  readonly used: number
}

export interface AddedRule {
  readonly handle: string
  /** As it is now; undefined when it has been removed. */
  now(): Promise<RunningRule | undefined>
  /** False when it was gone already. */
  remove(): Promise<boolean>
}

/** Matters below `/-/` are never answered by a rule. Rules that were added stay when the fixture is loaded again. */
export interface RulesControl {
  /**
   * Adds a rule before all others, those of the settings among them. In force when this resolves.
   *
   * @throws {RangeError} When it cannot be a rule, or 1000 have been added; nothing is added then.
   * @throws {Error} When control is off.
   */
  add(rule: Rule): Promise<AddedRule>
  /** All, in the order in which they are asked; the first that fits counts. */
  list(): Promise<readonly RunningRule[]>
  /** Removes all that were added; those of the settings stay. */
  clear(): Promise<void>
}

export const ruleControl = (service: () => Service | Promise<Service>): RulesControl => {
  const control = async (): Promise<RuleControl> => {
    const found = (await service()).late.rules
    if (found === undefined) throw new Error('Rules can be neither added nor looked at: the setting control is false.')
    return found
  }
  const list = async (): Promise<readonly RunningRule[]> => {
    const all: unknown = (await control()).list()
    return structuredClone(all) as readonly RunningRule[]
  }
  return {
    list,
    async add(rule) {
      const added = await (await control()).add(plain(rule))
      if (added instanceof Problem) throw new RangeError(saying(added))
      const handle = String(added['handle'])
      return {
        handle,
        now: async () => (await list()).find(running => running.handle === handle),
        remove: async () => (await control()).remove(handle) === undefined,
      }
    },
    async clear() {
      ;(await control()).clear()
    },
  }
}

/** As a file would have it; and whoever gave it may change it again. */
const plain = (rule: unknown): Json => JSON.parse(JSON.stringify(rule) ?? 'null') as Json

/** All that is wrong, each with its place. */
const saying = ({ detail, extensions }: Problem): string => {
  const { errors } = extensions
  if (!Array.isArray(errors)) return detail
  const lines = errors.filter(isFields).map(error => `${String(error['detail'])} (${String(error['pointer'])})`)
  return ['The rule cannot be added.', ...lines].join('\n')
}
