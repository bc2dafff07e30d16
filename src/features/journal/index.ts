/** The journal: the last requests with their answers, kept to be looked at, asked about and followed. */

import { settle } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Schema } from '../../core/schema.js'
import type { HttpRequest, Middleware } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import type { Feature } from '../feature.js'
import { keep, record, type Kept } from './entry.js'
import { feedOf, type Feed, type Telling } from './feed.js'
import { secretsOf } from './redact.js'
import { journalResources } from './resources.js'
import { ringOf, type Ring } from './ring.js'
import { steering } from './steering.js'
import { summary } from './view.js'

const options = {
  description: 'Whether the last requests are kept, at /-/requests.',
  default: true,
  flag: '--journal',
  rare: true,
  env: ['RESTAGE_JOURNAL'],
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        entries: {
          type: 'integer',
          minimum: 1,
          maximum: 100_000,
          default: 1000,
          description: 'How many requests are kept; never more than 16 MiB of them.',
          hint: 'a number from 1 to 100000',
        },
      },
    },
  ],
} as const satisfies Schema

/** No more bytes than these are kept, however many requests they are. */
const BYTES_MAX = 16 * 1024 * 1024

export const journal: Feature<typeof options> = {
  name: 'journal',
  doc: 'the last requests can be looked at, and asked whether they came',
  options,
  byDefault: {},
  within: 'control',
  open({ entries = 1000 }, { families, service, keep: keepOver }) {
    const ring = keepOver(`journal of ${entries}`, () => ringOf({ entries, bytes: BYTES_MAX }))
    const secrets = secretsOf(families)
    const telling: Telling = {
      ring,
      summary: entry => summary(entry, secrets),
      allows: request => service.late.steers?.(request) !== false,
    }
    const kept = keepOver<Followed>(FEED, () => ({}))
    const feed = (kept.feed ??= feedOf(service.wall, telling))
    feed.set(telling)
    return {
      frame: true,
      middleware: recording(ring, service),
      control: root => journalResources(root, ring, feed, secrets, service),
      late: { journal: steering(ring, secrets, service) },
      close: ({ final }) => {
        if (final) feed.end()
      },
    }
  },
  // A sandbox is not told that it is over when only its server is another one.
  closed({ keep: keepOver }) {
    keepOver<Followed>(FEED, () => ({})).feed?.end()
    return {}
  },
}

const FEED = 'journal feed'

interface Followed {
  feed?: Feed
}

const recording = (ring: Ring, { base, clock, wall }: Service): Middleware => {
  const own = new Set(['/-', `${base}/-`])
  /** What the journal would say of its own readers helps nobody. */
  const isOwn = (path: string): boolean =>
    path.startsWith('/-/') || (base !== '' && path.startsWith(`${base}/-/`)) || own.has(path)
  return next => request => {
    if (isOwn(request.path)) return next(request)
    const time = clock.now()
    const began = wall.now()
    const tapped = request.content.present ? tap(request) : undefined
    return settle(next(tapped?.request ?? request), response => {
      if (response.facts?.file !== true)
        ring.add(record(ring.next, request, tapped?.kept(), response, time, wall.now() - began))
      return response
    })
  }
}

/** The request with a content of which a part is kept when somebody reads it. */
const tap = (request: HttpRequest): { request: HttpRequest; kept(): Kept | undefined } => {
  let kept: Kept | undefined
  const { content } = request
  const read = async () => {
    const bytes = await content.read()
    if (!(bytes instanceof Problem)) kept = keep(bytes)
    return bytes
  }
  return { request: { ...request, content: { ...content, read } }, kept: () => kept }
}
