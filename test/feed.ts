/** A reader of feeds for tests: what came so far, the events taken apart, waiting for what is to come, always closed. */

import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'
import { within } from './harness.js'

export interface Told {
  readonly id: string | undefined
  readonly event: string | undefined
  readonly data: Record<string, unknown>
}

export interface Reader {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** All that came, as it came. */
  readonly text: () => string
  readonly events: readonly Told[]
  /** Resolves when there are so many events, counted from the beginning. */
  count(events: number): Promise<readonly Told[]>
  /** Resolves when the text has come. */
  until(pattern: RegExp): Promise<void>
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>
  /** Leaves. */
  cut(): void
}

export const EVENT_STREAM = { accept: 'text/event-stream' }

/** Opens a feed; resolves when the header section is there. */
export const readFeed = (url: string, headers: Record<string, string> = {}): Promise<Reader> =>
  within(
    10_000,
    `opening ${url}`,
    new Promise((resolve, reject) => {
      const req = request(url, { headers: { ...EVENT_STREAM, ...headers }, agent: false })
      req.on('error', reject)
      req.on('response', response => {
        req.off('error', reject)
        req.on('error', () => undefined)
        resolve(reader(response))
      })
      req.end()
    }),
  )

const reader = (response: IncomingMessage): Reader => {
  let text = ''
  const events: Told[] = []
  const looking = new Set<() => void>()
  const look = (): void => looking.forEach(call => call())
  const parser = createParser({
    onEvent: ({ id, event, data }) =>
      void events.push({ id, event, data: JSON.parse(data) as Record<string, unknown> }),
  })
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    parser.feed(chunk)
    look()
  })
  response.on('error', () => undefined)
  const ended = new Promise<void>(resolve => void response.once('close', resolve))
  const wait = (what: string, done: () => boolean): Promise<void> => {
    let call: (() => void) | undefined
    const promise = new Promise<void>(resolve => {
      call = () => void (done() && resolve())
      looking.add(call)
      call()
    })
    return within(10_000, `${what} (so far: ${text.slice(-500)})`, promise).finally(() => call && looking.delete(call))
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    events,
    count: async number => {
      await wait(`${number} events`, () => events.length >= number)
      return events
    },
    until: pattern => wait(String(pattern), () => pattern.test(text)),
    ended,
    cut: () => void response.destroy(),
  }
}

/** Opens feeds, lets them be used, and leaves them all whatever happens. */
export const withFeeds = async (
  use: (open: (url: string, headers?: Record<string, string>) => Promise<Reader>) => Promise<void>,
): Promise<void> => {
  const open: Reader[] = []
  try {
    await use(async (url, headers) => {
      const feed = await readFeed(url, headers)
      open.push(feed)
      return feed
    })
  } finally {
    for (const feed of open) feed.cut()
  }
}
