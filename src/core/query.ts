/** What is asked of a collection, and the answer: which records, in which order, which part of them, and what of each is shown. */

import type { Family } from './family.js'
import type { Fields } from './json.js'
import { matcherOf, wordsMatcher, type Filter } from './query/filter.js'
import { inOrder, type SortKey } from './query/order.js'
import type { Place } from './query/path.js'
import type { Entry } from './store.js'

/** A name and its value, decoded: what a URL's query, a form and a query document have in common. */
export interface Parameter {
  readonly name: string
  readonly value: string
}

/** A query that has been understood: every name in it is a field that the family shows. */
export interface Query {
  /** From 1. */
  readonly page: number
  /** How many records a page has at most. */
  readonly limit: number
  /** The first key decides; where all are equal, the order of creation. */
  readonly sort: readonly SortKey[]
  /** Every one of them must hold. */
  readonly filters: readonly Filter[]
  /** Every one of them must occur somewhere in a record; in lower case. */
  readonly words: readonly string[]
  /** What is shown of a record, in this order; undefined for everything. */
  readonly fields: readonly Place[] | undefined
  /** What it was made from, to be kept in links. */
  readonly parameters: readonly Parameter[]
}

/** Whether the query takes the records as they are: a page can then be had without looking at the others. */
export const takesAll = ({ sort, filters, words }: Query): boolean =>
  sort.length === 0 && filters.length === 0 && words.length === 0

/** The records that are meant, in their order; all pages of them. Pure, and linear in the records but for the sort. */
export const select = (entries: readonly Entry[], query: Query, family: Family): readonly Entry[] => {
  const tests: ((fields: Fields) => boolean)[] = query.filters.map(matcherOf)
  if (query.words.length > 0) tests.push(wordsMatcher(query.words, family.secrets))
  const found = tests.length === 0 ? entries : entries.filter(({ fields }) => tests.every(test => test(fields)))
  return query.sort.length === 0 ? found : inOrder(found, query.sort)
}

/** Where the page begins among the records that are meant. */
export const offsetOf = ({ page, limit }: Query): number => (page - 1) * limit
