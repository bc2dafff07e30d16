/** The rules that are in force, each with what it has counted: those of the settings, and before them those added since. */

import type { Fields } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Rule } from './schema.js'

/** As many can be added; those of the settings come on top. */
export const ADDED_MAX = 1000

/** A rule in force. */
export interface Running {
  /** Names it for as long as it is there: its place among those of the settings, `added-1` for others. */
  readonly handle: string
  readonly from: 'settings' | 'added'
  readonly rule: Rule
  /** Since when it is in force, in milliseconds since the epoch: `after` and `for` count from then on. */
  readonly since: number
  /** How many requests it fitted at a time when it was meant for any. */
  seen: number
  /** How many of them it answered. */
  used: number
}

/** Outlives a change of the settings. */
export interface Book {
  /** In the order in which they are asked; another list whenever another rule is in force. */
  readonly all: readonly Running[]
  /** The rules of the settings. The same as before go on counting. */
  settle(rules: readonly Rule[], now: number): void
  /** Before all others, so that the newest counts. */
  add(rule: Rule, now: number): Running | Problem
  /** In place of all that were added; who has the handle of one that says the same goes on counting. */
  replace(rules: readonly { readonly rule: Rule; readonly handle?: string }[], now: number): Problem | undefined
  /** Undefined when it is gone now. */
  remove(handle: string): Problem | undefined
  /** Removes those that were added, and tells how many. */
  clear(): number
}

export const bookOf = (): Book => {
  let all: readonly Running[] = []
  let next = 1
  let text = ''
  const added = () => all.filter(({ from }) => from === 'added')
  const settled = () => all.filter(({ from }) => from === 'settings')
  const begin = (rule: Rule, now: number, handle = `added-${next++}`): Running => ({
    handle,
    from: 'added',
    rule,
    since: now,
    seen: 0,
    used: 0,
  })
  return {
    get all() {
      return all
    },
    settle(rules, now) {
      const said = JSON.stringify(rules)
      if (said === text) return
      text = said
      const own = rules.map((rule, index): Running => ({
        ...begin(rule, now, String(index + 1)),
        from: 'settings',
      }))
      all = [...added(), ...own]
    },
    add(rule, now) {
      if (added().length >= ADDED_MAX) return full()
      const running = begin(rule, now)
      all = [running, ...all]
      return running
    },
    replace(rules, now) {
      if (rules.length > ADDED_MAX) return full()
      const before = new Map(added().map(running => [running.handle, running]))
      const list = rules.map(({ rule, handle = '' }) => {
        const known = before.get(handle)
        // One handle, one rule.
        before.delete(handle)
        if (known !== undefined && JSON.stringify(known.rule) === JSON.stringify(rule)) return known
        return begin(rule, now, known?.handle)
      })
      all = [...list, ...settled()]
      return undefined
    },
    remove(handle) {
      const running = all.find(one => one.handle === handle)
      if (running === undefined) return absent(handle)
      if (running.from === 'settings') return fixed(running)
      all = all.filter(one => one !== running)
      return undefined
    },
    clear() {
      const count = added().length
      all = settled()
      return count
    },
  }
}

export const absent = (handle: string): Problem =>
  new Problem('not-found', `There is no rule "${handle.slice(0, 64)}". It may have been removed.`)

const fixed = ({ handle, rule }: Running): Problem =>
  new Problem(
    'conflict',
    `Rule ${handle}, ${rule.when}, stands in the settings, so it goes when it is taken out there. A rule that is added counts before it.`,
  )

const full = (): Problem =>
  new Problem(
    'too-many-rules',
    `${ADDED_MAX} rules have been added, and no more are taken. Remove some of them first.`,
    {
      limit: ADDED_MAX,
    },
  )

/** As it is shown: what the server knows of it, and then the rule as it was given. */
export const told = ({ handle, from, seen, used, rule }: Running): Fields => ({
  handle,
  from,
  seen,
  used,
  ...(rule as Fields),
})
