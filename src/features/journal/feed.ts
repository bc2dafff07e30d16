/** The journal live, as an event stream (WHATWG HTML §9.2): each exchange an event, as soon as it is over. */

import type { Clock } from '../../core/clock.js'
import type { Fields } from '../../core/json.js'
import type { HttpResponse, Sink } from '../../wire/message.js'
import type { Entry } from './entry.js'
import type { Ring } from './ring.js'

export const EVENT_STREAM = 'text/event-stream'

/** A comment so often keeps proxies from taking silence for the end. */
const HEARTBEAT = 15_000

export interface Feed {
  /** `after`: the id of the last entry that the client has seen, from `Last-Event-ID`. */
  follow(admits: (entry: Entry) => boolean, after: number | undefined): HttpResponse
  close(): void
}

export const feedOf = (ring: Ring, clock: Clock, summary: (entry: Entry) => Fields): Feed => {
  const encoder = new TextEncoder()
  const open = new Set<Sink>()
  const stream = (admits: (entry: Entry) => boolean, after: number | undefined) => (sink: Sink) => {
    const write = (text: string) => sink.write(encoder.encode(text))
    const tell = (entry: Entry) => {
      if (admits(entry)) write(`event: request\nid: ${entry.id}\ndata: ${JSON.stringify(summary(entry))}\n\n`)
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
    follow: (admits, after) => ({
      status: 200,
      headers: ['Content-Type', EVENT_STREAM, 'Vary', 'Accept', 'Cache-Control', 'no-store', 'X-Accel-Buffering', 'no'],
      stream: stream(admits, after),
    }),
    close: () => open.forEach(sink => sink.end()),
  }
}
