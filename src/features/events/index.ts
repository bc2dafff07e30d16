/** The change feed: whoever asks for a collection or a record as an event stream is told what happens to it. */

import { clip } from '../../core/clip.js'
import { SPAN_PATTERN, milliseconds } from '../../core/quantity.js'
import { Problem } from '../../core/problem.js'
import type { Schema } from '../../core/schema.js'
import { eventStream, revisionIn } from '../../wire/event-stream.js'
import { header, type HttpRequest, type HttpResponse } from '../../wire/message.js'
import { readParameters } from '../../wire/query.js'
import type { Service } from '../../wire/service.js'
import type { Feature } from '../feature.js'
import type { About } from './channel.js'
import { hubOf, type Hub } from './hub.js'

const span = (description: string, value: string) =>
  ({
    anyOf: [
      // None that is nothing.
      { type: 'string', pattern: `^(?=.*[1-9])${SPAN_PATTERN.slice(1)}` },
      { type: 'integer', minimum: 1 },
    ],
    description,
    default: value,
    hint: 'a span of time above 0, as in 500ms, 10s or 2m',
  }) as const

const options = {
  description: 'Whether changes can be followed: Accept: text/event-stream.',
  default: true,
  flag: '--events',
  rare: true,
  env: ['RESTAGE_EVENTS'],
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        heartbeat: span('How often a feed says that it is alive.', '15s'),
        history: {
          type: 'integer',
          minimum: 0,
          maximum: 100_000,
          default: 1000,
          description: 'How many changes are kept for clients that come back.',
          hint: 'a number from 0 to 100000',
        },
        retry: span('After how long a client that was cut off comes back.', '2s'),
        feeds: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000_000,
          default: 10_000,
          description: 'How many feeds may be open (503).',
          hint: 'a number from 1 to 1000000',
        },
      },
    },
  ],
} as const satisfies Schema

/** What polyfills use that cannot set header fields. */
const PARAMETER = 'lastEventId'

export const events: Feature<typeof options> = {
  name: 'events',
  doc: 'changes can be followed as they happen',
  options,
  byDefault: {},
  codecs: [eventStream],
  open({ heartbeat = '15s', history = 1000, retry = '2s', feeds = 10_000 }, { families, service, keep }) {
    const settings = { heartbeat: atLeastOne(heartbeat), history, retry: atLeastOne(retry), feeds }
    const kept = keep<Kept>(KEPT, () => ({}))
    const hub = (kept.hub ??= hubOf(service.wall, service.chance, settings))
    hub.set(settings, families, service.late)
    return {
      late: { follow: (request, about) => follow(request, about, hub, service) },
      close: ({ final }) => {
        if (final) hub.end()
      },
    }
  },
  closed({ keep }) {
    keep<Kept>(KEPT, () => ({})).hub?.end()
    return {}
  },
}

const KEPT = 'events'

interface Kept {
  hub?: Hub
}

/** Milliseconds; what rounds to nothing would never rest. */
const atLeastOne = (value: number | string): number => Math.max(1, milliseconds(value))

const follow = (request: HttpRequest, about: About, hub: Hub, root: Service): HttpResponse => {
  const { service, family, key } = about
  const parameters = readParameters(request.query)
  if (typeof parameters === 'string' && key === undefined) return service.trouble(undecodable(parameters), request)
  const pairs = typeof parameters === 'string' ? [] : parameters
  const odd = key === undefined ? pairs.find(({ name }) => name !== PARAMETER) : undefined
  if (odd !== undefined) return service.trouble(unfiltered(odd.name, family.plural), request)
  if (hub.full()) return service.trouble(full(), request)

  // A view tells the changes of the store behind it, in its own way.
  const channel = hub.channel(service.store.view === undefined ? service.store : root.store)
  const id = header(request, 'last-event-id') ?? pairs.find(({ name }) => name === PARAMETER)?.value ?? ''
  // An id that says nothing here, whatever it is, comes from somebody who has seen something, and may have missed more.
  const seen = id === '' ? undefined : (revisionIn(id, channel.life) ?? -1)
  return {
    status: 200,
    headers: HEADERS,
    note: key === undefined ? `feed of ${family.plural}` : `feed of one ${family.singular}`,
    stream: sink => {
      const feed = hub.open(channel, about, sink, { seen, allowed: admission(request, hub) })
      return () => feed?.close()
    },
  }
}

/**
 * Whether whoever opened a feed may still read, by the settings that hold then: the session that it was opened in must be
 * alive, and one that nobody was logged in for needs none as long as nobody does.
 */
const admission = (request: HttpRequest, hub: Hub): (() => boolean) => {
  const handle = hub.who.login?.(request)?.handle
  return () => {
    const { login, reads } = hub.who
    if (reads?.(request) === false) return false
    return handle === undefined || login === undefined || login(request)?.handle === handle
  }
}

const HEADERS = [
  'Content-Type',
  eventStream.mediaType,
  'Vary',
  'Accept',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  // What nginx and its like collect first would come too late.
  'X-Accel-Buffering',
  'no',
]

const undecodable = (name: string): Problem =>
  new Problem(
    'invalid-parameter',
    `The query parameter "${clip(name)}" or its value is not percent-encoded UTF-8 (RFC 3986 §2.1).`,
    { parameter: clip(name) },
  )

const unfiltered = (name: string, plural: string): Problem =>
  new Problem(
    'invalid-parameter',
    `A feed tells every change of the ${plural} and takes no filter, order or page, so not "${clip(name)}" either. Leave it out, or follow one record by its own URL; ${PARAMETER} alone may stand here.`,
    { parameter: clip(name) },
  )

/** Seconds. */
const LATER = 10

const full = (): Problem =>
  new Problem(
    'too-many-feeds',
    `As many feeds are open as events.feeds allows. Come back in ${LATER} seconds, or read without following.`,
    {},
    ['Retry-After', String(LATER)],
  )
