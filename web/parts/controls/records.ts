/** The records as a whole: back to the fixture, and the last change back. */

import { h } from '../../dom.js'
import { deedOf } from './deed.js'
import { panelOf, type Desk, type Group } from './panel.js'
import { counted, moment, row } from './pieces.js'
import { redrawn } from './redrawn.js'

interface Step {
  readonly at: string
  readonly changes: readonly { readonly kind: string; readonly href: string | null; readonly key: string }[]
}

/** As many steps are listed at most. */
const LISTED = 100
/** As many records of one step are named. */
const NAMED = 3

const UNDO = deedOf('Undo the last change', 'DELETE', '/changes/last', 'The last change is undone.')

export const recordsGroup = (desk: Desk): Group => {
  let count = 0
  // Quick, because there is a way back; where nothing has been changed, there is nothing to go back to.
  const reset = () => {
    const back = count > 0 ? ' Undo brings back what was there.' : ''
    return deedOf('Reset to the fixture', 'DELETE', '/state', `The records are as the fixture has them.${back}`)
  }
  const panel = panelOf(desk, 'Records', reset())
  const undo = panel.button(UNDO)
  const last = h('p', { class: 'hint' })
  const draw = redrawn(last)
  panel.add(row(panel.button(reset), undo), last)
  return {
    elements: [panel.element],
    async refresh() {
      const { changes } = await desk.stage.server.read<{ readonly changes: readonly Step[] }>('/changes')
      count = changes.length
      undo.ariaDisabled = String(count === 0)
      const more = count === LISTED ? ' or more' : ''
      panel.tell(counted(count, 'change', 'No change'), more, ' can be undone.')
      draw(changes.slice(0, 1), all =>
        all.flatMap(step => ['Undo takes back: ', said(step), ', ', moment(step.at), '.']),
      )
    },
  }
}

const said = ({ changes }: Step): string => {
  const more = changes.length - NAMED
  const named = changes.slice(0, NAMED).map(({ kind, href, key }) => `${href ?? key} ${kind}`)
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
