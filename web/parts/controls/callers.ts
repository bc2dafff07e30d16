/** Who still calls the old style: what, how often, when last, and what to call instead. */

import { h } from '../../dom.js'
import { deedOf } from './deed.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'
import { counted, moment, row } from './pieces.js'
import { redrawn } from './redrawn.js'

interface Caller {
  readonly method: string
  readonly path: string
  readonly twin: string
  readonly agent: string | null
  readonly count: number
  readonly last: string
}

const ANEW = deedOf('Count anew', 'DELETE', '/legacy', 'Old-style calls are counted anew.')

export const callersGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Old-style callers', ANEW, 'wide')
  const place = h('div', { class: 'scroll', role: 'region', 'aria-label': 'Old-style callers' })
  const draw = redrawn(place)
  // Who has only a keyboard has to reach what can be scrolled.
  place.tabIndex = 0
  panel.add(place, row(panel.button(ANEW)))
  return {
    elements: [panel.element],
    async refresh() {
      const callers = await readIfThere<readonly Caller[]>(desk.stage, '/legacy')
      if (callers === undefined)
        return panel.absent('The old style is off: turn it on above, or start the server with --legacy.')
      const total = callers.reduce((sum, { count }) => sum + count, 0)
      place.hidden = total === 0
      panel.tell(counted(total, 'call', 'Nobody has called it'), '.')
      draw(callers, tableOf)
    },
  }
}

/** Both styles in their colours. */
const COLUMNS = [
  ['Calls', ''],
  ['Call', 'mono old'],
  ['Twin', 'mono rest'],
  ['Last', ''],
  ['Who', ''],
] as const

const tableOf = (callers: readonly Caller[]) => [
  h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...COLUMNS.map(([name]) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...callers.map(rowOf)),
  ),
]

const rowOf = ({ count, method, path, twin, last, agent }: Caller): HTMLElement => {
  const cells = [count, `${method} ${path}`, twin, moment(last), agent ?? 'does not say']
  return h('tr', {}, ...cells.map((cell, index) => h('td', { class: COLUMNS[index]?.[1] }, cell)))
}
