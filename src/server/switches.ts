/** What is switched while it is served: stronger than all settings, and over every reload of the files. One for everybody who switches. */

import { fragment } from '../core/conform.js'
import type { Fields, Json } from '../core/json.js'
import { invalidContent, Problem } from '../core/problem.js'
import type { Switches, Unless } from '../core/switches.js'
import type { Fixture } from '../fixtures.js'
import { WrongSettings } from '../flaws.js'
import type { Settings } from '../grammar.js'
import { NoSuchFolder } from './folder.js'
import type { Replaced } from './replace.js'
import { inForce, LIST, overlaid, readChange, type Switched } from './switchable.js'

/** Serves something else from now on. */
export type Replace = (fixture: Fixture, settings: Settings) => Promise<Replaced>

export interface Overlay extends Switches {
  /** For whoever brings a new fixture: what has been switched stays so. */
  readonly replace: Replace
  isOn(name: string): boolean
  /** On is what the settings say, or what is usual where they say nothing. Gives whether it is on now; rejects as `replace` does. */
  toggle(name: string): Promise<boolean>
}

/** `fixture` and `settings` are what is served now. */
export const switchesOf = (serve: Replace, fixture: Fixture, settings: Settings): Overlay => {
  let served = { fixture, settings }
  let switched: Switched = {}
  /** Two that switch, or a switch and a save, at the same time: the second one begins with what the first one has made. */
  let busy: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = busy.then(work)
    busy = done.catch(() => undefined)
    return done
  }
  const now = (): Fields => inForce(overlaid(served.settings, switched))
  const shown = (): Fields => {
    const all = now()
    return { ...all, [LIST]: Object.keys(all).filter(name => Object.hasOwn(switched, name)) }
  }
  const isOn = (name: string): boolean => now()[name] !== false

  const become = async (wanted: Switched): Promise<void> => {
    const before = overlaid(served.settings, switched)
    const after = overlaid(served.settings, wanted)
    // Who presses twice disturbs nobody.
    if (JSON.stringify(after) !== JSON.stringify(before)) await serve(served.fixture, after)
    switched = wanted
  }
  const told = async (wanted: Switched): Promise<Fields | Problem> => {
    try {
      await become(wanted)
      return shown()
    } catch (error) {
      return refusal(error)
    }
  }
  return {
    replace: (next, wanted) =>
      inTurn(async () => {
        const replaced = await serve(next, overlaid(wanted, switched))
        served = { fixture: next, settings: wanted }
        return replaced
      }),
    isOn,
    toggle: name =>
      inTurn(async () => {
        await become({ ...switched, [name]: !isOn(name) })
        return isOn(name)
      }),
    settings: shown,
    patch: (change: Json, unless: Unless = always) =>
      inTurn(async () => {
        const against = await unless()
        if (against !== undefined) return against
        const wanted = await readChange(change, switched, overlaid(served.settings, switched))
        return wanted instanceof Problem ? wanted : told(wanted)
      }),
    reset: (unless: Unless = always) => inTurn(async () => (await unless()) ?? told({})),
  }
}

const always: Unless = () => undefined

/** Why the server stays as it was, for a client. */
const refusal = (error: unknown): Problem => {
  if (error instanceof WrongSettings)
    return invalidContent(error.flaws.map(({ pointer, message }) => ({ pointer: fragment(pointer), detail: message })))
  if (error instanceof NoSuchFolder) return new Problem('conflict', error.message)
  throw error
}
