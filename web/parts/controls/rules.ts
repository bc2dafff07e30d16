/** What some requests get instead of what they ask for: the rules in force with their hits, and a form for the common ones. */

import { h } from '../../dom.js'
import type { Deed } from './deed.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'
import { KNOWN, redrawn } from './redrawn.js'
import { ruleForm, type Rule } from './rule-form.js'

interface Running extends Rule {
  readonly handle: string
  readonly from: 'settings' | 'added'
  /** How many requests it fitted, and how many of them it answered. */
  readonly seen: number
  readonly used: number
}

const clear: Deed = {
  name: 'Remove all',
  method: 'DELETE',
  path: '/rules',
  done: 'All rules that were added are gone.',
}

export const rulesGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Rules', clear, true)
  const list = h('ul', { class: 'entries', 'aria-label': 'Rules' })
  const draw = redrawn(list)
  const clearing = panel.button(clear)
  panel.body.append(ruleForm(panel, desk.stage.api), list, h('div', { class: 'row' }, clearing))

  const drawn = ({ handle, from, seen, used, ...rule }: Running): HTMLElement => {
    const what = sentenceOf(rule)
    const remove: Deed = {
      name: 'Remove',
      method: 'DELETE',
      path: `/rules/${encodeURIComponent(handle)}`,
      done: `The rule for ${rule.when} is removed.`,
    }
    const attributes = { [KNOWN]: handle, 'aria-label': `Remove the rule for ${rule.when}` }
    return h(
      'li',
      {},
      h(
        'span',
        {},
        h('b', { class: 'mono' }, rule.when),
        ` ${what} `,
        h('span', { class: 'hint' }, `${hits(used)}${seen > used ? ` of ${seen} that fitted` : ''}`),
      ),
      from === 'settings'
        ? h('span', { class: 'hint' }, 'from the settings')
        : h('span', {}, panel.button(remove, attributes)),
    )
  }
  return {
    elements: [panel.element],
    async refresh() {
      const rules = await readIfThere<readonly Running[]>(desk.stage, '/rules')
      if (rules === undefined) return panel.absent('Rules are off: take rules: false out of the settings.')
      const { length } = rules
      panel.tell(
        length === 0
          ? 'None: every request gets what it asks for.'
          : `${length === 1 ? 'One rule' : `${length} rules`}; the first that fits counts.`,
      )
      clearing.disabled = !rules.some(({ from }) => from === 'added')
      draw(rules, all => all.map(drawn))
    },
  }
}

const hits = (count: number): string => (count === 1 ? 'Once so far' : `${count} times so far`)

/** Said as far as it can be said in a few words; the rest as it stands in the rule. */
export const sentenceOf = ({ then, times, every, after, for: lasting, with: more }: Omit<Rule, 'when'>): string => {
  const { status, body, wait, fault, pass, headers } = then
  const answer = [
    ...(wait === undefined ? [] : [`waits ${wait}${typeof wait === 'number' ? 'ms' : ''}`]),
    ...(status === undefined && body === undefined ? [] : [`answers ${status ?? 200}`]),
    ...(body === undefined ? [] : ['with a content of its own']),
    ...(pass === true ? ['is done'] : []),
    ...(fault === undefined ? [] : [`fault ${fault}`]),
    ...(headers === undefined ? [] : [`with ${Object.keys(headers).join(', ')}`]),
  ].join(', ')
  const often = [
    ...(every === undefined ? [] : [`each time that ${every} have come`]),
    ...(times === undefined ? [] : [times === 1 ? 'once, then goes on' : `${times} times, then goes on`]),
    ...(after === undefined ? [] : [`after ${after}`]),
    ...(lasting === undefined ? [] : [`for ${lasting}`]),
    ...(more === undefined ? [] : [`where ${JSON.stringify(more)}`]),
  ].join(', ')
  return `${answer}${often === '' ? '' : `, ${often}`}.`
}
