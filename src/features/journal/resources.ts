/** The journal as resources: the list with its filters and claims, each entry, the live stream, and DELETE to begin anew. */

import { settle } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import { answerAfresh } from '../../wire/document.js'
import { header, type Handler, type HttpRequest, type Resource } from '../../wire/message.js'
import { choose } from '../../wire/negotiate.js'
import { lastSegment } from '../../wire/resource.js'
import type { Service } from '../../wire/service.js'
import type { Feed } from './feed.js'
import { EVENT_STREAM } from './feed.js'
import { countMismatch } from './misses.js'
import { admits, readQuestion } from './question.js'
import type { Secrets } from './redact.js'
import type { Ring } from './ring.js'
import { details, summary } from './view.js'

export const journalResources = (
  root: string,
  ring: Ring,
  feed: Feed,
  secrets: Secrets,
  service: Service,
): Resource[] => {
  const self = `${root}/requests`
  const itemPath = (id: unknown) => `${self}/${String(id)}`
  const { all } = service.formats.of('collection')
  const offers = [...all, { mediaType: EVENT_STREAM, byName: true }]

  const list: Handler = request => {
    const question = readQuestion(request.query)
    if (question instanceof Problem) return service.trouble(question, request)
    const { count, limit } = question
    if (count === undefined && choose(header(request, 'accept'), offers)?.offer.mediaType === EVENT_STREAM)
      return feed.follow(request, entry => admits(question, entry), lastSeen(request))
    const entries = ring.all()
    const found = entries.filter(entry => admits(question, entry))
    if (count !== undefined && found.length !== count)
      return service.trouble(countMismatch(question, found, entries, ring.dropped), request)
    const shown = found.slice(-limit).toReversed()
    return answerAfresh(service, request, {
      kind: 'collection',
      name: 'request',
      plural: 'requests',
      schema: {},
      value: shown.map(entry => summary(entry, secrets)),
      title: 'Requests',
      self,
      key: 'id',
      itemPath: ({ id }) => itemPath(id),
      page: {
        number: 1,
        limit,
        total: found.length,
        links: undefined,
        filtered: true,
        sorting: () => undefined,
      },
      headers: ['X-Total-Count', String(found.length)],
    })
  }

  const clear: Handler = () => {
    ring.clear()
    return { status: 204, headers: [] }
  }

  const one: Handler = request => {
    const name = lastSegment(request.path)
    const entry = /^[1-9]\d{0,15}$/.test(name) ? ring.get(Number(name)) : undefined
    if (entry === undefined) {
      const detail = `The journal has no request "${name.slice(0, 64)}": it may have made room for newer ones. GET ${self} lists those that are there.`
      return service.trouble(new Problem('not-found', detail), request)
    }
    return settle(details(entry, secrets, service), value =>
      answerAfresh(service, request, {
        kind: 'document',
        name: 'request',
        plural: 'requests',
        schema: {},
        value,
        title: `${entry.method} ${entry.path}`,
        self: itemPath(entry.id),
        up: self,
      }),
    )
  }

  return [
    {
      path: self,
      methods: { GET: list, DELETE: clear },
      doc: 'the last requests, or each as it is answered (text/event-stream); DELETE: begins anew',
    },
    { path: `${self}/:id`, methods: { GET: one } },
  ]
}

/** What an event source sends when it has lost its connection. */
const lastSeen = (request: HttpRequest): number | undefined => {
  const value = header(request, 'last-event-id')
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
