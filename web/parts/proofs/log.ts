/** The requests of one side, one by one; each can be opened to see it as it went over the wire. */

import type { Exchange } from '../../../src/compare/traffic.js'
import { copiesOf } from '../../copies.js'
import { fill, h, type Child } from '../../dom.js'
import { readExchange, targetOf, type Summary } from '../../exchange.js'
import type { Server } from '../../server.js'
import { wireView } from '../../wire-view.js'

export interface Log {
  readonly element: HTMLElement
  add(exchange: Exchange): void
  /** Lets those be opened that stand among these entries, the oldest first. */
  link(entries: readonly Summary[]): void
}

/** `crawled`: all of them ask for HTML, so that is not said each time. */
export const logOf = (server: Server, label: string, crawled: boolean): Log => {
  const element = h('ol', { class: 'log', tabindex: '0', 'aria-label': label })
  const rows: { readonly exchange: Exchange; readonly row: HTMLElement }[] = []
  return {
    element,
    add(exchange) {
      const row = h('li', {}, h('div', {}, lineOf(exchange, crawled)))
      rows.push({ exchange, row })
      element.append(row)
      element.scrollTop = element.scrollHeight
    },
    link(entries) {
      let next = 0
      for (const { exchange, row } of rows) {
        const at = entries.findIndex((entry, index) => index >= next && isSame(entry, exchange))
        const entry = entries[at]
        if (entry === undefined) continue
        next = at + 1
        fill(row, opening(server, entry.id, lineOf({ ...exchange, status: entry.status }, crawled)))
      }
      element.scrollTop = 0
    },
  }
}

/** The status of a redirection is kept from a page that does not follow it. */
const isSame = (entry: Summary, { method, path, status }: Exchange): boolean =>
  entry.method === method && targetOf(entry) === path && (entry.status === status || status === 0)

const lineOf = (exchange: Exchange, crawled: boolean): Child => {
  const { method, path, status } = exchange
  const field = crawled ? undefined : decisive(exchange)
  return [
    h('b', { class: 'method' }, method),
    ' ',
    h('span', { class: 'target' }, path),
    ' ',
    field !== undefined && h('span', { class: 'field' }, field),
    ' ',
    h('b', { class: `status status-${String(status || 3)[0]}` }, '→ ', status || '3xx'),
  ]
}

/** The one header field on which the answer depends, or that is the answer. */
const decisive = ({ method, headers, asked }: Exchange): string | undefined => {
  if (method === 'OPTIONS') return `Allow: ${headers.get('allow') ?? ''}`
  const name = ['If-Match', 'If-None-Match', 'Accept'].find(one => asked.headers?.[one] !== undefined)
  const value = asked.headers?.[name ?? '']
  return name === undefined ? undefined : `${name}: ${value}`
}

const opening = (server: Server, id: number, line: Child): HTMLElement => {
  const place = h('div', { class: 'opened' })
  const see = async (): Promise<void> => {
    try {
      const exchange = await readExchange(server, id)
      fill(place, wireView(exchange), copiesOf(exchange, server.origin))
    } catch {
      fill(place, h('p', { class: 'hint' }, 'The journal does not have it any more.'))
    }
  }
  return h(
    'details',
    { on: { toggle: () => place.childNodes.length === 0 && void see() } },
    h('summary', {}, line),
    place,
  )
}
