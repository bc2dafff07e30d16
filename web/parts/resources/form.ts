/** The fields of a record as a form, made from its plan. */

import { h } from '../../dom.js'
import { controlOf, type Control } from './control.js'
import { pointerOf } from './json.js'
import type { Field, Group } from './plan.js'
import { placed } from './problem.js'
import { readAll, type Fault, type Typed } from './writing.js'

export interface Fieldset {
  readonly element: HTMLElement
  readonly plan: Group
  /** What somebody has changed. */
  typed(): Typed
  read(): ReturnType<typeof readAll>
  /** Shows what is wrong beside the fields; gives back what found no field, and where the first fault is shown. */
  blame(faults: readonly Fault[]): { readonly others: readonly string[]; readonly first: HTMLElement | undefined }
  /** Where somebody is writing: to go on there in the next form. */
  focused(): string | undefined
  focus(pointer: string): void
}

export const fieldsetOf = (plan: Group, typed: Typed = new Map()): Fieldset => {
  const controls = new Map<string, Control>()
  const draw = (part: Field | Group): HTMLElement => {
    if (part.kind === 'group')
      return h('fieldset', { class: 'group' }, h('legend', {}, part.path.at(-1)), ...part.parts.map(draw))
    const pointer = pointerOf(part.path)
    const control = controlOf(part, typed.get(pointer))
    controls.set(pointer, control)
    if (part.kind !== 'more') return control.element
    return h(
      'details',
      { open: typed.has(pointer) },
      h('summary', {}, 'Fields that are not listed here'),
      control.element,
    )
  }
  const element = h('div', { class: 'fields-of-record' }, ...plan.parts.map(draw))
  const changed = (): Typed =>
    new Map(
      [...controls].flatMap(([pointer, control]) => {
        const text = control.typed()
        return text === undefined ? [] : [[pointer, text] as const]
      }),
    )
  return {
    element,
    plan,
    typed: changed,
    read: () => readAll(plan, changed()),
    blame(faults) {
      const details = new Map<string, string>()
      const others: string[] = []
      for (const { at, detail } of placed(plan, faults)) {
        if (at === undefined) others.push(detail)
        else details.set(at, [details.get(at), detail].filter(Boolean).join(' '))
      }
      for (const [pointer, control] of controls) control.blame(details.get(pointer))
      const first = [...controls].find(([pointer]) => details.has(pointer))?.[1].input
      first?.closest('details')?.setAttribute('open', '')
      return { others, first }
    },
    focused: () => [...controls].find(([, { input }]) => input === document.activeElement)?.[0],
    focus: pointer => controls.get(pointer)?.input.focus(),
  }
}
