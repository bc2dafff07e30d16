/** What is sent in either style: the name of the record, and what it is to hold. */

import { h } from '../../dom.js'
import type { Deed } from './deeds.js'

export interface Form {
  readonly element: HTMLElement
  readonly key: string
  /** As it is sent; undefined where the deed sends none. */
  readonly content: string | undefined
  /** Shows what the deed needs. */
  fit(deed: Deed): void
  write(values: { readonly key?: string; readonly content?: object }): void
}

/** `changed`: somebody has written something. */
export const formOf = (field: string, changed: () => void): Form => {
  const key = h('input', {
    id: 'compare-key',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 128,
    on: { input: changed },
  })
  const content = h('textarea', { id: 'compare-content', rows: 4, spellcheck: 'false', class: 'mono' })
  const keyRow = h('div', { class: 'field' }, h('label', { for: 'compare-key' }, field), key)
  const contentRow = h('div', { class: 'field wide' }, h('label', { for: 'compare-content' }, 'What is sent'), content)
  let sends = false
  return {
    element: h('div', { class: 'form' }, keyRow, contentRow),
    get key() {
      return key.value
    },
    get content() {
      return sends ? content.value : undefined
    },
    fit(deed) {
      sends = deed.sends
      keyRow.hidden = !deed.names
      contentRow.hidden = !deed.sends
    },
    write({ key: name, content: value }) {
      if (name !== undefined) key.value = name
      if (value !== undefined) content.value = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
    },
  }
}
