/** What is switched on and off while it is served: stronger than all settings, and over every reload of the files. */

import { mergeSettings } from '../config.js'
import type { Fixture } from '../fixtures.js'
import type { Settings } from '../grammar.js'
import type { Replaced } from './replace.js'

export type SwitchName = 'latency' | 'chaos'

export type Replace = (fixture: Fixture, settings: Settings) => Promise<Replaced>

export interface Switches {
  /** For whoever brings a new fixture: what has been switched stays so. */
  readonly replace: Replace
  isOn(name: SwitchName): boolean
  /** On is what the settings say, or what is usual where they say nothing. Gives whether it is on now; rejects as `replace` does. */
  toggle(name: SwitchName): Promise<boolean>
}

/** `fixture` and `settings` are what is served now, and `server` serves something else instead. */
export const switchesOf = (server: { replace: Replace }, fixture: Fixture, settings: Settings): Switches => {
  let served = { fixture, settings }
  let switched: Readonly<Partial<Record<SwitchName, boolean>>> = {}
  /** A key and a save at the same time: the second one begins with what the first one has made. */
  let busy: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = busy.then(work)
    busy = done.catch(() => undefined)
    return done
  }
  const isOn = (name: SwitchName): boolean => switched[name] ?? isSet(served.settings[name])
  return {
    replace: (next, wanted) =>
      inTurn(async () => {
        const replaced = await server.replace(next, overlaid(wanted, switched))
        served = { fixture: next, settings: wanted }
        return replaced
      }),
    isOn,
    toggle: name =>
      inTurn(async () => {
        const wanted = { ...switched, [name]: !isOn(name) }
        await server.replace(served.fixture, overlaid(served.settings, wanted))
        switched = wanted
        return isOn(name)
      }),
  }
}

/** Switched on means what the settings say, if they say anything but off. */
const overlaid = (settings: Settings, { latency, chaos }: Readonly<Partial<Record<SwitchName, boolean>>>): Settings =>
  mergeSettings([
    {
      ...(latency !== undefined && !(latency && isSet(settings.latency)) && { latency }),
      ...(chaos !== undefined && !(chaos && isSet(settings.chaos)) && { chaos }),
    },
    settings,
  ])

const isSet = (setting: unknown): boolean => setting !== undefined && setting !== false
