/** What is open: the details of one request, beside the list or over it; the address names it. */

import { fill, h, type Child } from '../../dom.js'
import { readExchange } from '../../exchange.js'
import type { Stage } from '../../part.js'
import { Refused } from '../../server.js'
import { detailOf, frameOf } from './detail.js'

export interface Pane {
  readonly element: HTMLElement
  /** The one that is open, or was asked for. */
  readonly id: number | undefined
  open(id: number): Promise<void>
  close(): void
}

/** `changed`: another one is open, or none. `leave`: somebody has had enough of it. */
export const paneOf = ({ server, warn }: Stage, changed: () => void, leave: () => void): Pane => {
  const element = h('section', { class: 'detail card', 'aria-label': 'Details', hidden: true })
  let id: number | undefined
  const set = (next: number | undefined): void => {
    id = next
    element.hidden = next === undefined
    // No step in the browser's history for each line that is looked at: Back leads out of here.
    history.replaceState(null, '', next === undefined ? '#traffic' : `#traffic/${next}`)
    changed()
  }
  const show = (...children: readonly Child[]): void => {
    fill(element, ...children)
    element.scrollTop = 0
    // Where the details lie over the list, what had the focus is not seen any more.
    if (document.activeElement?.checkVisibility() !== true || document.activeElement === document.body)
      element.querySelector('h2')?.focus()
  }
  return {
    element,
    get id() {
      return id
    },
    async open(next) {
      set(next)
      try {
        const exchange = await readExchange(server, next)
        if (id === next) show(detailOf(exchange, server, leave))
      } catch (error) {
        if (id !== next || !element.isConnected) return
        if (error instanceof Refused && error.status === 404)
          return show(frameOf(`Request ${next}`, 'The journal does not have it any more.', leave))
        set(undefined)
        warn(error)
      }
    },
    close: () => set(undefined),
  }
}
