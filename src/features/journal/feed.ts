/** The journal live, as an event stream (WHATWG HTML §9.2): each exchange an event, as soon as it is over. Outlives a change of the settings. */

import type { Clock } from '../../core/clock.js'
import type { Fields } from '../../core/json.js'
import type { HttpRequest, HttpResponse, Sink } from '../../wire/message.js'
import type { Entry } from './entry.js'
import type { Ring } from './ring.js'

export const EVENT_STREAM = 'text/event-stream'

/** A comment so often keeps proxies from taking silence for the end. */
const HEARTBEAT = 15_000

/** What is told, how, and to whom: asked again and again, because it may be another after a change of the settings. */
export interface Telling {
  readonly ring: Ring
  readonly summary: (entry: Entry) => Fields
  /** Whether whoever sent the request may still follow. */
  readonly allows: (request: HttpRequest) => boolean
}

export interface Feed {
  /** Goes on under new settings; where the entries are others, those who follow have to come back. */
  set(telling: Telling): void
  /** `after`: the id of the last entry that the client has seen, from `Last-Event-ID`. */
  follow(request: HttpRequest, admits: (entry: Entry) => boolean, after: number | undefined): HttpResponse
  end(): void
}

export const feedOf = (clock: Clock, first: Telling): Feed => {
  const encoder = new TextEncoder()
  const open = new Set<Sink>()
  let present = first
  const end = () => open.forEach(sink => sink.end())
  const stream =
    (request: HttpRequest, admits: (entry: Entry) => boolean, after: number | undefined) => (sink: Sink) => {
      const { ring } = present
      const write = (text: string) => {
        if (present.allows(request)) sink.write(encoder.encode(text))
        else sink.end()
      }
      const tell = (entry: Entry) => {
        if (admits(entry)) write(`event: request\nid: ${entry.id}\ndata: ${JSON.stringify(present.summary(entry))}\n\n`)
      }
      write(': each request as it is answered\n\n')
      if (after !== undefined)
        ring
          .all()
          .filter(({ id }) => id > after)
          .forEach(tell)
      const unwatch = ring.watch(tell)
      const beat = (): void => {
        write(':\n\n')
        cancel = clock.after(HEARTBEAT, beat)
      }
      let cancel = clock.after(HEARTBEAT, beat)
      open.add(sink)
      return () => {
        open.delete(sink)
        unwatch()
        cancel()
      }
    }
  return {
    set(telling) {
      if (telling.ring !== present.ring) end()
      present = telling
    },
    follow: (request, admits, after) => ({
      status: 200,
      headers: ['Content-Type', EVENT_STREAM, 'Vary', 'Accept', 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'],
      stream: stream(request, admits, after),
    }),
    end,
  }
}
