/** Entries as documents: a line in a list, or all that is known of one. */

import { settle, type Awaitable, type Fields } from '../../core/json.js'
import { explain } from '../../wire/explanation.js'
import { header, responseHeader } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import { contentFields, showContent, type Place, type Shown } from './content.js'
import { curlLine } from './curl.js'
import type { Entry, Kept } from './entry.js'
import { redactFieldList, redactHeaders, redactQuery, type Secrets } from './redact.js'

/** Whether no route was met; a URL of the old style, where that is off, is shown the way and meets none either. */
export const isUnmatched = ({ resource, response }: Entry): boolean =>
  resource === undefined || response.problem === 'operation-in-path'

export const styleOf = ({ resource }: Entry): 'old' | 'rest' => (resource?.twin === undefined ? 'rest' : 'old')

/** One line: enough to find an exchange by. */
export const summary = (entry: Entry, secrets: Secrets): Fields => {
  const { id, time, method, path, query, response, milliseconds } = entry
  const { resource, action, format, problem, twin, rule } = explain(entry, response)
  return {
    id,
    time: new Date(time).toISOString(),
    method,
    path,
    ...(query !== '' && { query: redactQuery(query, secrets) }),
    status: response.status,
    ms: milliseconds,
    ...(format !== undefined && { type: format }),
    style: styleOf(entry),
    ...(twin !== undefined && { twin }),
    ...(resource !== undefined && { resource }),
    ...(action !== undefined && { action }),
    ...(problem !== undefined && { problem }),
    ...(rule !== undefined && { rule }),
  }
}

/** All of it: request, response, how the one led to the other, and the line that sends it again. */
export const details = (entry: Entry, secrets: Secrets, service: Service): Awaitable<Fields> => {
  const { content, response, resource } = entry
  const family = resource?.about?.family
  const shape = { name: family?.singular ?? '', schema: family?.schema ?? {} }
  const sent = { type: header(entry, 'content-type'), shape, own: false }
  const own = response.facts?.rule === undefined
  const returned = { type: responseHeader(response, 'content-type'), shape, own }
  return settle(show(content, sent, secrets, service), asked =>
    settle(show(response.content, returned, secrets, service), answered => {
      const { format, range, precondition } = explain(entry, response)
      const { note } = response
      return {
        ...summary(entry, secrets),
        ...(note !== undefined && { note }),
        negotiated: { accept: header(entry, 'accept') ?? null, range: range ?? null, format: format ?? null },
        ...(precondition !== undefined && { precondition }),
        request: {
          headers: redactHeaders(entry.headers, secrets),
          ...(entry.unread ? UNREAD : described(content, asked)),
        },
        response: {
          status: response.status,
          headers: redactFieldList(response.headers, secrets),
          ...(response.streams && { streams: true }),
          ...described(response.content, answered),
        },
        curl: curlLine(entry, asked, service.origin() ?? '', secrets),
      }
    }),
  )
}

const UNREAD = { content: null, withheld: 'The request was answered before anybody read it.' }

const show = (
  content: Kept | undefined,
  place: Place,
  secrets: Secrets,
  { formats }: Service,
): Awaitable<Shown | undefined> => (content === undefined ? undefined : showContent(content, place, formats, secrets))

const described = (content: Kept | undefined, shown: Shown | undefined): Fields =>
  content === undefined || shown === undefined ? {} : contentFields(content, shown)
