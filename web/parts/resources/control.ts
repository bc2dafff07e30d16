/** One field of a form: its label, what it is written in, and what is wrong with it. */

import type { Json } from '../../api.js'
import { fill, h, type Child } from '../../dom.js'
import { brief, typesOf } from './json.js'
import type { Field } from './plan.js'
import { read, writingOf } from './writing.js'

export interface Control {
  readonly field: Field
  readonly element: HTMLElement
  readonly input: HTMLElement
  /** What is written there; undefined while it is as it was at first. */
  typed(): string | undefined
  /** Shows why it cannot be taken; undefined: it can. */
  blame(detail: string | undefined): void
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Ids are numbers, because names of fields can hold anything. */
let last = 0

/** `typed`: what somebody has already written. */
export const controlOf = (field: Field, typed: string | undefined): Control => {
  const id = `field-${++last}`
  const first = writingOf(field)
  const input = inputOf(field, id)
  write(input, first)
  // A browser may show a text in another way than it was given: that is no change.
  const shown = written(input)
  if (typed !== undefined) write(input, typed)
  const hints = hintsOf(field)
  const fault = h('p', { class: 'fault', id: `${id}-fault`, hidden: true })
  const hint = hints === '' ? undefined : h('p', { class: 'hint', id: `${id}-hint` }, hints)
  const described = hint === undefined ? `${id}-fault` : `${id}-hint ${id}-fault`
  input.setAttribute('aria-describedby', described)
  const label = h('label', { for: id }, nameOf(field))
  const blame = (detail: string | undefined): void => {
    fault.hidden = detail === undefined
    fill(fault, detail)
    if (detail === undefined) input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  const control: Control = {
    field,
    input,
    element: h(
      'div',
      { class: `field ${field.kind}` },
      field.kind === 'check' ? h('div', { class: 'row' }, input, label) : label,
      field.kind !== 'check' && input,
      hint,
      fault,
    ),
    typed: () => (written(input) === shown ? undefined : written(input)),
    blame,
  }
  input.addEventListener('input', () => input.hasAttribute('aria-invalid') && blame(undefined))
  input.addEventListener('blur', event => {
    // A sentence that comes up now would move the button away from under the mouse; the button looks at the fields itself.
    if (event instanceof FocusEvent && event.relatedTarget instanceof HTMLButtonElement) return
    const reading = read(field, control.typed() ?? first)
    if ('fault' in reading) blame(reading.fault)
  })
  return control
}

const nameOf = ({ kind, path }: Field): string => (kind === 'more' ? 'More fields' : (path.at(-1) ?? ''))

const write = (input: Input, text: string): void => {
  if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = text === 'true'
  else input.value = text
}

const written = (input: Input): string =>
  input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value

const inputOf = (field: Field, id: string): Input => {
  const { kind, schema, required, was, choices } = field
  const common = { id, name: field.path.join('.'), autocomplete: 'off' }
  const mono = { spellcheck: 'false', class: 'mono' }
  switch (kind) {
    case 'check':
      return h('input', { ...common, type: 'checkbox' })
    case 'choice':
      return h(
        'select',
        common,
        (!required || was === undefined) && h('option', { value: '' }, 'not there'),
        choices.map(value => h('option', { value: JSON.stringify(value) }, choiceName(value))),
      )
    case 'lines':
      return h('textarea', { ...common, rows: Math.min(8, Math.max(2, writingOf(field).split('\n').length + 1)) })
    case 'long':
      return h('textarea', { ...common, rows: 4 })
    case 'json':
    case 'more':
      return h('textarea', { ...common, ...mono, rows: Math.min(12, Math.max(2, writingOf(field).split('\n').length)) })
    case 'date':
      return h('input', { ...common, type: 'date' })
    case 'secret':
      return h('input', { ...common, type: 'password', autocomplete: 'new-password' })
    // Browsers' own fields for numbers forget what they cannot read, and change when somebody scrolls.
    case 'integer':
      return h('input', { ...common, inputmode: schema.minimum === undefined ? 'text' : 'numeric' })
    case 'number':
      return h('input', { ...common, inputmode: 'decimal' })
    case 'text':
      // A browser's own fields for addresses change what is written there.
      return h('input', { ...common, inputmode: INPUT_MODES[schema.format ?? ''] ?? 'text' })
  }
}

const INPUT_MODES: Readonly<Record<string, string>> = { email: 'email', uri: 'url' }

const choiceName = (value: Json): string => {
  if (value === true) return 'yes (true)'
  if (value === false) return 'no (false)'
  return value === '' ? 'empty text' : brief(value)
}

const SHAPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  json: 'JSON',
  more: 'JSON, such as { "nickname": "Al" }',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'such as alice@example.com',
  'date-time': 'such as 2026-01-31T12:00:00Z',
  uri: 'such as https://example.com/',
}

const hintsOf = ({ kind, schema, required, was, path }: Field): string => {
  const items = typesOf(schema.items ?? {})[0] ?? 'string'
  const texts: Child[] = [
    schema.description,
    kind === 'lines' ? `one ${items === 'string' ? 'text' : 'number'} per line` : SHAPES[kind],
    kind === 'text' && FORMATS[schema.format ?? ''],
    kind === 'secret' && 'never shown; left empty, it stays as it is',
    was === null && !['choice', 'json'].includes(kind) && 'null while it is empty',
    !required && !['secret', 'more', 'choice'].includes(kind) && path.length > 0 && 'optional',
  ]
  return texts.filter(Boolean).join(' · ')
}
