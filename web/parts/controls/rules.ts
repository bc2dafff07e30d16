/** What some requests get instead of what they ask for: the rules in force with their hits, and a form for the common ones. */

import { h } from '../../dom.js'
import { deedOf } from './deed.js'
import { panelOf, type Desk, type Group } from './panel.js'
import { counted, entry, hint, listOf, row } from './pieces.js'
import { redrawn } from './redrawn.js'
import { ruleForm, type Rule } from './rule-form.js'

interface Running extends Rule {
  readonly handle: string
  readonly from: 'settings' | 'added'
  /** How many requests it fitted, and how many of them it has answered. */
  readonly seen: number
  readonly used: number
}

const CLEAR = deedOf('Remove all', 'DELETE', '/rules', 'All rules that were added are gone.')

export const rulesGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Rules', CLEAR, 'wide')
  const list = listOf('Rules')
  const draw = redrawn(list)
  const clear = panel.button(CLEAR)
  panel.add(ruleForm(panel, desk.stage.api), list, row(clear))

  const drawn = ({ handle, from, seen: _seen, used, when, then, ...often }: Running): HTMLElement => {
    const remove = deedOf('Remove', 'DELETE', `/rules/${handle}`, `The rule for ${when} is removed.`)
    return entry(
      [h('b', { class: 'mono' }, when), ` ${words({ ...then, ...often })} `, hint(`Hits: ${used}`)],
      from === 'settings'
        ? hint('from the settings')
        : panel.button(remove, { 'aria-label': `Remove the rule for ${when}` }),
    )
  }
  return {
    elements: [panel.element],
    async refresh() {
      const rules = await desk.stage.server.read<readonly Running[]>('/rules')
      panel.tell(counted(rules.length, 'rule', 'None: every request gets what it asks for'), '.')
      clear.ariaDisabled = String(!rules.some(({ from }) => from === 'added'))
      draw(rules, all => all.map(drawn))
    },
  }
}

/** In the words of the rule itself: `status 503, times 2`. */
const words = (members: object): string =>
  Object.entries(members)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')
