/** What stands where no lines do: the journal is off, nothing has come yet, or nothing fits. */

import { copyLine } from '../../copies.js'
import { h, type Child } from '../../dom.js'
import type { Stage } from '../../part.js'

export const withoutJournal: Child = [
  h('p', {}, 'The journal is off, so this server keeps no requests to look at.'),
  h(
    'p',
    { class: 'hint' },
    'To turn it on, start the server with ',
    h('code', {}, '--journal'),
    ', or say ',
    h('code', {}, 'journal: true'),
    ' in its settings.',
  ),
]

export const nothingYet = ({ server, api }: Stage): Child => [
  h('p', {}, 'No request yet. Each one stands here as soon as it is answered, whoever has sent it.'),
  copyLine(`curl ${server.origin}${api.families[0]?.collection ?? `${api.base}/`}`),
]
