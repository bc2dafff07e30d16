/** All about one request: what it would be in the RESTful style, how its answer came about, and both as they were sent. */

import { copiesOf } from '../../copies.js'
import { h, type Child } from '../../dom.js'
import { targetOf, type Exchange } from '../../exchange.js'
import type { Server } from '../../server.js'
import { wireView } from '../../wire-view.js'
import { noteOf, whatOfPrecondition, whatTwinChanges, whyFormat } from './reasons.js'

/** What stands above the details; its heading takes the focus where the list is not seen. */
export const frameOf = (title: string, hint: string, leave: () => void): Child =>
  h(
    'div',
    { class: 'detail-bar' },
    h('h2', { tabindex: '-1' }, title),
    h('button', { on: { click: leave } }, 'Close'),
    h('p', { class: 'hint' }, hint),
  )

export const detailOf = (exchange: Exchange, { origin, root }: Server, leave: () => void): Child => {
  const { id, time, method, twin } = exchange
  const at = new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' })
  return [
    frameOf(`${method} ${targetOf(exchange)}`, `Request ${id}, ${at}`, leave),
    twin !== undefined && twinOf(twin),
    h('dl', { class: 'reasons' }, ...reasonsOf(exchange, root)),
    wireView(exchange),
    copiesOf(exchange, origin),
  ]
}

const twinOf = (twin: string): Child =>
  h(
    'section',
    { class: 'twin-note', 'aria-label': 'Its RESTful twin' },
    h('h3', {}, 'Old style'),
    h('p', {}, 'RESTful, it would be ', h('code', { class: 'twin' }, twin), '.'),
    h('p', {}, whatTwinChanges(twin)),
    h('p', {}, h('a', { href: '#compare' }, 'See both styles side by side')),
  )

const reasonsOf = (exchange: Exchange, root: string): Child[] => {
  const { problem, precondition, rule } = exchange
  const note = noteOf(exchange)
  return [
    problem !== undefined && reason('Problem', h('a', { href: `${root}/problems/${problem}` }, problem)),
    note !== '' && reason('Note', note),
    rule !== undefined && reason('Rule', rule),
    reason('Format', whyFormat(exchange)),
    precondition !== undefined && reason('Precondition', whatOfPrecondition(precondition)),
  ]
}

const reason = (name: string, text: Child): Child => h('div', {}, h('dt', {}, name), h('dd', {}, text))
