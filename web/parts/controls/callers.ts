/** Who still calls the old style: what, how often, when last, and what to call instead. */

import { h } from '../../dom.js'
import type { Deed } from './deed.js'
import { moment } from './moments.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'
import { redrawn } from './redrawn.js'

interface Caller {
  readonly method: string
  readonly path: string
  readonly twin: string
  readonly agent: string | null
  readonly count: number
  readonly failed: number
  readonly last: string
}

const anew: Deed = { name: 'Count anew', method: 'DELETE', path: '/legacy', done: 'Old-style calls are counted anew.' }

export const callersGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Old-style callers', anew, true)
  const place = h('div', { class: 'scroll' })
  const draw = redrawn(place)
  // Who has only a keyboard has to reach what can be scrolled.
  place.tabIndex = 0
  place.setAttribute('role', 'region')
  place.setAttribute('aria-label', 'Old-style callers')
  panel.body.append(place, h('div', { class: 'row' }, panel.button(anew)))
  return {
    elements: [panel.element],
    async refresh() {
      const callers = await readIfThere<readonly Caller[]>(desk.stage, '/legacy')
      place.hidden = callers === undefined || callers.length === 0
      if (callers === undefined)
        return panel.absent('The old style is off: turn it on above, or start the server with --legacy.')
      const total = callers.reduce((sum, { count }) => sum + count, 0)
      panel.tell(total === 0 ? 'Nobody has called it.' : total === 1 ? 'One call.' : `${total} calls.`)
      draw(callers, tableOf)
    },
  }
}

const tableOf = (callers: readonly Caller[]) => [
  h(
    'table',
    {},
    h(
      'thead',
      {},
      h('tr', {}, ...['Calls', 'Call', 'Twin', 'Last', 'Who'].map(name => h('th', { scope: 'col' }, name))),
    ),
    h(
      'tbody',
      {},
      ...callers.map(({ count, failed, method, path, twin, last, agent }) =>
        h(
          'tr',
          {},
          h('td', {}, count, failed > 0 && h('span', { class: 'wrong' }, ` ${failed} failed`)),
          h('td', { class: 'mono old' }, `${method} ${path}`),
          h('td', { class: 'mono rest' }, twin),
          h('td', {}, moment(last)),
          h('td', {}, agent ?? 'does not say'),
        ),
      ),
    ),
  ),
]
