/** Forms: what the server has against what has been typed is said beside the field. */

import { h, type Child } from '../../dom.js'
import type { Deed } from './deed.js'
import type { Panel } from './panel.js'
import { row } from './pieces.js'

export const inputOf = (id: string, attributes: Readonly<Record<string, string>>): HTMLInputElement =>
  h('input', {
    id,
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': `${id}-wrong`,
    ...attributes,
  })

/** Does what `deed` makes of its fields; `input` is the one that can be wrong. The line of the panel follows what is typed. */
export const formOf = (
  panel: Panel,
  name: string,
  input: HTMLInputElement,
  deed: () => Deed,
  ...fields: readonly Child[]
) => {
  const wrong = h('p', { class: 'wrong', id: `${input.id}-wrong`, role: 'alert' })
  const tell = (why: string): void => {
    wrong.textContent = why
    input.ariaInvalid = String(why !== '')
    if (why !== '') input.focus()
  }
  const choose = () => panel.choose(deed())
  const on = {
    focusin: choose,
    input: () => (tell(''), choose()),
    submit: (event: Event) => (event.preventDefault(), tell(''), void panel.perform(deed(), tell)),
  }
  return h('form', { class: name, on }, ...fields, wrong)
}

/** One field with its button. `example` is in it until something is typed. */
export const fieldOf = (
  panel: Panel,
  id: string,
  label: string,
  example: string,
  submit: string,
  deed: (text: string) => Deed,
): HTMLFormElement => {
  const input = inputOf(id, { placeholder: example })
  return formOf(
    panel,
    'own-value',
    input,
    () => deed(input.value.trim() || example),
    h('label', { for: id }, label),
    row(input, h('button', { type: 'submit' }, submit)),
  )
}
