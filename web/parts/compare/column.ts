/** One of the two styles: what would be sent, and what came of it. */

import { copiesOf } from '../../copies.js'
import { fill, h, unseen, type Child } from '../../dom.js'
import type { Seen } from '../../exchange.js'
import { wireView, type Marks } from '../../wire-view.js'
import type { Line, Pledge, Style } from './deeds.js'

export interface Column {
  readonly element: HTMLElement
  /** Shows what would be sent. */
  plan(line: Line, pledges: readonly Pledge[]): void
  /** Shows what was sent, and what came back. */
  show(seen: Seen, marks: Marks | undefined, point: string): void
  /** There was no answer, or there is nothing to show. */
  tell(text: string): void
  /** Whether it can be sent now. */
  ready(now: boolean): void
}

const NAMES: Readonly<Record<Style, string>> = { old: 'Old style', rest: 'RESTful' }

export const columnOf = (style: Style, origin: string, send: () => void): Column => {
  const line = h('p', { class: 'big-line' })
  const pledged = h('ul', { class: 'pledges' })
  const button = h('button', { class: 'send', on: { click: send } }, 'Send', unseen(NAMES[style]))
  const point = h('p', { class: 'point', 'aria-live': 'polite' })
  const result = h('div', { class: 'result' })
  const element = h(
    'section',
    { class: `column ${style}`, 'aria-label': NAMES[style] },
    h('div', { class: 'row head' }, h('h2', {}, NAMES[style]), button),
    line,
    pledged,
    point,
    result,
  )
  return {
    element,
    plan({ method, target }, pledges) {
      fill(line, h('b', {}, method), ' ', ...breakable(target))
      fill(pledged, ...pledges.map(({ text, broken }) => h('li', { class: broken ? 'broken' : undefined }, text)))
    },
    show({ exchange, whole }, marks, said) {
      point.textContent = said
      fill(
        result,
        wireView(exchange, marks),
        copiesOf(exchange, origin),
        !whole && h('p', { class: 'hint' }, 'The journal is off, so this is only what a script gets to see.'),
      )
    },
    tell(text) {
      point.textContent = ''
      fill(result, text !== '' && h('p', { class: 'hint' }, text))
    },
    ready(now) {
      button.disabled = !now
    },
  }
}

/** A long URL is to break where one would draw breath. */
const breakable = (target: string): Child[] =>
  target.split(/(?<=[/?&=])/).flatMap((piece, index) => (index === 0 ? [piece] : [h('wbr'), piece]))
