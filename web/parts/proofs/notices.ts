/** What stands in the way of a run, each with what can be done about it. */

import { fill, h } from '../../dom.js'

export interface Notices {
  readonly element: HTMLElement
  /** In place of what was said before; nothing, to say nothing. */
  show(child?: HTMLElement): void
  /** Brings it before the eyes, and to the keyboard. */
  point(): void
}

export const noticesOf = (): Notices => {
  const element = h('div', { class: 'notices', role: 'status', tabindex: '-1', hidden: true })
  return {
    element,
    show(child) {
      fill(element, child)
      element.hidden = child === undefined
    },
    point() {
      element.focus()
      element.scrollIntoView({ block: 'nearest' })
    },
  }
}

/** A run was broken off somewhere, or goes on somewhere else. */
export const leftOver = (putBack: () => void, leave: () => void): HTMLElement =>
  h(
    'div',
    { class: 'card stack' },
    h(
      'p',
      {},
      'A run of the proofs did not come to its end, and the records as they were before it are kept. If the proofs are running elsewhere just now, wait for their end.',
    ),
    h(
      'p',
      { class: 'row' },
      h('button', { class: 'first', on: { click: putBack } }, 'Put the records back'),
      h('button', { on: { click: leave } }, 'Leave the records as they are'),
    ),
  )
