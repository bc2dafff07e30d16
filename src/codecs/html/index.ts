/** Pages: what a browser shows when somebody opens an item, a collection, a document or a problem. Written, never read. */

import { isFields } from '../../core/json.js'
import type { Codec, View } from '../../wire/codec.js'
import { collection } from './collection.js'
import { formats } from './formats.js'
import { tidyPath } from './link.js'
import { markup, NOTHING, type Markup } from './markup.js'
import { writePage } from './page.js'
import { steps } from './steps.js'
import { styleHash } from './style.js'
import { linkedText, plain, text } from './text.js'
import { trouble } from './trouble.js'
import { members, whole } from './value.js'

const mediaType = 'text/html'

const encode = (view: View): string =>
  writePage({
    title: view.kind === 'item' ? `${view.title} · ${view.plural}` : view.title,
    width: view.kind === 'collection' ? 'wide' : 'column',
    content: markup`${way(view)}<header>
${view.kind === 'item' ? markup`<p class="kind">${plain(view.name)}</p>` : NOTHING}
<h1>${plain(view.title)}</h1>
</header>
${body(view)}${steps(view)}
${formats(view, mediaType)}`,
  })

/** The policy admits the one stylesheet and nothing else: no script could run even if one got in. */
export const html: Codec = {
  name: 'html',
  mediaType,
  charset: 'utf-8',
  headers: [
    'Content-Security-Policy',
    `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Referrer-Policy',
    'no-referrer',
  ],
  encode,
  problem: { mediaType, encode: trouble },
}

const body = (view: View): Markup => {
  if (view.kind === 'collection') return collection(view)
  const write = view.kind === 'document' ? linkedText : text
  return isFields(view.value) ? members(view.value, write) : whole(view.value, write)
}

/** The way back to what this belongs to. */
const way = (view: View): Markup => {
  if (view.up === undefined) return NOTHING
  const places = {
    item: markup`All ${plain(view.plural)}`,
    collection: markup`All resources`,
    document: plain(view.up),
  }
  return markup`<nav aria-label="Up"><a href="${tidyPath(view.up)}"><span aria-hidden="true">←</span> ${places[view.kind]}</a></nav>
`
}
