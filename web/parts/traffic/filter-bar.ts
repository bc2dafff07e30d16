/** The filter as it is set: a field for words, and buttons for the values that are asked for most. */

import { h } from '../../dom.js'
import { EVERYTHING, KINDS, type Filter } from './filter.js'

export interface FilterBar {
  readonly element: HTMLElement
  /** Shows all again. */
  reset(): void
}

export const filterBar = (first: Filter, changed: (filter: Filter) => void): FilterBar => {
  let filter = first
  const set = (next: Partial<Filter>): void => {
    filter = { ...filter, ...next }
    for (const [value, button] of buttons) button.setAttribute('aria-pressed', String(filter.chosen.has(value)))
    changed(filter)
  }
  const field = h('input', {
    type: 'search',
    id: 'traffic-filter',
    placeholder: 'Method, path, status, type, problem',
    autocomplete: 'off',
    spellcheck: 'false',
    on: { input: () => set({ text: field.value }) },
  })
  field.value = first.text
  const toggle = (value: string): void => {
    const chosen = new Set(filter.chosen)
    if (!chosen.delete(value)) chosen.add(value)
    set({ chosen })
  }
  const buttons = new Map(
    KINDS.flatMap(({ values }) => values).map(value => [
      value,
      h(
        'button',
        { type: 'button', 'aria-pressed': String(first.chosen.has(value)), on: { click: () => toggle(value) } },
        value,
      ),
    ]),
  )
  return {
    element: h(
      'search',
      { class: 'filter' },
      h('label', { for: 'traffic-filter' }, 'Filter'),
      field,
      ...KINDS.map(({ name, values }) =>
        h('div', { role: 'group', 'aria-label': name, class: 'toggles' }, ...values.map(value => buttons.get(value))),
      ),
    ),
    reset() {
      field.value = ''
      set(EVERYTHING)
      field.focus()
    },
  }
}
