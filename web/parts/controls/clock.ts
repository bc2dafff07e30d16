/** The time that the server goes by: stopped, moved on, and let go. */

import { deedOf } from './deed.js'
import { panelOf, type Desk, type Group } from './panel.js'
import { hint, moment, row } from './pieces.js'

interface Clock {
  readonly now: string
  readonly frozen: boolean
  /** How far it is ahead of the real time, in milliseconds. */
  readonly offset: number
}

/** Milliseconds that two looks at one clock can be apart. */
const NOTICED = 100

const patch = (name: string, content: object, done: string) => deedOf(name, 'PATCH', '/clock', done, content)

const FREEZE = patch('Freeze', { frozen: true }, 'The clock stands still.')
const RELEASE = patch('Let it go on', { frozen: false }, 'The clock goes on from where it stood.')
const HOUR = patch('+1 h', { advance: '1h' }, 'The clock is an hour further on.')
const DAY = patch('+1 d', { advance: '24h' }, 'The clock is a day further on.')
const REAL = deedOf('Real time', 'DELETE', '/clock', 'The clock shows the real time.')

export const clockGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Clock', HOUR)
  let clock: Clock | undefined
  /** When it was read. */
  let read = 0
  const freeze = panel.button(() => (clock?.frozen ? RELEASE : FREEZE))
  const real = panel.button(REAL)
  panel.add(
    row(freeze, panel.button(HOUR), panel.button(DAY), real),
    hint('Sessions, quotas and the dates in answers go by it.'),
  )
  const show = (): void => {
    if (clock === undefined) return
    const { now, frozen, offset } = clock
    const since = frozen ? 0 : performance.now() - read
    const isReal = !frozen && Math.abs(offset) < NOTICED
    const how = isReal ? 'real time' : frozen ? 'standing still' : 'not the real time'
    panel.tell(moment(new Date(Date.parse(now) + since).toISOString()), `, ${how}.`)
    freeze.ariaPressed = String(frozen)
    real.ariaPressed = String(isReal)
  }
  const timer = setInterval(show, 1000)
  return {
    elements: [panel.element],
    async refresh() {
      clock = await desk.stage.server.read<Clock>('/clock')
      read = performance.now()
      show()
    },
    close: () => clearInterval(timer),
  }
}
