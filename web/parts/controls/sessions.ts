/** Who is logged in, and the ways to find out what a page does when that ends. */

import { h } from '../../dom.js'
import { deedOf } from './deed.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'
import { entry, hint, listOf, moment, row } from './pieces.js'
import { redrawn } from './redrawn.js'

type Session = Readonly<Record<string, string>>

const PATH = '/sessions'
const SOON = { expires: '5s' }
/** What is said of a session besides whose it is. */
const OTHERS = new Set(['handle', 'created', 'seen', 'expires', 'idleExpires'])

const EVERYONE = deedOf('Log everyone out', 'DELETE', PATH, 'Everyone is logged out.')
const ALL_SOON = deedOf('All end in 5 s', 'PATCH', PATH, 'All sessions end in 5 s.', SOON)

export const sessionsGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Sessions', EVERYONE)
  const list = listOf('Sessions')
  const draw = redrawn(list)
  panel.add(row(panel.button(EVERYONE, { class: 'danger' }), panel.button(ALL_SOON)), list)

  const drawn = (session: Session): HTMLElement => {
    const { handle = '', created = '', expires = '', idleExpires = '' } = session
    const who = Object.entries(session).find(([name]) => !OTHERS.has(name))?.[1] ?? handle
    const path = `${PATH}/${handle}`
    const end = deedOf('End', 'DELETE', path, `The session of ${who} has ended.`)
    const soon = deedOf('End in 5 s', 'PATCH', path, `The session of ${who} ends in 5 s.`, SOON)
    return entry(
      [
        h('b', {}, who),
        hint(' since ', moment(created), ', until ', moment(expires < idleExpires ? expires : idleExpires)),
      ],
      panel.button(end, { 'aria-label': `End the session of ${who}` }),
      panel.button(soon, { 'aria-label': `End in 5 s the session of ${who}` }),
    )
  }
  return {
    elements: [panel.element],
    async refresh() {
      const sessions = await readIfThere<readonly Session[]>(desk.stage, PATH)
      if (sessions === undefined)
        return panel.absent('There is no login: no user has a password, or the setting auth is off.')
      const { length } = sessions
      panel.tell(length === 0 ? 'Nobody is logged in.' : length === 1 ? 'One session.' : `${length} sessions.`)
      draw(sessions, all => all.map(drawn))
    },
  }
}
