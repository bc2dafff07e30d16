/** The form for a rule of the common kind: which requests, what they get, and how often. */

import type { Api } from '../../api.js'
import { h } from '../../dom.js'
import { deedOf } from './deed.js'
import { formOf, inputOf } from './field.js'
import type { Panel } from './panel.js'

/** As `POST /-/rules` takes it. */
export interface Rule {
  readonly when: string
  readonly times?: number
  readonly every?: number
  // oxlint-disable-next-line no-thenable -- it is called so in a rule; nobody awaits one
  readonly then: object
}

const METHODS = ['PUT', 'POST', 'DELETE', 'PATCH', 'GET', '*']

type Named = Readonly<Record<string, object>>

const ANSWERS: Named = {
  '503, try again in 1 s': { status: 503, headers: { 'Retry-After': 1 } },
  '429, try again in 5 s': { status: 429, headers: { 'Retry-After': 5 } },
  '500, broken': { status: 500 },
  '401, log in': { status: 401 },
  '409, a conflict': { status: 409 },
  'its answer, 3 s late': { wait: '3s' },
  'no answer: connection reset': { fault: 'reset' },
  'done, but the answer is lost': { pass: true, fault: 'reset' },
  'half of its answer': { pass: true, fault: 'truncate' },
}

const OFTEN: Named = {
  'twice, then goes on': { times: 2 },
  'once, then goes on': { times: 1 },
  'every third time': { every: 3 },
  'every time': {},
}

export const ruleForm = (panel: Panel, { base, families }: Api): HTMLFormElement => {
  const paths = families
    .flatMap(({ item, collection }) => [item.replace(/\{.*\}/, '*'), collection])
    .map(path => path.slice(base.length))
  const path = inputOf('rule-path', { list: 'rule-paths', value: paths[0] ?? '/**' })
  const method = select('method', METHODS)
  const answer = select('answer', Object.keys(ANSWERS))
  const often = select('often', Object.keys(OFTEN))
  const deed = () => {
    const when = `${method.value} ${path.value.trim()}`
    // oxlint-disable-next-line no-thenable -- it is called so in a rule; nobody awaits one
    const rule = { when, ...OFTEN[often.value], then: ANSWERS[answer.value] }
    return deedOf('Add the rule', 'POST', '/rules', `The rule for ${when} counts from now on.`, rule)
  }
  panel.choose(deed())
  return formOf(
    panel,
    'rule',
    path,
    deed,
    labelled('Method', method),
    labelled('Path', path),
    h('datalist', { id: 'rule-paths' }, ...paths.map(value => h('option', { value }))),
    labelled('Gets', answer),
    labelled('How often', often),
    h('button', { type: 'submit' }, 'Add the rule'),
  )
}

const select = (name: string, texts: readonly string[]): HTMLSelectElement =>
  h('select', { id: `rule-${name}` }, ...texts.map(text => h('option', {}, text)))

const labelled = (text: string, control: HTMLElement): HTMLElement =>
  h('div', {}, h('label', { for: control.id }, text), control)
