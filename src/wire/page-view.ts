/** What a format gets to see of a page: its records, its place among the pages, and the links to the others (RFC 8288). */

import { keyText, visible, visibleSchema, type Family } from '../core/family.js'
import type { Fields, Json } from '../core/json.js'
import { normalizeKey } from '../core/key.js'
import type { FieldList } from '../core/problem.js'
import type { Parameter, Query } from '../core/query.js'
import { pick, pickSchema } from '../core/query/path.js'
import type { Schema } from '../core/schema.js'
import type { PageLinks, PageView, Sorting, View } from './codec.js'
import type { Format } from './formats.js'
import type { Page } from './pages.js'
import { writeParameters } from './query.js'
import { surroundings, type Service } from './service.js'
import { itemPath } from './target.js'

export const collectionPath = (service: Service, family: Family): string => `${service.base}/${family.plural}`

/** Longer than this, no link is made: four of them must fit into what clients take as a header section. */
const LINK_MAX = 2000

/** The URL, as a path, that asks for the same by GET; undefined when it would be too long to be linked to. */
export const queryPath = (path: string, parameters: readonly Parameter[]): string | undefined => {
  const target = parameters.length === 0 ? path : `${path}?${writeParameters(parameters)}`
  return target.length > LINK_MAX ? undefined : target
}

export const pageView = (service: Service, family: Family, page: Page, format: Format): View => {
  const { query, entries } = page
  const path = collectionPath(service, family)
  const paths = query.fields?.map(place => place.path)
  const schema = visibleSchema(family)
  const records = entries.map(entry => visible(family, entry.fields))
  const about = aboutPage(path, page)
  const own = queryPath(path, query.parameters)
  const view: View = {
    kind: 'collection',
    name: family.singular,
    plural: family.plural,
    schema: paths === undefined ? schema : pickSchema(schema, paths),
    value: paths === undefined ? records : records.map(record => pick(record, paths)),
    title: family.plural,
    ...(own === undefined ? { self: path, unlinked: true } : { self: own }),
    up: service.base || '/',
    key: family.key,
    ...surroundings(service),
    formats: service.formats.of('collection').written,
    itemPath: item => itemPath(service, family, normalizeKey(keyText(item[family.key]) ?? '')),
    page: about,
    headers: fieldsOf(about),
  }
  return service.listing.form === 'envelope' && format.codec.enveloped === true ? enveloped(view, about) : view
}

const aboutPage = (path: string, { query, total }: Page): PageView => ({
  number: query.page,
  limit: query.limit,
  total,
  links: linksOf(path, query, total),
  filtered: query.filters.length > 0 || query.words.length > 0,
  sorting: column => sorting(path, query, column),
})

/** Behind the last page, `prev` leads to the last one: nobody is left out there. */
const linksOf = (path: string, { page, limit, parameters }: Query, total: number): PageLinks | undefined => {
  const last = Math.max(1, Math.ceil(total / limit))
  const to = (number: number): string => queryPath(path, replaced(parameters, 'page', String(number))) ?? ''
  // The last one is the longest.
  if (to(last) === '') return undefined
  return {
    first: to(1),
    ...(page > 1 && { prev: to(Math.min(page - 1, last)) }),
    ...(page < last && { next: to(page + 1) }),
    last: to(last),
  }
}

/** A collection that fits on one page leads nowhere, so it has no links. */
const fieldsOf = ({ links, total }: PageView): FieldList => [
  ...(links === undefined || (links.prev === undefined && links.next === undefined)
    ? []
    : [
        'Link',
        Object.entries(links)
          .map(([relation, target]: [string, string]) => `<${target}>; rel="${relation}"`)
          .join(', '),
      ]),
  'X-Total-Count',
  String(total),
]

/** Sorting begins anew on the first page. A name that the grammar of `sort` would read otherwise cannot be sorted by. */
const sorting = (path: string, { sort, parameters }: Query, column: string): Sorting | undefined => {
  if (column === '' || /^[-+ ]|,/.test(column)) return undefined
  const [first] = sort
  const current = first !== undefined && first.place.path.length === 1 && first.place.path[0] === column
  const others = parameters.filter(({ name }) => name !== 'page')
  const href = queryPath(path, replaced(others, 'sort', current && !first.descending ? `-${column}` : column))
  return href === undefined
    ? undefined
    : { href, ...(current && { direction: first.descending ? 'descending' : 'ascending' }) }
}

/** The parameters with one of them changed in its place, or added. */
const replaced = (parameters: readonly Parameter[], name: string, value: string): readonly Parameter[] =>
  parameters.some(parameter => parameter.name === name)
    ? parameters.map(parameter => (parameter.name === name ? { name, value } : parameter))
    : [...parameters, { name, value }]

const enveloped = (view: View, { number, limit, total, links }: PageView): View => {
  const integer: Schema = { type: 'integer' }
  const value: Fields = {
    items: view.value as Json,
    page: number,
    limit,
    total,
    links: {
      first: links?.first ?? null,
      prev: links?.prev ?? null,
      next: links?.next ?? null,
      last: links?.last ?? null,
    },
  }
  return {
    ...view,
    kind: 'document',
    name: view.plural,
    value,
    schema: {
      type: 'object',
      properties: {
        items: { type: 'array', items: view.schema },
        page: integer,
        limit: integer,
        total: integer,
        links: { type: 'object' },
      },
    },
  }
}
