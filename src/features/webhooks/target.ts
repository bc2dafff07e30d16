/** One target: what is on its way to it, one message at a time and in the order of the changes, and what became of the last. */

// A message that fails is tried again aside, so that it does not hold up those behind it; when its time comes it goes
// first. So there is never more than one connection to a target, and messages can overtake one that failed: the revision
// in each tells their order.

import type { Change } from '../../core/changes.js'
import type { Cancel } from '../../core/clock.js'
import type { Sending, Sent } from '../../core/post.js'
import type { Service } from '../../wire/service.js'
import type { Delivery, State } from './delivery.js'
import type { Message } from './message.js'
import { signatures } from './secret.js'

/** What the settings say of it. */
export interface Subscription {
  readonly url: string
  readonly kinds: readonly Change['kind'][]
  /** Singulars; undefined for all families. */
  readonly families: readonly string[] | undefined
  readonly keys: readonly Uint8Array[]
}

export interface Target {
  readonly subscription: Subscription
  /** Ended: its receiver has said 410, and gets nothing more. */
  readonly status: 'active' | 'ended'
  readonly counts: Readonly<Record<'delivered' | 'failed' | 'dropped', number>>
  /** On their way, the oldest first. */
  pending(): readonly Delivery[]
  /** The last that are not on their way any more, the latest first. */
  ended(): readonly Delivery[]
  /** New settings, for what is on its way as well. */
  subscribe(subscription: Subscription): void
  offer(message: Message): void
  /** A last chance for all at once: nothing is tried again. Resolves when nothing is on its way. */
  drain(): Promise<void>
  /** Nothing is on its way any more. */
  drop(reason: string): void
}

export type Tools = Pick<Service, 'clock' | 'wall' | 'chance' | 'crypto' | 'post'>

/** Before it is tried again, in milliseconds; then it is given up. */
const WAITS: readonly number[] = [1000, 5000, 30_000]
/** By up to so much a wait is longer, so that messages that failed together do not come back together. */
const JITTER = 0.2

const PENDING_MAX = 1000
/** Of contents that are kept, in characters. */
const PENDING_LENGTH_MAX = 16 * 1024 * 1024
const ENDED_MAX = 100

interface Underway extends Delivery {
  state: State
  readonly attempts: Delivery['attempts'][number][]
  next: number | undefined
  reason?: string
  /** Ends the attempt, or the wait for the next one. */
  cancel: Cancel
}

const nothing = (): void => {}

export const targetOf = (first: Subscription, { clock, wall, chance, crypto, post }: Tools): Target => {
  let subscription = first
  let status: Target['status'] = 'active'
  let draining = false
  let drained = nothing
  let length = 0
  const counts = { delivered: 0, failed: 0, dropped: 0 }
  // In the order of the changes, so what is tried again is found before what is new.
  const pending = new Set<Underway>()
  const ended: Delivery[] = []

  const end = (delivery: Underway, state: 'delivered' | 'failed' | 'dropped', reason?: string): void => {
    delivery.cancel()
    pending.delete(delivery)
    length -= delivery.message.body.length
    counts[state]++
    const { message, attempts } = delivery
    // What was in it is not needed any more.
    ended.unshift({ message: { ...message, body: '' }, attempts, state, ...(reason !== undefined && { reason }) })
    ended.length = Math.min(ended.length, ENDED_MAX)
    if (pending.size === 0) drained()
  }

  const drop = (reason: string): void => [...pending].forEach(delivery => end(delivery, 'dropped', reason))

  const pump = (): void => {
    const all = [...pending]
    if (all.some(({ state }) => state === 'sending')) return
    const delivery = all.find(({ state }) => state === 'waiting')
    if (delivery !== undefined) send(delivery)
  }

  const send = (delivery: Underway): void => {
    delivery.state = 'sending'
    const at = clock.now()
    const sending = attempt(delivery.message)
    delivery.cancel = sending.cancel
    void sending.done.then(result => {
      // Dropped in the meantime.
      if (!pending.has(delivery)) return undefined
      delivery.cancel = nothing
      delivery.attempts.push({ at, result })
      settleOne(delivery, result)
      return pump()
    })
  }

  const attempt = ({ id, body }: Message): Sending => {
    // The receiver compares it with the time that it is there, and takes nothing that is five minutes off.
    const seconds = Math.floor(wall.now() / 1000)
    const headers = Object.entries({
      'Content-Type': 'application/json',
      'User-Agent': 'restage',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures(crypto, subscription.keys, { id, seconds, body }),
    }).flat()
    return post({ url: subscription.url, headers, body })
  }

  const settleOne = (delivery: Underway, result: Sent): void => {
    const answer = 'status' in result ? result.status : 0
    if (answer >= 200 && answer < 300) return end(delivery, 'delivered')
    if (answer === 410) {
      status = 'ended'
      end(delivery, 'failed')
      return drop('the receiver has ended the subscription (410)')
    }
    const wait = WAITS[delivery.attempts.length - 1]
    if (wait === undefined || draining) return end(delivery, 'failed')
    const jittered = Math.round(wait * (1 + JITTER * chance.random()))
    delivery.state = 'retrying'
    delivery.next = clock.now() + jittered
    delivery.cancel = clock.after(jittered, () => {
      resume(delivery)
      pump()
    })
  }

  const resume = (delivery: Underway): void => {
    delivery.cancel()
    delivery.cancel = nothing
    delivery.state = 'waiting'
    delivery.next = undefined
  }

  /** Room for one more: the oldest goes that is not just being sent. */
  const makeRoom = (more: number): void => {
    for (const delivery of pending) {
      if (pending.size < PENDING_MAX && length + more <= PENDING_LENGTH_MAX) return
      if (delivery.state !== 'sending') end(delivery, 'dropped', 'too many messages were on their way')
    }
  }

  return {
    get subscription() {
      return subscription
    },
    get status() {
      return status
    },
    counts,
    pending: () => [...pending],
    ended: () => ended,
    subscribe(changed) {
      subscription = changed
      draining = false
    },
    offer(message) {
      if (status === 'ended') return
      makeRoom(message.body.length)
      length += message.body.length
      pending.add({ message, state: 'waiting', attempts: [], next: undefined, cancel: nothing })
      pump()
    },
    drain() {
      draining = true
      ;[...pending].filter(({ state }) => state === 'retrying').forEach(resume)
      return new Promise(resolve => {
        drained = resolve
        if (pending.size === 0) resolve()
        else pump()
      })
    },
    drop,
  }
}
