/** Pages of a collection: taken from the store, and remembered, so that what has not changed is not written again. */

import type { Family } from '../core/family.js'
import { settle, type Awaitable } from '../core/json.js'
import { offsetOf, select, takesAll, type Parameter, type Query } from '../core/query.js'
import type { Entry, Store, Stretch } from '../core/store.js'
import { writeParameters } from './query.js'

/** The very same value as long as nothing on the page has changed: representations are kept by it. */
export interface Page extends Stretch {
  readonly query: Query
}

/** As many records are remembered with the pages that they stand on, for each family. */
const REMEMBERED = 10_000
/** As many orders of the whole collection are remembered until it changes. */
const SELECTIONS = 4

export const pagesOf = (family: Family, store: Store): ((query: Query) => Awaitable<Page>) => {
  const keep = keeper()
  const selections = new WeakMap<readonly Entry[], Map<string, readonly Entry[]>>()

  /** All that the query means, found and sorted once for all its pages. */
  const selected = (list: readonly Entry[], query: Query): readonly Entry[] => {
    const name = writeParameters(query.parameters.filter(decides))
    const known = selections.get(list) ?? new Map<string, readonly Entry[]>()
    const found = known.get(name) ?? select(list, query, family)
    if (!known.has(name) && known.size >= SELECTIONS) known.delete(known.keys().next().value ?? '')
    known.set(name, found)
    selections.set(list, known)
    return found
  }

  return query => {
    const offset = offsetOf(query)
    if (takesAll(query))
      return settle(store.page(family.singular, offset, query.limit), stretch => keep(query, stretch))
    return settle(store.list(family.singular), list => {
      const found = selected(list, query)
      return keep(query, { entries: found.slice(offset, offset + query.limit), total: found.length })
    })
  }
}

/** Which page is asked for, and what is shown on it, does not decide which records are meant. */
const decides = ({ name }: Parameter): boolean => name !== 'page' && name !== 'limit' && name !== 'fields'

/** Gives the page that was made before, if it shows the very same records. The oldest are forgotten first. */
const keeper = (): ((query: Query, stretch: Stretch) => Page) => {
  const kept = new Map<string, Page>()
  let weight = 0
  return (query, { entries, total }) => {
    const name = writeParameters(query.parameters)
    const before = kept.get(name)
    if (before !== undefined && before.total === total && sameEntries(before.entries, entries)) return before
    const page: Page = { query, entries, total }
    if (before !== undefined) {
      kept.delete(name)
      weight -= weightOf(before)
    }
    kept.set(name, page)
    weight += weightOf(page)
    for (const [oldest, { entries: old }] of kept) {
      if (weight <= REMEMBERED || oldest === name) break
      kept.delete(oldest)
      weight -= old.length + 1
    }
    return page
  }
}

const weightOf = ({ entries }: Page): number => entries.length + 1

const sameEntries = (a: readonly Entry[], b: readonly Entry[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index])
