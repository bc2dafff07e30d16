/** What became of a request, in short; and a request as a line that can be copied. */

import { copyButton } from '../../copies.js'
import { h, type Child } from '../../dom.js'
import { reasonOf } from '../../wire-view.js'
import { curlOf, type Request } from '../../curl.js'

/** `PUT /user/alice → 200 OK`, with the way to all of it. */
export const outcomeOf = (method: string, target: string, status: number, ...more: readonly Child[]): HTMLElement =>
  h(
    'p',
    { class: 'outcome' },
    h('code', {}, `${method} ${target}`),
    ' → ',
    h('b', { class: `status status-${String(status)[0]}` }, `${status} ${reasonOf(status)}`),
    ' ',
    more,
    ' ',
    h('a', { href: '#traffic' }, 'See it in Traffic'),
  )

/** `GET /users?page=2`, to be copied as curl; header fields below it. */
export const requestLine = (origin: string, request: Request, ...more: readonly Child[]): HTMLElement =>
  h(
    'div',
    { class: 'line request' },
    h(
      'code',
      {},
      h('b', {}, request.method),
      ` ${request.target}`,
      Object.entries(request.headers ?? {}).map(([name, value]) => h('span', {}, `${name}: ${value}`)),
    ),
    more,
    copyButton('Copy as curl', () => curlOf(origin, request)),
  )
