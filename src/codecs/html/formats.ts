/** The foot of a page: it is one representation among others, and this is how to have another. */

import type { View } from '../../wire/codec.js'
import { curl } from './command.js'
import { markup, type Markup } from './markup.js'

const JSON_TYPE = 'application/json'

export const formats = (view: View, own: string): Markup => {
  const others = (view.formats ?? [JSON_TYPE]).filter(mediaType => mediaType !== own)
  const { parameter = '' } = view
  const example = others.includes(JSON_TYPE) ? JSON_TYPE : others[0]
  const about = markup`This is one representation of <code><bdi>GET ${view.self}</bdi></code>.`
  if (example === undefined) return markup`<footer><p>${about}</p></footer>`
  return markup`<footer>
<p>${about} Ask for another with <code>Accept</code>:</p>
<ul class="row">${others.map(mediaType => markup`<li><code>${mediaType + parameter}</code></li>`)}</ul>
<pre><code>${curl(view.origin, ['-H', `Accept: ${example}${parameter}`], view.self)}</code></pre>
</footer>`
}
