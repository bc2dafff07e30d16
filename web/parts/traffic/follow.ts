/** The journal as it grows: what is there, then each entry as it comes. Silent while nobody looks, begun again when it breaks off. */

import type { Summary } from '../../exchange.js'
import { Refused, type Server } from '../../server.js'
import { eventReader } from './event-reader.js'
import { KEPT } from './log.js'

/** Milliseconds until it is tried again; longer where there is no journal, which nobody turns on every second. */
const PAUSE = 1000
const PAUSE_WITHOUT = 5000

export interface Follower {
  /** All that is there, the newest first: at the beginning, and after each break. */
  all(entries: readonly Summary[]): void
  one(entry: Summary): void
  live(): void
  /** There is no journal. */
  off(): void
  /** It has broken off, and is tried again. */
  gone(): void
}

export interface Following {
  /** Begins again, with all that is there. */
  again(): void
  close(): void
}

/** A browser has six connections to a server, and a hidden tab needs none. */
export const followJournal = (server: Server, follower: Follower): Following => {
  let turn = new AbortController()
  const again = (): void => {
    turn.abort()
    turn = new AbortController()
    if (document.visibilityState === 'visible') void keepOn(server, follower, turn.signal)
  }
  document.addEventListener('visibilitychange', again)
  again()
  return {
    again,
    close() {
      document.removeEventListener('visibilitychange', again)
      turn.abort()
    },
  }
}

const keepOn = async (server: Server, follower: Follower, signal: AbortSignal): Promise<void> => {
  let pause = PAUSE
  try {
    await once(server, follower, signal)
  } catch (error) {
    if (signal.aborted) return
    const without = error instanceof Refused && error.status === 404
    if (without) pause = PAUSE_WITHOUT
    follower[without ? 'off' : 'gone']()
  }
  setTimeout(() => signal.aborted || void keepOn(server, follower, signal), pause)
}

/** Until the stream ends. The list before it closes every gap: whatever came meanwhile is in it, or comes after it. */
const once = async (server: Server, follower: Follower, signal: AbortSignal): Promise<void> => {
  const { text } = await server.steer('GET', `/requests?limit=${KEPT}`, undefined, { signal })
  if (signal.aborted) return
  const entries = JSON.parse(text) as readonly Summary[]
  follower.all(entries)
  let last = entries[0]?.id ?? 0
  const stream = await server.follow('/requests', { headers: { 'Last-Event-ID': String(last) }, signal })
  follower.live()
  await read(stream, data => {
    if (signal.aborted) return
    const entry = JSON.parse(data) as Summary
    // Numbers only grow, so this is another journal: the server began anew between the two requests.
    if (entry.id <= last) throw new Error('The journal has begun anew.')
    last = entry.id
    follower.one(entry)
  })
}

const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>, tell: (data: string) => void): Promise<void> => {
  const write = eventReader(({ event, data }) => event === 'request' && tell(data))
  return stream.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }))
}
