/** Asks before a record is removed. */

import { h } from '../../dom.js'
import type { Request } from '../../curl.js'
import { requestLine } from './outcome.js'

/** Resolves with whether it is to go. Escape means no. */
export const confirmRemoval = (origin: string, name: string, request: Request): Promise<boolean> =>
  new Promise(resolve => {
    const dialog = h(
      'dialog',
      {
        class: 'card',
        'aria-labelledby': 'removal',
        on: {
          close() {
            resolve(dialog.returnValue === 'remove')
            dialog.remove()
          },
        },
      },
      h(
        'form',
        { method: 'dialog', class: 'stack' },
        h('h2', { id: 'removal' }, `Delete ${name}?`),
        requestLine(origin, request),
        h(
          'div',
          { class: 'row' },
          h('button', { type: 'submit', value: 'keep', autofocus: true }, 'Keep it'),
          h('button', { type: 'submit', value: 'remove', class: 'danger' }, 'Delete'),
        ),
      ),
    )
    document.body.append(dialog)
    dialog.showModal()
  })
