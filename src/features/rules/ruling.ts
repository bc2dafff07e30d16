/** Where rules stand between a request and its answer: the first that is meant decides. */

import { settle, type Awaitable } from '../../core/json.js'
import type { HttpRequest, HttpResponse, Middleware } from '../../wire/message.js'
import { delayed, isExempt } from '../../wire/rehearsal.js'
import type { Service } from '../../wire/service.js'
import type { WaitingRoom } from '../../wire/waiting.js'
import type { Book, Running } from './book.js'
import { covers, legible, type Legible } from './match.js'
import { prepare, type Ready } from './ready.js'

export const ruling = (book: Book, service: Service, room: WaitingRoom, random: () => number): Middleware => {
  let known: readonly Running[] = []
  let made: readonly Ready[] = []
  /** Made anew when other rules are in force, and not before somebody needs them. */
  const readyNow = (): readonly Ready[] => {
    if (book.all === known) return made
    known = book.all
    made = known.map(running => prepare(running, service, random))
    return made
  }
  return next => {
    const apply = ({ wait, answer }: Ready, request: HttpRequest) =>
      delayed(room, service, request, wait(), () => answer(request, next))
    /** The first rule from there on that is meant, or what happens without. */
    const search = (
      ready: readonly Ready[],
      request: HttpRequest,
      from = 0,
      content?: Legible,
    ): Awaitable<HttpResponse> => {
      for (let at = from; at < ready.length; at++) {
        const rule = ready[at]
        if (rule === undefined || !rule.fits(request)) continue
        if (rule.body === undefined) {
          if (rule.takes()) return apply(rule, request)
          continue
        }
        const read = content ?? legible(request, service)
        return settle(read.value(), value =>
          covers(rule.body, value) && rule.takes()
            ? apply(rule, read.request)
            : search(ready, read.request, at + 1, read),
        )
      }
      return next(request)
    }
    return request =>
      book.all.length === 0 || isExempt(request, service.base) ? next(request) : search(readyNow(), request)
  }
}
