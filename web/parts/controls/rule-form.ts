/** The form for a rule of the common kind: which requests, what they get, and how often. */

import type { Api } from '../../api.js'
import { h } from '../../dom.js'
import type { Deed } from './deed.js'
import type { Panel } from './panel.js'

/** As `POST /-/rules` takes it. */
export interface Rule {
  readonly when: string
  readonly times?: number
  readonly every?: number
  readonly after?: string | number
  readonly for?: string | number
  readonly with?: object
  // oxlint-disable-next-line no-thenable -- it is called so in a rule; nobody awaits one
  readonly then: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string | number>>
    readonly body?: unknown
    readonly wait?: string | number
    readonly fault?: string
    readonly pass?: boolean
  }
}

const METHODS = ['PUT', 'POST', 'DELETE', 'PATCH', 'GET', '*'] as const

const ANSWERS: readonly (readonly [name: string, then: Rule['then']])[] = [
  ['503, try again in 1 s', { status: 503, headers: { 'Retry-After': 1 } }],
  ['500', { status: 500 }],
  ['401', { status: 401 }],
  ['403', { status: 403 }],
  ['404', { status: 404 }],
  ['409', { status: 409 }],
  ['429, try again in 5 s', { status: 429, headers: { 'Retry-After': 5 } }],
  ['the real answer, after 3 s', { wait: '3s' }],
  ['no answer: connection reset', { fault: 'reset' }],
  ['it is done, and the answer is lost', { pass: true, fault: 'reset' }],
  ['half of the real answer', { pass: true, fault: 'truncate' }],
  ['JSON that cannot be parsed', { pass: true, fault: 'malformed' }],
]

const OFTEN: readonly (readonly [name: string, often: Pick<Rule, 'times' | 'every'>])[] = [
  ['twice, then goes on', { times: 2 }],
  ['once, then goes on', { times: 1 }],
  ['every third time', { every: 3 }],
  ['every time', {}],
]

export const ruleForm = (panel: Panel, { base, families }: Api): HTMLFormElement => {
  const paths = families.flatMap(({ item, collection }) => [
    item.slice(base.length).replace(/\{.*\}/, '*'),
    collection.slice(base.length),
  ])
  const method = select('rule-method', METHODS)
  const path = h('input', {
    id: 'rule-path',
    list: 'rule-paths',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    value: paths[0] ?? '/**',
  })
  const answer = select('rule-answer', ANSWERS.map(nameOf))
  const often = select('rule-often', OFTEN.map(nameOf))
  const wrong = h('p', { class: 'wrong', id: 'rule-wrong', role: 'alert', hidden: true })

  const deed = (): Deed => {
    const when = `${method.value} ${path.value.trim()}`
    // oxlint-disable-next-line no-thenable -- it is called so in a rule; nobody awaits one
    const rule: Rule = { when, ...OFTEN[often.selectedIndex]?.[1], then: ANSWERS[answer.selectedIndex]?.[1] ?? {} }
    return { name: 'Add', method: 'POST', path: '/rules', content: rule, done: `The rule for ${when} counts now.` }
  }
  const choose = () => panel.choose(deed())
  const well = (): void => {
    wrong.hidden = true
    path.removeAttribute('aria-invalid')
    path.removeAttribute('aria-describedby')
  }
  const refused = (why: string): void => {
    wrong.textContent = why
    wrong.hidden = false
    path.setAttribute('aria-invalid', 'true')
    path.setAttribute('aria-describedby', wrong.id)
    path.focus()
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    well()
    void panel.perform(deed(), refused)
  }
  const form = h(
    'form',
    { class: 'rule', on: { submit, input: () => (well(), choose()), focusin: choose } },
    labelled('Method', method),
    labelled('Path', path),
    h('datalist', { id: 'rule-paths' }, ...paths.map(value => h('option', { value }))),
    labelled('gets', answer),
    labelled('how often', often),
    h('button', { type: 'submit' }, 'Add the rule'),
    wrong,
  )
  choose()
  return form
}

const nameOf = ([name]: readonly [string, unknown]): string => name

const select = (id: string, names: readonly string[]): HTMLSelectElement =>
  h('select', { id }, ...names.map(name => h('option', {}, name)))

const labelled = (text: string, control: HTMLElement): HTMLElement =>
  h('div', {}, h('label', { for: control.id }, text), control)
