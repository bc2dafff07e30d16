/** All that is served, as one thing: its records, its time, and the ways back: to the fixture, to a snapshot, to before the last change. */

import type { Change } from './changes.js'
import type { Entry } from './entry.js'
import { settle, type Awaitable } from './json.js'
import { memoryStore, type State, type Store } from './store.js'
import { virtualClock, type VirtualClock } from './virtual-clock.js'

export interface Snapshot {
  readonly name: string
  /** When it was taken, in milliseconds since the epoch. */
  readonly taken: number
  readonly state: State
}

/** What was done at once, and can be undone at once. */
export interface Step {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** In the order in which they were made. */
  readonly changes: readonly Change[]
}

export interface World {
  readonly store: Store
  readonly clock: VirtualClock
  /** All records as they are now. */
  state(): Awaitable<ReadonlyMap<string, readonly Entry[]>>
  /** Makes them what they are in the state: one step. */
  become(state: State): Awaitable<void>
  /** What the fixture says; a reload says it anew. */
  initial: State
  /** By their names. */
  readonly snapshots: ReadonlyMap<string, Snapshot>
  /** Keeps the present state under a name, in place of what had it before. */
  take(name: string): Awaitable<Snapshot>
  forget(name: string): boolean
  /** The state of that name, the fixture's among them; undefined when nothing has it. */
  named(name: string): State | undefined
  /** What can be undone, the latest last. */
  readonly steps: readonly Step[]
  /** Undoes the latest step; undefined when there is none. What is undone is no step of its own. */
  undo(): Awaitable<Step | undefined>
}

/** The name that what the fixture says goes by among the snapshots: always there, never taken. */
export const FIXTURE = 'fixture'

/** As many steps can be undone. */
const STEPS_MAX = 1000
/** As many snapshots are kept; the oldest makes room. */
export const SNAPSHOTS_MAX = 100

/** `initial` is what the store holds already; with a parent, it is what the parent says that the fixture is. */
export const worldOf = (store: Store, clock: VirtualClock, initial: State, parent?: World): World => {
  let own = initial
  const snapshots = new Map<string, Snapshot>()
  const steps: Step[] = []
  const families = new Set<string>()
  /** The changes of the step that is under way; undefined when each is a step of its own. */
  let together: Change[] | undefined

  store.watch(change => {
    families.add(change.family)
    if (together === undefined) remember([change])
    else together.push(change)
  })

  const remember = (changes: readonly Change[]): void => {
    if (changes.length === 0) return
    steps.push({ at: clock.now(), changes })
    if (steps.length > STEPS_MAX) steps.shift()
  }

  const state = async (): Promise<ReadonlyMap<string, readonly Entry[]>> => {
    const names = [...new Set([...world.initial.keys(), ...families])]
    const lists = await Promise.all(names.map(name => store.list(name)))
    return new Map(names.map((name, index) => [name, lists[index] ?? []]))
  }

  /** Restores, and gives what that has changed. */
  const restore = (wanted: State): Awaitable<readonly Change[]> => {
    const changes: Change[] = []
    together = changes
    return settle(store.restore(wanted), () => {
      together = undefined
      return changes
    })
  }

  const world: World = {
    store,
    clock,
    get initial() {
      return parent?.initial ?? own
    },
    set initial(next) {
      own = next
    },
    snapshots,
    steps,
    state,
    become: wanted => settle(restore(wanted), remember),
    async take(name) {
      const snapshot = { name, taken: clock.now(), state: await state() }
      snapshots.delete(name)
      snapshots.set(name, snapshot)
      for (const oldest of snapshots.keys()) {
        if (snapshots.size <= SNAPSHOTS_MAX) break
        snapshots.delete(oldest)
      }
      return snapshot
    },
    forget: name => snapshots.delete(name),
    named: name => (name === FIXTURE ? world.initial : snapshots.get(name)?.state),
    async undo() {
      const now = await state()
      const step = steps.pop()
      if (step !== undefined) await restore(before(now, step))
      return step
    },
  }
  return world
}

/** A world of its own with the same records as this one has now; from then on, neither sees what happens in the other. */
export const fork = async (world: World): Promise<World> => {
  const clock = virtualClock(world.clock)
  return worldOf(
    memoryStore(() => clock.now(), await world.state()),
    clock,
    world.initial,
    world,
  )
}

/** The state as it was before the step that led to it. */
const before = (now: ReadonlyMap<string, readonly Entry[]>, { changes }: Step): State => {
  const lists = new Map([...now].map(([family, entries]) => [family, [...entries]]))
  for (const change of changes.toReversed()) {
    const list: Pick<Entry, 'key' | 'fields'>[] = lists.get(change.family) ?? []
    lists.set(change.family, list as Entry[])
    const index = list.findIndex(({ key }) => key === change.key)
    if (change.before === undefined) {
      if (index >= 0) list.splice(index, 1)
    } else if (index >= 0) list[index] = change.before
    else list.splice(change.index ?? list.length, 0, change.before)
  }
  return lists
}
