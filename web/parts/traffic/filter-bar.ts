/** The filter as it is set: a field for words, and buttons for the values that are asked for most. */

import { h } from '../../dom.js'
import { KINDS, type Filter } from './filter.js'

export const filterBar = (first: Filter, changed: (filter: Filter) => void): HTMLElement => {
  let filter = first
  const set = (next: Partial<Filter>): void => {
    filter = { ...filter, ...next }
    changed(filter)
  }
  const field = h('input', {
    type: 'search',
    id: 'traffic-filter',
    value: first.text,
    placeholder: 'Method, path, status, type, problem',
    autocomplete: 'off',
    spellcheck: 'false',
    on: { input: () => set({ text: field.value }) },
  })
  const toggle = (value: string): HTMLElement => {
    const click = (): void => {
      const chosen = new Set(filter.chosen)
      if (!chosen.delete(value)) chosen.add(value)
      button.setAttribute('aria-pressed', String(chosen.has(value)))
      set({ chosen })
    }
    const button = h('button', { 'aria-pressed': String(first.chosen.has(value)), on: { click } }, value)
    return button
  }
  return h(
    'search',
    { class: 'filter' },
    h('label', { for: 'traffic-filter' }, 'Filter'),
    field,
    ...KINDS.map(({ name, values }) =>
      h('div', { role: 'group', 'aria-label': name, class: 'toggles' }, ...values.map(toggle)),
    ),
  )
}
