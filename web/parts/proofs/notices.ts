/** What stands in the way of a run, each with what can be done about it. */

import { copyLine } from '../../copies.js'
import { fill, h, type Child } from '../../dom.js'
import type { Server } from '../../server.js'

export interface Notices {
  readonly element: HTMLElement
  /** In place of what was said before; nothing, to say nothing. */
  show(...children: readonly Child[]): void
  /** Brings it before the eyes, and to the keyboard. */
  point(): void
}

export const noticesOf = (): Notices => {
  const element = h('div', { class: 'card notices', role: 'status', tabindex: '-1', hidden: true })
  return {
    element,
    show(...children) {
      fill(element, ...children)
      element.hidden = children.length === 0
    },
    point() {
      element.focus()
      element.scrollIntoView({ block: 'nearest' })
    },
  }
}

const button = (label: string, click: () => void, first = false): HTMLElement =>
  h('button', { type: 'button', class: first && 'first', on: { click } }, label)

/** Old style is off. */
export const turnOn = ({ origin, root, token }: Server, click: () => void): Child => [
  h('p', {}, 'Old style is off, so there is nothing to hold against the RESTful side.'),
  h('p', { class: 'row' }, button('Turn it on', click, true)),
  copyLine(
    `curl -X PATCH ${origin}${root}/settings ${token === undefined ? '' : '-H "Authorization: Bearer $TOKEN" '}-H 'Content-Type: application/json' -d '{"legacy": true}'`,
  ),
]

/** A run was broken off somewhere, or goes on somewhere else. */
export const leftOver = (putBack: () => void, leave: () => void): Child => [
  h(
    'p',
    {},
    'A run of the proofs did not come to its end, and the records as they were before it are kept. If the proofs are running elsewhere just now, wait for their end.',
  ),
  h(
    'p',
    { class: 'row' },
    button('Put the records back', putBack, true),
    button('Leave the records as they are', leave),
  ),
]
