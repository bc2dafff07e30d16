/** Who is logged in, and the ways to find out what a page does when that ends. */

import { fill, h } from '../../dom.js'
import type { Deed } from './deed.js'
import { moment } from './moments.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'
import { KNOWN, redrawn } from './redrawn.js'

type Session = Readonly<Record<string, string>>

const PATH = '/sessions'
const SOON = { expires: '5s' }
/** What is said of a session besides whose it is. */
const OTHERS = new Set(['handle', 'created', 'seen', 'expires', 'idleExpires'])

const everyone: Deed = { name: 'Log everyone out', method: 'DELETE', path: PATH, done: 'Everyone is logged out.' }
const allSoon: Deed = {
  name: 'All end in 5 s',
  method: 'PATCH',
  path: PATH,
  content: SOON,
  done: 'All sessions end in 5 s.',
}

export const sessionsGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Sessions', everyone)
  const list = h('ul', { class: 'entries', 'aria-label': 'Sessions' })
  const draw = redrawn(list)
  panel.body.append(
    h('div', { class: 'row' }, panel.button(everyone, { class: 'danger' }), panel.button(allSoon)),
    list,
  )

  const drawn = (session: Session): HTMLElement => {
    const { handle = '', created = '', seen = '', expires = '', idleExpires = '' } = session
    const who = Object.entries(session).find(([name]) => !OTHERS.has(name))?.[1] ?? handle
    const path = `${PATH}/${encodeURIComponent(handle)}`
    const end: Deed = { name: 'End', method: 'DELETE', path, done: `The session of ${who} has ended.` }
    const soon: Deed = {
      name: 'End in 5 s',
      method: 'PATCH',
      path,
      content: SOON,
      done: `The session of ${who} ends in 5 s.`,
    }
    return h(
      'li',
      {},
      h(
        'span',
        {},
        h('b', {}, who),
        h('span', { class: 'hint' }, ' since ', moment(created), ', last seen ', moment(seen), ', ends '),
        h('span', { class: 'hint' }, moment(expires < idleExpires ? expires : idleExpires)),
      ),
      h(
        'span',
        { class: 'row' },
        panel.button(end, { [KNOWN]: `end ${handle}`, 'aria-label': `End the session of ${who}` }),
        panel.button(soon, { [KNOWN]: `soon ${handle}`, 'aria-label': `End in 5 s the session of ${who}` }),
      ),
    )
  }
  return {
    elements: [panel.element],
    async refresh() {
      const sessions = await readIfThere<readonly Session[]>(desk.stage, PATH)
      if (sessions === undefined) {
        fill(list)
        return panel.absent(
          'There is no login here: give a user of the fixture a password, and do not turn the setting auth off.',
        )
      }
      const { length } = sessions
      panel.tell(length === 0 ? 'Nobody is logged in.' : length === 1 ? 'One session.' : `${length} sessions.`)
      draw(sessions, all => all.map(drawn))
    },
  }
}
