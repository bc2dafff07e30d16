/** A problem (RFC 9457) as a page: what went wrong first, then where it is explained, then everything else it says. */

import type { ProblemDocument } from '../../wire/codec.js'
import { markup, NOTHING } from './markup.js'
import { writePage } from './page.js'
import { linkedText, plain } from './text.js'
import { members } from './value.js'

const STANDARD: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail'])

export const trouble = (document: ProblemDocument): string => {
  const { type, title, status, detail } = document
  const rest = Object.entries(document).filter(([name]) => !STANDARD.has(name))
  return writePage({
    title: `${status} ${title}`,
    width: 'column',
    content: markup`<header class="problem">
<p class="status">${status}</p>
<h1>${plain(title)}</h1>
<p class="lead"><bdi class="text">${detail}</bdi></p>
</header>
<p>What it means and how to mend it: ${linkedText(type, 'type')}</p>
${rest.length === 0 ? NOTHING : members(Object.fromEntries(rest), linkedText)}
<footer>
<p>This is a problem document as a page. With <code>Accept: application/json</code> it comes as data (RFC 9457).</p>
</footer>`,
  })
}
