/** What a test can do to a world: back to the fixture, to a snapshot, to before the last change; its time, its requests, its rules. */

import { visible, type Family } from '../core/family.js'
import { milliseconds } from '../core/quantity.js'
import type { World } from '../core/world.js'
import type { Service } from '../wire/service.js'
import { watch, type Watching } from './requests.js'
import { ruleControl, type RulesControl } from './rules.js'

/** The records of each collection, as they are shown: secrets left out. */
export type StateOf<Names extends string> = { readonly [Name in Names]: readonly Readonly<Record<string, unknown>>[] }

/** The time that a server goes by: sessions, quotas, dates and back-offs follow it. */
export interface ClockControl {
  readonly now: Date
  readonly frozen: boolean
  /** Time stands still, at this moment or at the one given. */
  freeze(at?: Date | string | number): void
  /** Time goes on from where it stands. */
  release(): void
  set(to: Date | string | number): void
  /** Lets time pass at once: milliseconds, or a span such as `10s` or `2h`. */
  advance(span: number | string): void
  /** Back to the real time. */
  reset(): void
}

export interface Steering<Names extends string = string> extends Watching {
  /** All records as they are now. */
  state(): Promise<StateOf<Names>>
  /** Every record is as in the fixture again, its order included. The clock, the journal and added rules stay as they are. */
  reset(): Promise<void>
  /** Keeps the present state under a name. */
  snapshot(name: string): Promise<void>
  /** Goes back to a snapshot; `fixture` is always there. @throws {RangeError} When there is none of that name. */
  restore(name: string): Promise<void>
  /** Undoes the last change; false when there was none. */
  undo(): Promise<boolean>
  readonly clock: ClockControl
  /** What requests get instead of what they ask for. */
  readonly rules: RulesControl
}

export const steer = <Names extends string>(
  service: () => Service | Promise<Service>,
  clock: () => World['clock'],
  families: () => readonly Family[],
): Steering<Names> => ({
  ...watch(service),
  rules: ruleControl(service),
  async state() {
    const state = await (await service()).world.state()
    const shown: unknown = Object.fromEntries(
      families().map(family => [
        family.plural,
        (state.get(family.singular) ?? []).map(({ fields }) => structuredClone(visible(family, fields))),
      ]),
    )
    return shown as StateOf<Names>
  },
  async reset() {
    const { world } = await service()
    await world.become(world.initial)
  },
  async snapshot(name) {
    await (await service()).world.take(name)
  },
  async restore(name) {
    const { world } = await service()
    const state = world.named(name)
    if (state === undefined) {
      const known = ['fixture', ...world.snapshots.keys()].join(', ')
      throw new RangeError(`There is no snapshot "${name}". There is ${known}.`)
    }
    await world.become(state)
  },
  undo: async () => (await (await service()).world.undo()) !== undefined,
  clock: clockControl(clock),
})

const clockControl = (clock: () => World['clock']): ClockControl => ({
  get now() {
    return new Date(clock().now())
  },
  get frozen() {
    return clock().frozen
  },
  freeze(at) {
    clock().freeze()
    if (at !== undefined) clock().set(timeOf(at))
  },
  release: () => clock().release(),
  set: to => clock().set(timeOf(to)),
  advance: span => clock().advance(spanOf(span)),
  reset: () => clock().reset(),
})

const timeOf = (moment: Date | string | number): number => {
  const time = new Date(moment).getTime()
  if (Number.isNaN(time)) throw new RangeError(`"${String(moment)}" is no moment; write it as in 2027-01-31T12:00:00Z.`)
  return time
}

const spanOf = (span: number | string): number => {
  const length = milliseconds(span)
  if (!Number.isFinite(length) || length < 0) throw new RangeError(`${span} is no span of time to let pass.`)
  return length
}
