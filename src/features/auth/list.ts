/** The sessions as resources of the server's own: listed, ended, and made to end soon; never with the id that logs in. */

import { keyText, type Family } from '../../core/family.js'
import type { Fields, Json } from '../../core/json.js'
import { invalidContent, Problem } from '../../core/problem.js'
import { milliseconds, SPAN_PATTERN } from '../../core/quantity.js'
import type { Schema } from '../../core/schema.js'
import type { Session } from '../../core/sessions.js'
import type { Format } from '../../wire/formats.js'
import type { Handler, HttpRequest, Resource } from '../../wire/message.js'
import { PATCH_TYPES, readerOf, receive } from '../../wire/receive.js'
import { decodeSegment, lastSegment } from '../../wire/resource.js'
import { formatFor, present } from './answer.js'
import type { Gate, People } from './gate.js'
import { dateOf } from './session.js'

export const sessionsResources = (gate: Gate, people: People, root: string): readonly Resource[] => {
  const { service, sessions } = gate
  const path = `${root}/sessions`
  const family = familyOf(people)
  const write = (session: Session): Fields => fieldsOf(people, session)
  const view = { name: family.singular, plural: family.plural, schema: family.schema }

  const showAll = (format: Format) =>
    present(service, format, {
      ...view,
      kind: 'collection',
      title: 'Sessions',
      self: path,
      key: 'handle',
      itemPath: item => `${path}/${keyText(item['handle']) ?? ''}`,
      value: sessions.list().map(write),
    })
  const showOne = (session: Session, format: Format) =>
    present(service, format, {
      ...view,
      kind: 'item',
      title: session.handle,
      self: `${path}/${session.handle}`,
      up: path,
      value: write(session),
    })

  /** What a PATCH makes of the members that are there. */
  const amended = async (request: HttpRequest, before: Fields): Promise<Fields | Problem> => {
    const reader = readerOf(request, family, { name: 'amend', content: 'patch' }, service.formats)
    if (reader instanceof Problem) return reader
    const received = await receive(request, reader, family)
    return received instanceof Problem ? received : received.amend(before)
  }

  const find = (request: HttpRequest): Session | Problem => {
    const handle = decodeSegment(lastSegment(request.path)) ?? ''
    return (
      sessions.find(handle) ??
      new Problem('not-found', `No session that is alive has the handle "${handle}". GET ${path} lists them.`)
    )
  }

  const on =
    (act: (session: Session, request: HttpRequest) => ReturnType<Handler>): Handler =>
    request => {
      const session = find(request)
      return session instanceof Problem ? service.trouble(session, request) : act(session, request)
    }

  const offered =
    (kind: 'item' | 'collection', act: (format: Format, request: HttpRequest) => ReturnType<Handler>): Handler =>
    request => {
      const format = formatFor(service, request, kind)
      return format instanceof Problem ? service.trouble(format, request) : act(format, request)
    }

  const patch = async (request: HttpRequest, before: Fields): Promise<number | Problem> => {
    const after = await amended(request, before)
    return after instanceof Problem ? after : endOf(before, after, service.now())
  }

  const patchAll = async (format: Format, request: HttpRequest) => {
    const at = await patch(request, {})
    if (at instanceof Problem) return service.trouble(at, request)
    for (const { handle } of sessions.list()) sessions.expire(handle, at)
    return showAll(format)
  }

  const patchOne = (session: Session) => async (format: Format, request: HttpRequest) => {
    const at = await patch(request, write(session))
    if (at instanceof Problem) return service.trouble(at, request)
    const changed = sessions.expire(session.handle, at)
    return showOne(changed ?? session, format)
  }

  const options = ['Accept-Patch', PATCH_TYPES]
  return [
    {
      path,
      methods: {
        GET: offered('collection', showAll),
        PATCH: offered('collection', patchAll),
        DELETE: () => {
          const count = sessions.endWhere(() => true)
          return { status: 204, headers: [], note: `${count} logged out` }
        },
      },
      options,
      doc: 'who is logged in',
    },
    {
      path: `${path}/:handle`,
      methods: {
        GET: on((session, request) => offered('item', format => showOne(session, format))(request)),
        PATCH: on((session, request) => offered('item', patchOne(session))(request)),
        DELETE: on(({ handle, key }) => {
          sessions.endWhere(session => session.handle === handle)
          return { status: 204, headers: [], note: `"${key}" logged out` }
        }),
      },
      options,
    },
  ]
}

const familyOf = ({ family }: People): Family => {
  const date: Schema = { type: 'string', format: 'date-time' }
  return {
    singular: 'session',
    plural: 'sessions',
    key: 'handle',
    secrets: [],
    schema: {
      type: 'object',
      properties: {
        handle: { type: 'string' },
        [family.key]: { type: 'string' },
        created: date,
        seen: date,
        expires: date,
        idleExpires: date,
      },
    },
  }
}

const fieldsOf = ({ family }: People, { handle, key, created, seen, expires, idleExpires }: Session): Fields => ({
  handle,
  [family.key]: key,
  created: dateOf(created),
  seen: dateOf(seen),
  expires: dateOf(expires),
  idleExpires: dateOf(idleExpires),
})

const SPAN = new RegExp(SPAN_PATTERN)
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/** When a session is to end by what a PATCH made of it: that is all that can be changed. Its members are texts. */
const endOf = (before: Fields, after: Fields, now: number): number | Problem => {
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => name !== 'expires' && valueOf(before, name) !== valueOf(after, name),
  )
  const faults = others.map(name => ({
    pointer: `#/${name}`,
    detail: `Of a session only expires can be changed, not ${name}.`,
  }))
  const value = valueOf(after, 'expires')
  const at = momentOf(value, now)
  if (at === undefined)
    faults.push({
      pointer: '#/expires',
      detail: 'expires is a span of time from now, as in 5s, or a moment, as in 2027-01-31T12:00:00Z.',
    })
  return faults.length > 0 || at === undefined ? invalidContent(faults) : at
}

const momentOf = (value: Json | undefined, now: number): number | undefined => {
  if (typeof value !== 'string') return undefined
  if (SPAN.test(value)) return now + milliseconds(value)
  const moment = DATE.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(moment) ? undefined : moment
}

const valueOf = (fields: Fields, name: string): Json | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined
