/** Who is logged in, and the ways to find out what a page does when that ends. */

import { h } from '../../dom.js'
import { deedOf } from './deed.js'
import { panelOf, readIfThere, type Desk, type Group } from './panel.js'
import { counted, entry, hint, listOf, moment, row } from './pieces.js'
import { redrawn } from './redrawn.js'

type Session = Readonly<Record<string, string>>

const PATH = '/sessions'
/** What is said of a session besides whose it is. */
const OTHERS = new Set(['handle', 'created', 'seen', 'expires', 'idleExpires'])

const EVERYONE = deedOf('Log everyone out', 'DELETE', PATH, 'Everyone is logged out.')
const ALL_SOON = deedOf('All end in 5 s', 'PATCH', PATH, 'All sessions end in 5 s.', { expires: '5s' })

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
    return entry(
      [
        h('b', {}, who),
        hint(' since ', moment(created), ', until ', moment(expires < idleExpires ? expires : idleExpires)),
      ],
      panel.button(end, { 'aria-label': `End the session of ${who}` }),
    )
  }
  return {
    elements: [panel.element],
    async refresh() {
      const sessions = await readIfThere<readonly Session[]>(desk.stage, PATH)
      if (sessions === undefined)
        return panel.absent('There is no login: no users with passwords are served, or the setting auth is false.')
      panel.tell(counted(sessions.length, 'session', 'Nobody is logged in'), '.')
      draw(sessions, all => all.map(drawn))
    },
  }
}
