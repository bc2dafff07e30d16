/** Rules that stand in the fixture: this request, so many times, gets that answer. Data only: no code, no templates. */

import { settle, type Awaitable } from '../../core/json.js'
import { latencyOf } from '../../core/latency.js'
import { milliseconds } from '../../core/quantity.js'
import { stream } from '../../core/seeded.js'
import type { HttpRequest, HttpResponse, Middleware } from '../../wire/message.js'
import { delayed, isExempt, sharedRoom } from '../../wire/rehearsal.js'
import type { Service } from '../../wire/service.js'
import type { WaitingRoom } from '../../wire/waiting.js'
import type { Feature } from '../feature.js'
import { answerer } from './answer.js'
import { checkRules, hasBody } from './check.js'
import { covers, legible, matcher, type Legible } from './match.js'
import { options, type Rule } from './schema.js'

/** What has been counted: for as long as the rules stay the same, over every change of other settings. */
interface Counted {
  text: string
  since: number
  counts: { seen: number; used: number }[]
}

export const rules: Feature<typeof options> = {
  name: 'rules',
  doc: 'requests that get another answer than they ask for',
  options,
  inspect: checkRules,
  open(given, { service, keep }) {
    // An empty setting has no rules.
    const list = Array.isArray(given) ? given : []
    if (list.length === 0) return {}
    const counted = keep('rules', (): Counted => ({ text: '', since: 0, counts: [] }))
    const text = JSON.stringify(list)
    if (counted.text !== text) {
      Object.assign(counted, { text, since: service.now(), counts: list.map(() => ({ seen: 0, used: 0 })) })
    }
    const { chance } = service
    const random = keep(`rules of seed ${chance.seed}`, () => stream(chance.seed, 'rules'))
    const room = sharedRoom(service, keep)
    const ready = list.map((rule, index) => prepare(rule, index, counted, service, random))
    const drawn = ready.some(({ isRandom }) => isRandom)
    return {
      middleware: ruling(ready, service, room),
      banner: [['Rules', summary(list)]],
      ...(drawn && { random: true as const }),
      close: () => room.release(),
    }
  },
}

/** As many as fit on a line. */
const summary = (list: readonly Rule[]): string => {
  const shown = list.slice(0, 3).map(({ when }) => when)
  return [...shown, ...(list.length > 3 ? [`and ${list.length - 3} more`] : [])].join('  ')
}

/** A rule with all that can be decided at start decided. */
interface Ready {
  readonly fits: (request: HttpRequest) => boolean
  /** What the content must have; undefined when nothing is said of it. */
  readonly body: unknown
  /** Counts the request, and tells whether it is one of those that are meant. */
  readonly takes: () => boolean
  readonly wait: () => number
  readonly isRandom: boolean
  readonly answer: ReturnType<typeof answerer>
}

const prepare = (rule: Rule, index: number, counted: Counted, service: Service, random: () => number): Ready => {
  const { with: more, then, times, every, after, for: span } = rule
  const begin = after === undefined || after === null ? 0 : milliseconds(after)
  const end = span === undefined || span === null ? Infinity : begin + milliseconds(span)
  const latency = latencyOf(then.wait ?? 0)
  const wait = typeof latency === 'string' ? undefined : latency
  return {
    fits: matcher(rule, service),
    body: hasBody(more?.body) ? more?.body : undefined,
    takes() {
      const running = service.now() - counted.since
      const count = counted.counts[index]
      if (running < begin || running >= end || count === undefined || count.used >= (times ?? Infinity)) return false
      count.seen++
      if (count.seen % (every ?? 1) !== 0) return false
      count.used++
      return true
    },
    wait: () => wait?.draw(random) ?? 0,
    isRandom: wait?.random === true,
    answer: answerer(rule, `rule ${index + 1}, ${rule.when}`, service),
  }
}

const ruling =
  (ready: readonly Ready[], service: Service, room: WaitingRoom): Middleware =>
  next => {
    const apply = ({ wait, answer }: Ready, request: HttpRequest) =>
      delayed(room, service, request, wait(), () => answer(request, next))
    /** The first rule from there on that is meant, or what happens without. */
    const search = (request: HttpRequest, from: number, content?: Legible): Awaitable<HttpResponse> => {
      for (let at = from; at < ready.length; at++) {
        const rule = ready[at]
        if (rule === undefined || !rule.fits(request)) continue
        if (rule.body === undefined) {
          if (rule.takes()) return apply(rule, request)
          continue
        }
        const read = content ?? legible(request, service)
        return settle(read.value(), value =>
          covers(rule.body, value) && rule.takes() ? apply(rule, read.request) : search(read.request, at + 1, read),
        )
      }
      return next(request)
    }
    return request => (isExempt(request, service.base) ? next(request) : search(request, 0))
  }
