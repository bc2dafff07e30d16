/** Who hears of which change: the targets of the settings, kept over changes of the settings. */

import type { Change } from '../../core/changes.js'
import type { Family } from '../../core/family.js'
import type { Service } from '../../wire/service.js'
import { messageOf } from './message.js'
import { targetOf, type Subscription, type Target } from './target.js'

/** Outlives one app: what is on its way when the settings change still arrives. */
export interface Dispatch {
  /** By their names, which are URLs, numbered where one stands in the settings twice. */
  readonly targets: Map<string, Target>
  /** Ends the watch of the app that has it now; another app can have taken over when the first one closes. */
  unwatch: () => void
}

export const newDispatch = (): Dispatch => ({ targets: new Map(), unwatch: () => {} })

/** Bytes of a message's name. */
const ID_BYTES = 18

/** Takes over: has these targets and no others, and tells them of every change from now on. Gives back what stops it. */
export const takeOver = (
  dispatch: Dispatch,
  subscriptions: readonly Subscription[],
  families: readonly Family[],
  service: Service,
): { readonly targets: readonly Target[]; readonly close: (over: Promise<void>) => Promise<void> } => {
  const targets = settleTargets(dispatch, subscriptions, service)
  const bySingular = new Map(families.map(family => [family.singular, family]))
  dispatch.unwatch()
  const unwatch = service.store.watch(change => tell(change, bySingular.get(change.family), targets, service))
  dispatch.unwatch = unwatch
  return {
    targets,
    async close(over) {
      // Another app goes on with all of it.
      if (dispatch.unwatch !== unwatch) return
      await Promise.race([Promise.all(targets.map(target => target.drain())), over])
      if (dispatch.unwatch !== unwatch) return
      unwatch()
      targets.forEach(target => target.drop('the server stopped'))
    },
  }
}

const settleTargets = (
  { targets }: Dispatch,
  subscriptions: readonly Subscription[],
  service: Service,
): readonly Target[] => {
  const known = new Map(targets)
  targets.clear()
  for (const subscription of subscriptions) {
    const name = unusedName(subscription.url, targets)
    const target = known.get(name) ?? targetOf(subscription, service)
    known.delete(name)
    target.subscribe(subscription)
    targets.set(name, target)
  }
  known.forEach(target => target.drop('the target is in the settings no more'))
  return [...targets.values()]
}

const unusedName = (url: string, targets: ReadonlyMap<string, Target>): string => {
  let name = url
  for (let count = 2; targets.has(name); count++) name = `${url} ${count}`
  return name
}

const tell = (change: Change, family: Family | undefined, targets: readonly Target[], service: Service): void => {
  if (family === undefined) return
  const takers = targets.filter(
    ({ status, subscription: { kinds, families } }) =>
      status === 'active' && kinds.includes(change.kind) && (families?.includes(family.singular) ?? true),
  )
  if (takers.length === 0) return
  const message = messageOf(change, family, `msg_${service.chance.token(ID_BYTES)}`, service.now())
  takers.forEach(target => target.offer(message))
}
