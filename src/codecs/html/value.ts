/** Any value on a page: members as a definition list, lists as lists, and each kind of scalar told apart. */

import { isFields, type Fields, type Json } from '../../core/json.js'
import { markup, type Markup } from './markup.js'
import { label, text } from './text.js'

/** How a text is written that is the value of a member, or of a list that is. */
export type Writer = (value: string, name: string) => Markup

/** Deeper than this, indentation would leave no room on a small screen. */
const DEPTH_SHOWN = 6
/** Longer than this, a text in a list has a line of its own. */
const SHORT = 32

/** A definition list of an object's members, in their order. */
export const members = (fields: Fields, write: Writer = text, depth = 0): Markup => {
  const entries = Object.entries(fields)
  if (entries.length === 0) return markup`<i class="none">no members</i>`
  const rows = entries.map(
    ([name, value]) =>
      markup`<div><dt>${label(name)}</dt><dd>${whole(value, write, name, depth)}</dd></div>
`,
  )
  return markup`<dl>
${rows}</dl>`
}

/** A value with everything in it. */
export const whole = (value: Json, write: Writer = text, name = '', depth = 0): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value, write, name)
  if (depth >= DEPTH_SHOWN) return markup`<pre><code>${JSON.stringify(value, undefined, 2)}</code></pre>`
  if (isFields(value)) return members(value, write, depth + 1)
  if (value.length === 0) return markup`<i class="none">empty list</i>`
  const items = value.map(item => markup`<li>${whole(item, write, name, depth + 1)}</li>`)
  return value.every(isShort) ? markup`<ul class="row">${items}</ul>` : markup`<ol>${items}</ol>`
}

/** A value in a table's cell: one level is shown, what lies deeper is counted. */
export const compact = (value: Json): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value, text, '')
  if (isFields(value)) {
    const entries = Object.entries(value)
    if (entries.length === 0) return markup`<i class="none">no members</i>`
    const pairs = entries.map(([name, member]) => markup`<li><b>${label(name)}</b> ${brief(member)}</li>`)
    return markup`<ul class="pairs">${pairs}</ul>`
  }
  if (value.length === 0) return markup`<i class="none">empty list</i>`
  return markup`<ul class="row">${value.map(item => markup`<li>${brief(item)}</li>`)}</ul>`
}

const brief = (value: Json): Markup => {
  if (typeof value !== 'object' || value === null) return scalar(value, text, '')
  const [count, one, many] = isFields(value)
    ? [Object.keys(value).length, 'member', 'members']
    : [value.length, 'entry', 'entries']
  return markup`<i class="none">${count} ${count === 1 ? one : many}</i>`
}

const scalar = (value: null | boolean | number | string, write: Writer, name: string): Markup => {
  if (typeof value === 'string') return write(value, name)
  return markup`<code class="${value === null ? 'null' : typeof value}">${String(value)}</code>`
}

const isShort = (value: Json): boolean =>
  typeof value === 'string' ? value.length <= SHORT : typeof value !== 'object' || value === null
