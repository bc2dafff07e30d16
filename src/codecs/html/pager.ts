/** Where a page of a collection stands among the others, and the links to them. */

import type { PageView, View } from '../../wire/codec.js'
import { tidyPath } from './link.js'
import { markup, NOTHING, type Markup } from './markup.js'

/** `Showing 1 to 100 of 1,234 books`; where everything is on one page, `Showing 2 books`. */
export const showing = ({ page, name, plural }: View, shown: number): Markup => {
  if (page === undefined || page.total === shown)
    return markup`Showing ${count(shown)} <bdi>${shown === 1 ? name : plural}</bdi>`
  const before = (page.number - 1) * page.limit
  const noun = markup`of ${count(page.total)} <bdi>${page.total === 1 ? name : plural}</bdi>`
  return markup`Showing ${count(before + 1)} to ${count(before + shown)} ${noun}`
}

/** Links to the first, previous, next and last page; nothing where there is only one. */
export const pager = ({ page }: View): Markup => {
  if (page?.links === undefined) return NOTHING
  const { first, prev, next, last } = page.links
  if (prev === undefined && next === undefined) return NOTHING
  const steps = [
    prev === undefined ? [] : [step(first, 'First'), step(prev, 'Previous', 'prev')],
    next === undefined ? [] : [step(next, 'Next', 'next'), step(last, 'Last')],
  ].flat()
  return markup`
<nav class="pages" aria-label="Pages"><ul class="row">${steps}</ul></nav>`
}

/** A page without records, of a collection that may have some: nothing matches, or the last page was passed. */
export const unmatched = (view: View, { total, filtered }: PageView): Markup => {
  const none = markup`No <bdi>${view.plural}</bdi> match this query.`
  const passed = markup`There is no such page: ${count(total)} <bdi>${total === 1 ? view.name : view.plural}</bdi> are on the pages before.`
  const [path = '/'] = view.self.split('?')
  return markup`<section class="empty">
<p>${filtered && total === 0 ? none : passed}</p>
<p><a href="${tidyPath(path)}">Show all <bdi>${view.plural}</bdi></a></p>
</section>${pager(view)}`
}

const step = (href: string, text: string, rel?: string): Markup =>
  markup`<li><a href="${tidyPath(href)}"${rel === undefined ? NOTHING : markup` rel="${rel}"`}>${text}</a></li>`

/** Thousands apart by commas: the page is in English, whatever the machine speaks. */
const count = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
