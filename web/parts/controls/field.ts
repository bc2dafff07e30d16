/** A field for a value of one's own, with a button that sets it, and what the server has against it beside it. */

import { h } from '../../dom.js'
import type { Deed } from './deed.js'
import type { Panel } from './panel.js'

export interface Field {
  readonly label: string
  /** Of an example that is in the field until something is typed. */
  readonly example: string
  readonly submit: string
  /** What is done with what has been typed. */
  deed(text: string): Deed
}

let count = 0

export const fieldOf = (panel: Panel, { label, example, submit, deed }: Field): HTMLFormElement => {
  const id = `own-${++count}`
  const wrong = h('p', { class: 'wrong', id: `${id}-wrong`, role: 'alert', hidden: true })
  const choose = () => panel.choose(deed(input.value.trim() || example))
  const refused = (why: string): void => {
    wrong.textContent = why
    wrong.hidden = false
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', wrong.id)
    input.focus()
  }
  const well = (): void => {
    wrong.hidden = true
    input.removeAttribute('aria-invalid')
    input.removeAttribute('aria-describedby')
  }
  const input = h('input', {
    id,
    placeholder: example,
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    on: { focus: choose, input: () => (well(), choose()) },
  })
  const send = async (): Promise<void> => {
    if (await panel.perform(deed(input.value.trim()), refused)) input.value = ''
  }
  return h(
    'form',
    { class: 'own-value', on: { submit: event => (event.preventDefault(), well(), void send()) } },
    h('label', { for: id }, label),
    h('div', { class: 'row' }, input, h('button', { type: 'submit', on: { focus: choose } }, submit)),
    wrong,
  )
}
