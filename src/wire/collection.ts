/** Exchanges about a whole collection: the list of its records, and POST with the key in the content. */

import { visible, visibleSchema, keyText, type Family } from '../core/family.js'
import { normalizeKey, refuseKey } from '../core/key.js'
import { settle, type Fields } from '../core/json.js'
import { create } from '../core/lifecycle.js'
import { invalidContent, Problem } from '../core/problem.js'
import type { Entry } from '../core/store.js'
import { checkFields } from './check-fields.js'
import type { View } from './codec.js'
import { revalidated } from './conditional.js'
import { alreadyExists, itemPath, itemView } from './exchange.js'
import { notAcceptable } from './formats.js'
import { header, type Handler } from './message.js'
import { parameterNames } from './query.js'
import { readerOf, receive } from './receive.js'
import { surroundings, type Service } from './service.js'

export const collectionPath = (service: Service, family: Family): string => `${service.base}/${family.plural}`

/** GET: every record. Paging, sorting and filters find their place between the list and the view. */
export const list =
  (family: Family, service: Service): Handler =>
  request => {
    const accept = header(request, 'accept')
    const format = service.formats.choose(accept)?.offer
    if (format === undefined) return service.trouble(notAcceptable(accept, service.formats.written), request)
    if (request.query !== '') return service.trouble(unknownParameter(family, request.query), request)
    return settle(service.store.list(family.singular), entries =>
      settle(
        service.represent(entries, format, () => listView(service, family, entries)),
        representation => revalidated(request, representation),
      ),
    )
  }

/** POST: create, with the key in the content. */
export const add =
  (family: Family, service: Service): Handler =>
  async request => {
    const accept = header(request, 'accept')
    const format = service.formats.choose(accept)?.offer
    if (format === undefined) return service.trouble(notAcceptable(accept, service.formats.written), request)
    const codec = readerOf(request, family, { name: 'create', content: 'required' }, service.formats)
    if (codec instanceof Problem) return service.trouble(codec, request)
    const received = await receive(request, codec, family)
    if (received instanceof Problem) return service.trouble(received, request)
    const key = keyIn(received.fields, family)
    if (key instanceof Problem) return service.trouble(key, request)

    const fields =
      typeof received.fields[family.key] === 'string' ? { ...received.fields, [family.key]: key } : received.fields
    const misfit = checkFields(family, fields)
    if (misfit !== undefined) return service.trouble(misfit, request)
    const outcome = await create.perform({ store: service.store, family, key, current: undefined, fields })
    if (outcome.done !== 'created') return service.trouble(alreadyExists(service, family, key), request)
    const { body, headers } = await service.represent(outcome.entry, format, () =>
      itemView(service, family, outcome.entry),
    )
    const path = itemPath(service, family, key)
    return { status: 201, headers: ['Location', path, 'Content-Location', path, ...headers], body, note: `-> ${path}` }
  }

const listView = (service: Service, family: Family, entries: readonly Entry[]): View => ({
  kind: 'collection',
  name: family.singular,
  plural: family.plural,
  schema: visibleSchema(family),
  value: entries.map(entry => visible(family, entry.fields)),
  title: family.plural,
  self: collectionPath(service, family),
  up: service.base || '/',
  key: family.key,
  ...surroundings(service),
  itemPath: item => itemPath(service, family, normalizeKey(keyText(item[family.key]) ?? '')),
})

const unknownParameter = (family: Family, query: string): Problem => {
  const name = parameterNames(query)[0] ?? query
  return new Problem(
    'invalid-parameter',
    `The collection of ${family.plural} knows no query parameter "${name}", so it is not passed over in silence.`,
    { parameter: name },
  )
}

const keyIn = (fields: Fields, family: Family): string | Problem => {
  const text = keyText(Object.hasOwn(fields, family.key) ? fields[family.key] : undefined)
  const pointer = `#/${family.key}`
  if (text === undefined)
    return invalidContent([
      { pointer, detail: `A new ${family.singular} needs its ${family.key}, a text, in the content.` },
    ])
  const key = normalizeKey(text)
  const reason = refuseKey(key)
  return reason === undefined ? key : new Problem('invalid-key', `The ${family.key} ${JSON.stringify(text)} ${reason}.`)
}
