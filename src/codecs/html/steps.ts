/** Where an item can go from the state that it is in, and the command for each step: a page without scripts has no button for it. */

import type { View } from '../../wire/codec.js'
import { curl } from './command.js'
import { markup, NOTHING, type Markup } from './markup.js'
import { plain } from './text.js'

export const steps = (view: View): Markup => {
  if (view.steps === undefined) return NOTHING
  const { field, state, next } = view.steps
  const now = state === null ? markup`it has none` : plain(state)
  if (next.length === 0)
    return markup`
<section class="steps">
<p>${plain(field)}: ${now}. No other state follows.</p>
</section>`
  return markup`
<section class="steps">
<p>${plain(field)}: ${now}. What can follow:</p>
<ul class="row">${next.map(name => markup`<li>${plain(name)}</li>`)}</ul>
${next.map(
  name => markup`<pre><code>${command(view, field, name)}</code></pre>
`,
)}</section>`
}

const command = (view: View, field: string, name: string): string =>
  curl(
    view.origin,
    ['-X', 'PATCH', '-H', 'Content-Type: application/merge-patch+json', '-d', JSON.stringify({ [field]: name })],
    view.self,
  )
