/** The records as a whole: back to the fixture, a change back, and states that are kept under a name. */

import { h, type Child } from '../../dom.js'
import type { Deed } from './deed.js'
import { fieldOf } from './field.js'
import { moment } from './moments.js'
import { panelOf, type Desk, type Group } from './panel.js'
import { KNOWN, redrawn } from './redrawn.js'

interface Step {
  readonly at: string
  readonly changes: readonly {
    readonly kind: 'created' | 'updated' | 'removed'
    readonly href: string | null
    readonly key: string
  }[]
}

/** By their names. */
type Snapshots = Readonly<Record<string, { readonly taken: string | null }>>

/** As many steps are listed at most. */
const LISTED = 100
/** As many records of one step are named. */
const NAMED = 3

const take = (name: string): Deed => ({
  name: 'Take a snapshot',
  method: 'PUT',
  path: `/snapshots/${encodeURIComponent(name)}`,
  done: `The snapshot ${name} is taken.`,
})

export const recordsGroup = (desk: Desk): Group => {
  const { server } = desk.stage
  /** Whether a reset changes anything is not known before; whether there is a way back is. */
  let undoable = 0
  const reset = (): Deed => ({
    name: 'Reset to the fixture',
    method: 'DELETE',
    path: '/state',
    done: `The records are as the fixture has them.${undoable > 0 ? ' Undo brings back what was there.' : ''}`,
  })
  const undo: Deed = {
    name: 'Undo the last change',
    method: 'DELETE',
    path: '/changes/last',
    done: 'The last change is undone.',
  }
  const records = panelOf(desk, 'Records', reset())
  const last = h('p', { class: 'hint' })
  const undoing = records.button(undo)
  records.body.append(h('div', { class: 'row' }, records.button(reset), undoing), last)

  const snapshots = panelOf(desk, 'Snapshots', take('before'))
  const list = h('ul', { class: 'entries', 'aria-label': 'Snapshots' })
  const [drawLast, drawList] = [redrawn(last), redrawn(list)]
  const form = fieldOf(snapshots, { label: 'Name of a new snapshot', example: 'before', submit: 'Take', deed: take })
  snapshots.body.append(form, list)
  snapshots.tell('The records as they were, to come back to.')

  const drawn = ([name, { taken }]: readonly [string, Snapshots[string]]): HTMLElement => {
    const back: Deed = {
      name: 'Go back',
      method: 'PUT',
      path: '/state',
      content: { snapshot: name },
      done: `The records are as in the snapshot ${name}.`,
    }
    const remove: Deed = {
      name: 'Remove',
      method: 'DELETE',
      path: `/snapshots/${encodeURIComponent(name)}`,
      done: `The snapshot ${name} is removed.`,
    }
    const on = (deed: Deed, label: string) =>
      snapshots.button(deed, { [KNOWN]: `${deed.name} ${name}`, 'aria-label': `${label} ${name}` })
    return h(
      'li',
      {},
      h(
        'span',
        {},
        h('b', {}, name),
        h('span', { class: 'hint' }, ' ', taken === null ? 'always there' : moment(taken)),
      ),
      h('span', { class: 'row' }, on(back, 'Go back to'), taken !== null && on(remove, 'Remove')),
    )
  }
  return {
    elements: [records.element, snapshots.element],
    async refresh() {
      const [{ changes }, kept] = await Promise.all([
        server.read<{ readonly changes: readonly Step[] }>('/changes'),
        server.read<Snapshots>('/snapshots'),
      ])
      undoable = changes.length
      undoing.disabled = undoable === 0
      records.tell(toldOf(undoable))
      drawLast(changes[0] ?? null, step => (step === null ? [] : ['What would be undone: ', ...undoneOf(step)]))
      drawList(kept, all => Object.entries(all).map(drawn))
    },
  }
}

const toldOf = (count: number): string => {
  if (count === 0) return 'Nothing has been changed.'
  if (count === 1) return 'One change can be undone.'
  return `${count === LISTED ? `${LISTED} changes or more` : `${count} changes`} can be undone.`
}

const undoneOf = ({ at, changes }: Step): readonly Child[] => {
  const named = changes.slice(0, NAMED).map(({ kind, href, key }) => `${href ?? key} ${kind}`)
  const more = changes.length - named.length
  return [named.join(', '), more > 0 && ` and ${more} more at once`, ', ', moment(at), '.']
}
