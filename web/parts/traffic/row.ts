/** One line of the traffic: a link to its details. */

import { h, unseen, type Child } from '../../dom.js'
import { targetOf, type Summary } from '../../exchange.js'
import { reasonOf } from '../../wire-view.js'

/** Spaces between the parts, because a screen reader says them as one text. */
export const rowOf = (entry: Summary, isNew: boolean): HTMLElement => {
  const { id, method, style, type, ms } = entry
  return h(
    'li',
    {},
    h(
      'a',
      { href: `#traffic/${id}`, class: `entry ${style}${isNew ? ' new' : ''}`, tabindex: '-1', 'data-id': id },
      h('b', { class: 'method' }, method),
      ' ',
      h('span', { class: 'target' }, targetOf(entry), ' ', marksOf(entry)),
      ' ',
      statusOf(entry.status),
      ' ',
      timeOf(entry.time),
      ' ',
      h('span', { class: 'type' }, type),
      ' ',
      h('span', { class: 'ms' }, `${ms} ms`),
    ),
  )
}

/** 24 hours, so that all are equally long. */
const timeOf = (time: string): HTMLElement =>
  h('time', { class: 'at', datetime: time }, new Date(time).toLocaleTimeString([], { hourCycle: 'h23' }))

/** Without an answer there is no status, which the journal says as 0. */
const statusOf = (status: number): HTMLElement =>
  status === 0
    ? h('span', { class: 'status status-0' }, h('span', { 'aria-hidden': 'true' }, '–'), unseen('no answer'))
    : h('span', { class: `status status-${String(status)[0]}` }, status, unseen(` ${reasonOf(status)}`))

const marksOf = ({ style, twin, problem, rule }: Summary): Child =>
  h(
    'span',
    { class: 'marks' },
    style === 'old' && h('span', { class: 'mark old-style' }, 'old style'),
    twin !== undefined && h('span', { class: 'twin' }, unseen(' RESTful: '), arrow(), twin),
    problem !== undefined && h('span', { class: 'mark problem' }, problem),
    rule !== undefined && h('span', { class: 'mark' }, `rule ${rule}`),
  )

const arrow = (): HTMLElement => h('span', { 'aria-hidden': 'true' }, '→ ')
