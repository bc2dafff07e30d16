/** One text on a page: a link where it is an address, a date where it is one, and always isolated from what stands around it. */

import { readDate } from './date.js'
import { isPath, targetOf } from './link.js'
import { markup, type Markup } from './markup.js'

/** Names of members that hold a path of this server, in documents that the server wrote itself. */
const LINKING: ReadonlySet<string> = new Set(['href', 'url', 'type', 'suggestion'])

/** Plain text. `<bdi>` keeps a right-to-left value from rearranging the page around it. */
export const plain = (text: string): Markup => markup`<bdi>${text}</bdi>`

/** A member's name. */
export const label = (name: string): Markup => (name === '' ? markup`<i class="none">no name</i>` : plain(name))

export const link = (href: string, text: string): Markup => markup`<a href="${href}">${plain(text)}</a>`

/** A value that is text. */
export const text = (value: string): Markup => {
  if (value === '') return markup`<i class="none">empty</i>`
  const target = targetOf(value)
  if (target !== undefined) return markup`<a href="${target}" rel="noreferrer">${plain(value)}</a>`
  const date = readDate(value)
  if (date !== undefined) return markup`<time datetime="${date.datetime}" title="${value}">${date.text}</time>`
  return markup`<bdi class="text">${value}</bdi>`
}

/** A value that is text in a document of the server: paths under certain names are links. */
export const linkedText = (value: string, name: string): Markup =>
  LINKING.has(name) && isPath(value) ? link(value, value) : text(value)
