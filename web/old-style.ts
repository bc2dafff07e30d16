/** What stands in the place of a part that needs the old style, where that is off: why, and how to turn it on. */

import { copyButton } from './copies.js'
import { steeringLine } from './curl.js'
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
  const change = { method: 'PATCH', path: '/settings', content: { legacy: true } }
  return h(
    'div',
    { class: 'card stack' },
    h('h2', {}, 'The old style is off'),
    h('p', {}, 'This server speaks the RESTful style only. To see both, it has to serve the old one beside it.'),
    h('p', {}, h('button', { class: 'first', on: { click: () => void turnOn() } }, 'Turn it on')),
    h('p', { class: 'hint' }, 'The same from a shell, or with --legacy at the start:'),
    h(
      'div',
      { class: 'line' },
      // Everybody in the room can read what is shown.
      h('code', {}, steeringLine(server, change, server.token && '…')),
      copyButton('Copy', () => steeringLine(server, change, server.token)),
    ),
  )
}
