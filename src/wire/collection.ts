/** Exchanges about a whole collection: its pages by GET and QUERY, and POST with the key in the content. */

import { keyText, type Family } from '../core/family.js'
import { normalizeKey, refuseKey } from '../core/key.js'
import { settle, type Fields } from '../core/json.js'
import { create } from '../core/lifecycle.js'
import { invalidContent, Problem, type FieldList } from '../core/problem.js'
import type { Query } from '../core/query.js'
import { askedByContent, askedByUrl, QUERIES } from './ask.js'
import { created, itemView } from './exchange.js'
import { completeFields } from './fields.js'
import { notAcceptable, type Format } from './formats.js'
import { header, withHeaders, type Handler, type HttpRequest, type Meaning } from './message.js'
import { collectionPath, pageView, queryPath } from './page-view.js'
import { pagesOf, type Page } from './pages.js'
import { preferredReturn } from './prefer.js'
import { readerOf, receive } from './receive.js'
import { answerRead, type Representation } from './representation.js'
import type { Service } from './service.js'
import { alreadyExists, itemPath } from './target.js'

/** The fields that say how else the collection can be asked (RFC 10008 §3). */
export const ACCEPT_QUERY: FieldList = ['Accept-Query', QUERIES.join(', ')]

/** What the methods of a collection come to. */
export const collectionMeanings = ({ formats }: Service): Readonly<Record<string, Meaning>> => ({
  GET: { action: 'list', choose: formats.reading('collection').choose },
  POST: { action: create.name, choose: formats.choose },
  QUERY: { action: 'search', choose: formats.of('collection').choose },
})

/** GET: a page of the records that the query of the URL means. */
export const list = (family: Family, service: Service): Handler => {
  const pages = pagesOf(family, service.store)
  return request => {
    const format = formatOf(request, service, 'reading')
    if (format instanceof Problem) return service.trouble(format, request)
    if (format.codec.live === true && service.late.follow !== undefined)
      return service.late.follow(request, { family, service })
    return settle(askedByUrl(request, family, service), query =>
      query instanceof Problem
        ? service.trouble(query, request)
        : settle(pages(query), page =>
            settle(representPage(service, family, page, format), representation =>
              settle(answer(request, representation, service), response => withHeaders(response, ACCEPT_QUERY)),
            ),
          ),
    )
  }
}

/** QUERY: the same for a query in the content, with the URL that asks it by GET where a URL can be so long. */
export const search = (family: Family, service: Service): Handler => {
  const pages = pagesOf(family, service.store)
  return async request => {
    const format = formatOf(request, service)
    if (format instanceof Problem) return service.trouble(format, request)
    const query = await askedByContent(request, family, service)
    if (query instanceof Problem) return service.trouble(query, request)
    const representation = await representPage(service, family, await pages(query), format)
    const response = await answer(request, representation, service)
    return withHeaders(response, [...equivalent(service, family, query), ...ACCEPT_QUERY])
  }
}

const answer = (request: HttpRequest, representation: Representation, { now, trouble }: Service) =>
  answerRead(request, representation, { now, trouble, all: () => [representation.etag] })

const formatOf = (request: HttpRequest, service: Service, offers: 'of' | 'reading' = 'of'): Format | Problem => {
  const accept = header(request, 'accept')
  const { choose, written } = service.formats[offers]('collection')
  return choose(accept)?.offer ?? notAcceptable(accept, written)
}

const representPage = (service: Service, family: Family, page: Page, format: Format) =>
  service.represent(page, format, () => pageView(service, family, page, format))

const equivalent = (service: Service, family: Family, query: Query): FieldList => {
  const path = queryPath(collectionPath(service, family), query.parameters)
  return path === undefined || path.length > service.listing.urlMax ? [] : ['Content-Location', path, 'Location', path]
}

/** POST: create, with the key in the content. */
export const add =
  (family: Family, service: Service): Handler =>
  async request => {
    const accept = header(request, 'accept')
    const format = service.formats.choose(accept)?.offer
    if (format === undefined) return service.trouble(notAcceptable(accept, service.formats.written), request)
    const reader = readerOf(request, family, { name: 'create', content: 'required' }, service.formats)
    if (reader instanceof Problem) return service.trouble(reader, request)
    const received = await receive(request, reader, family)
    if (received instanceof Problem) return service.trouble(received, request)
    const given = await received.amend({})
    if (given instanceof Problem) return service.trouble(given, request)
    const key = keyIn(given, family)
    if (key instanceof Problem) return service.trouble(key, request)
    const fields = completeFields(family, key, given)
    if (fields instanceof Problem) return service.trouble(fields, request)

    const outcome = await create.perform({ store: service.store, family, key, current: undefined, fields })
    if (outcome.done !== 'created') return service.trouble(alreadyExists(service, family, key), request)
    const representation = await service.represent(
      outcome.entry,
      format,
      () => itemView(service, family, outcome.entry),
      outcome.entry.modified,
    )
    return created(itemPath(service, family, key), representation, preferredReturn(request))
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
