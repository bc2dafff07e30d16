/** The RESTful table: every family's resources, and the method that leads to each action. The URL names the thing, the method the deed. */

import type { Family } from './core/family.js'
import { amend, create, remove, replace, replaceOrCreate, retrieve, type Action } from './core/lifecycle.js'
import { ACCEPT_QUERY, add, collectionMeanings, list, search } from './wire/collection.js'
import { collectionPath } from './wire/page-view.js'
import { exchange, meaningOf } from './wire/exchange.js'
import { PATCH_TYPES } from './wire/receive.js'
import { itemPath, namedKey } from './wire/target.js'
import { serveDocument } from './wire/document.js'
import { withHeaders, type HttpRequest, type HttpResponse, type Resource } from './wire/message.js'
import { prefersHtml } from './wire/prefers-html.js'
import { lastSegment } from './wire/resource.js'
import type { Service } from './wire/service.js'

const ITEM = { POST: create, GET: retrieve, PUT: replace, PATCH: amend, DELETE: remove }
const identify = (request: HttpRequest) => lastSegment(request.path)
const COLLECTION = { GET: list, POST: add, QUERY: search }

/** The item and the collection of one family, each also under its other name. */
export const restResources = (family: Family, service: Service): Resource[] => {
  const { base, formats } = service
  const { singular, plural, key } = family
  const table = service.put === 'create' ? { ...ITEM, PUT: replaceOrCreate } : ITEM
  const item = {
    methods: mapped(table, (action: Action) => exchange({ family, action, identify }, service)),
    meanings: mapped(table, (action: Action) => meaningOf(action, service)),
    options: ['Accept-Post', formats.read.join(', '), 'Accept-Patch', PATCH_TYPES],
    about: { family, keyOf: (request: HttpRequest) => namedKey(identify(request)) },
  }
  const collection = {
    methods: mapped(COLLECTION, handler => handler(family, service)),
    meanings: collectionMeanings(service),
    options: ['Accept-Post', formats.read.join(', '), ...ACCEPT_QUERY],
    about: { family },
  }
  const namedItem: Resource['finish'] = (request, response) => {
    const name = namedKey(identify(request))
    return name === undefined ? response : canonical(response, itemPath(service, family, name))
  }
  const namedCollection: Resource['finish'] = (_, response) => canonical(response, collectionPath(service, family))
  const resources: Resource[] = [
    { path: `${base}/${singular}/:${key}`, ...item, doc: `one ${singular}` },
    { path: `${base}/${plural}`, ...collection, doc: `all ${plural}` },
  ]
  if (singular === plural) return resources
  return [
    ...resources,
    { path: `${base}/${plural}/:${key}`, ...item, finish: namedItem },
    { path: `${base}/${singular}`, ...collection, finish: namedCollection },
  ]
}

/** The root: what there is, for those who come without a map. */
export const rootResource = (families: readonly Family[], service: Service): Resource => {
  const self = service.base || '/'
  const value = Object.fromEntries(
    families.map(family => [
      family.plural,
      { href: collectionPath(service, family), item: `${service.base}/${family.singular}/{${family.key}}` },
    ]),
  )
  return {
    path: self,
    methods: { GET: serveDocument(service, { name: 'api', title: 'What there is', self, value }) },
    // A front end that is served beside the API begins at the root, too.
    yields: request => prefersHtml(service, request),
  }
}

/** RFC 6596: the other names of a resource point to the one that its links use. */
const canonical = (response: HttpResponse, path: string): HttpResponse =>
  withHeaders(response, ['Link', `<${path}>; rel="canonical"`])

const mapped = <A, B>(table: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(table).map(([method, value]) => [method, change(value)]))
