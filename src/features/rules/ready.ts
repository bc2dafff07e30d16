/** A rule made ready: all that can be decided before there is a request is decided. */

import { latencyOf } from '../../core/latency.js'
import { milliseconds } from '../../core/quantity.js'
import type { HttpRequest } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import { answerer } from './answer.js'
import type { Running } from './book.js'
import { hasBody } from './check.js'
import { matcher } from './match.js'

export interface Ready {
  readonly fits: (request: HttpRequest) => boolean
  /** What the content must have; undefined when nothing is said of it. */
  readonly body: unknown
  /** Counts the request, and tells whether it is one of those that are meant. */
  readonly takes: () => boolean
  readonly wait: () => number
  readonly answer: ReturnType<typeof answerer>
}

export const prepare = (running: Running, service: Service, random: () => number): Ready => {
  const { handle, rule, since } = running
  const { with: more, then, times, every, after, for: span } = rule
  const begin = after === undefined || after === null ? 0 : milliseconds(after)
  const end = span === undefined || span === null ? Infinity : begin + milliseconds(span)
  const latency = latencyOf(then.wait ?? 0)
  const wait = typeof latency === 'string' ? undefined : latency
  return {
    fits: matcher(rule, service),
    body: hasBody(more?.body) ? more?.body : undefined,
    takes() {
      const time = service.now() - since
      if (time < begin || time >= end || running.used >= (times ?? Infinity)) return false
      running.seen++
      if (running.seen % (every ?? 1) !== 0) return false
      running.used++
      return true
    },
    wait: () => wait?.draw(random) ?? 0,
    answer: answerer(rule, `rule ${handle}, ${rule.when}`, service),
  }
}
