/** What stands in the place of a part that needs the old style, where that is off: why, and how to turn it on. */

import { copyLine } from './copies.js'
import { h } from './dom.js'
import type { Stage } from './part.js'
import { changeSettings, readSettings } from './settings.js'

export const isOldStyleOn = async ({ server }: Stage): Promise<boolean> => (await readSettings(server)).legacy !== false

/** `then` is called when it is on. */
export const oldStyleOff = ({ server, say, warn }: Stage, then: () => void): HTMLElement => {
  const turnOn = async (): Promise<void> => {
    try {
      await changeSettings(server, { legacy: true })
      say('The old style is served, too.')
      then()
    } catch (error) {
      warn(error)
    }
  }
  const token = server.token === undefined ? '' : ` -H 'Authorization: Bearer ${server.token}'`
  return h(
    'div',
    { class: 'card stack' },
    h('h2', {}, 'The old style is off'),
    h('p', {}, 'This server speaks the RESTful style only. To see both, it has to serve the old one beside it.'),
    h('p', {}, h('button', { type: 'button', class: 'first', on: { click: () => void turnOn() } }, 'Turn it on')),
    h('p', { class: 'hint' }, 'The same from a shell, or with --legacy at the start:'),
    copyLine(
      `curl -X PATCH ${server.origin}${server.root}/settings${token} -H 'Content-Type: application/json' -d '{"legacy": true}'`,
    ),
  )
}
