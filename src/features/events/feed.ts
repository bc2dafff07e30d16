/** One open feed: how far it has been told, and whether its reader keeps up. What it has not taken waits in the history alone. */

import { aliveText, eventText, idOf, openingText } from '../../wire/event-stream.js'
import type { Sink } from '../../wire/message.js'
import type { About, Channel } from './channel.js'

export interface Feed {
  readonly about: About
  /** Says that the feed is alive; a reader who has taken nothing since the last time is cut off. */
  beat(): void
  /** That was all: the reader may come back. */
  end(): void
  /** The reader is gone. */
  close(): void
}

export interface Opening {
  /** Milliseconds after which a client comes back. */
  readonly retry: number
  /** The revision that the client has seen last: -1 when it cannot be told which, undefined when it comes for the first time. */
  readonly seen: number | undefined
  /** Whether whoever opened the feed may still read. */
  readonly allowed: () => boolean
  /** Called once, when it is over for whatever reason. */
  readonly left: (feed: Feed) => void
}

const encoder = new TextEncoder()

export const openFeed = (channel: Channel, about: About, sink: Sink, opening: Opening): Feed => {
  const { retry, seen, allowed, left } = opening
  /** Everything up to here is written, or was not for this feed. */
  let position = 0
  /** Enough is waiting in the sink. */
  let waiting = false
  let stalled = false
  let over = false

  const close = (): void => {
    if (over) return
    over = true
    leave()
    left(feed)
  }
  const cut = (): void => {
    close()
    sink.cut()
  }
  const end = (): void => {
    if (over) return
    // Who does not read would not read the end either.
    if (waiting) return cut()
    close()
    sink.end()
  }
  const write = (bytes: Uint8Array): void => {
    if (sink.write(bytes) || over || waiting) return
    waiting = true
    sink.drained(() => {
      waiting = false
      stalled = false
      catchUp()
    })
  }
  const say = (text: string): void => write(encoder.encode(text))

  /** Out of the history, no faster than the reader takes it. */
  const catchUp = (): void => {
    channel.flush()
    if (over) return
    if (!allowed()) return end()
    const missed = channel.since(position, about)
    if (missed === undefined) return cut()
    for (const { revision, bytes } of missed) {
      if (waiting) return
      position = revision
      write(bytes)
    }
    if (!waiting) position = channel.now
  }

  const feed: Feed = {
    about,
    beat() {
      if (!allowed()) return end()
      if (!waiting) return say(aliveText(idOf(channel.life, position)))
      if (stalled) return cut()
      stalled = true
    },
    end() {
      // What has just happened is still told.
      channel.flush()
      end()
    },
    close,
  }

  channel.flush()
  const known = seen !== undefined && channel.knows(seen)
  position = known ? seen : channel.now
  const leave = channel.join(
    {
      pass(from, to, batch) {
        if (!allowed()) return end()
        if (!waiting && position === from) {
          position = to
          if (batch !== undefined) write(batch)
        } else if (!channel.knows(position)) {
          // What is still to be told has been forgotten in the meantime.
          cut()
        }
      },
    },
    about,
  )
  const here = idOf(channel.life, position)
  say(openingText(retry, here))
  if (seen !== undefined && !known) say(eventText('reset', here, {}))
  catchUp()
  return feed
}
