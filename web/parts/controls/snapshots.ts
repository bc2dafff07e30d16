/** States of the records that are kept under a name, to come back to. */

import { h } from '../../dom.js'
import { deedOf, type Deed } from './deed.js'
import { fieldOf } from './field.js'
import { panelOf, type Desk, type Group } from './panel.js'
import { entry, hint, listOf, moment } from './pieces.js'
import { redrawn } from './redrawn.js'

/** When each was taken, by their names; null is what the fixture says. */
type Snapshots = Readonly<Record<string, { readonly taken: string | null }>>

const pathOf = (name: string): string => `/snapshots/${encodeURIComponent(name)}`

const take = (name: string): Deed => deedOf('Take', 'PUT', pathOf(name), `The snapshot ${name} is taken.`)

export const snapshotsGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Snapshots', take('before'))
  const list = listOf('Snapshots')
  const draw = redrawn(list)
  panel.add(fieldOf(panel, 'snapshot', 'Name of a new one', 'before', 'Take', take), list)
  panel.tell('The records as they were, to go back to.')

  const drawn = ([name, { taken }]: readonly [string, Snapshots[string]]): HTMLElement => {
    const done = `The records are as in the snapshot ${name}.`
    const back = deedOf('Go back', 'PUT', '/state', done, { snapshot: name })
    const remove = deedOf('Remove', 'DELETE', pathOf(name), `The snapshot ${name} is removed.`)
    return entry(
      [h('b', {}, name), ' ', hint(taken === null ? 'always there' : moment(taken))],
      panel.button(back, { 'aria-label': `Go back to ${name}` }),
      taken !== null && panel.button(remove, { 'aria-label': `Remove ${name}` }),
    )
  }
  return {
    elements: [panel.element],
    async refresh() {
      draw(await desk.stage.server.read<Snapshots>('/snapshots'), all => Object.entries(all).map(drawn))
    },
  }
}
