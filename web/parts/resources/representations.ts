/** "See it as": the same URL with another Accept, and what comes back, as it is. */

import { fill, h } from '../../dom.js'
import type { Stage } from '../../part.js'
import { reasonOf } from '../../wire-view.js'
import { requestLine } from './outcome.js'

export interface Representations {
  readonly element: HTMLElement
  /** Asks again, if something is shown: the target, or what is behind it, is another one. */
  refresh(): void
}

const NAMES: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/xml': 'XML',
  'application/yaml': 'YAML',
  'text/csv': 'CSV',
  'application/x-ndjson': 'NDJSON',
  'text/html': 'HTML',
}

export const representations = ({ server }: Stage, types: readonly string[], target: () => string): Representations => {
  let chosen: string | undefined
  let turn = 0
  const place = h('div', { class: 'stack', 'aria-live': 'polite' })
  const buttons = types.map(type =>
    h('button', { 'aria-pressed': 'false', title: type, on: { click: () => choose(type) } }, NAMES[type] ?? type),
  )
  const choose = (type: string): void => {
    chosen = chosen === type ? undefined : type
    for (const [index, button] of buttons.entries())
      button.setAttribute('aria-pressed', String(types[index] === chosen))
    void show()
  }
  const show = async (): Promise<void> => {
    const own = ++turn
    if (chosen === undefined) return fill(place)
    const request = { method: 'GET', target: target(), headers: { Accept: chosen } }
    const shown = await server.ask(request.method, request.target, request).then(
      ({ status, headers, text }) => [
        h(
          'p',
          { class: 'outcome' },
          h('b', { class: `status status-${String(status)[0]}` }, `${status} ${reasonOf(status)}`),
          ' ',
          h('code', {}, `Content-Type: ${headers.get('content-type') ?? 'none'}`),
        ),
        h('pre', { tabindex: '0', role: 'region', 'aria-label': `The content as ${chosen}` }, text),
      ],
      (error: unknown) => [h('p', { class: 'fault' }, error instanceof Error ? error.message : String(error))],
    )
    if (own === turn) fill(place, requestLine(server.origin, request), shown)
  }
  return {
    element: h(
      'section',
      { class: 'card stack see-as' },
      h('h2', {}, 'See it as'),
      h('p', { class: 'hint' }, 'The URL stays the same. Only the Accept field of the request is another one.'),
      h('div', { class: 'row', role: 'group', 'aria-label': 'Formats' }, ...buttons),
      place,
    ),
    refresh: () => void show(),
  }
}
