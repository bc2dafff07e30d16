/** The time that the server goes by: stopped, moved on, and let go. */

import { h } from '../../dom.js'
import type { Deed } from './deed.js'
import { moment, span } from './moments.js'
import { panelOf, type Desk, type Group } from './panel.js'

interface Clock {
  readonly now: string
  readonly frozen: boolean
  /** How far it is ahead of the real time, in milliseconds. */
  readonly offset: number
}

/** Less than this is the time that the answer has taken. */
const NOTICED = 500

const patch = (name: string, content: object, done: string): Deed => ({
  name,
  method: 'PATCH',
  path: '/clock',
  content,
  done,
})
const FREEZE = patch('Freeze', { frozen: true }, 'The clock stands still.')
const RELEASE = patch('Freeze no more', { frozen: false }, 'The clock goes on from where it stood.')
const HOUR = patch('+1 h', { advance: '1h' }, 'The clock is an hour further on.')
const DAY = patch('+1 d', { advance: '24h' }, 'The clock is a day further on.')
const REAL: Deed = { name: 'Real time', method: 'DELETE', path: '/clock', done: 'The clock shows the real time.' }

export const clockGroup = (desk: Desk): Group => {
  const panel = panelOf(desk, 'Clock', HOUR)
  let clock: Clock | undefined
  /** When it was read. */
  let read = 0
  const freeze = panel.button(() => (clock?.frozen === true ? RELEASE : FREEZE), { 'aria-pressed': 'false' }, 'Freeze')
  const real = panel.button(REAL, { 'aria-pressed': 'false' })
  panel.body.append(
    h('div', { class: 'row' }, freeze, panel.button(HOUR), panel.button(DAY), real),
    h('p', { class: 'hint' }, 'Sessions, quotas, dates and what is cached follow.'),
  )
  const show = (): void => {
    if (clock === undefined) return
    const { now, frozen, offset } = clock
    const since = frozen ? 0 : performance.now() - read
    const isReal = !frozen && Math.abs(offset) < NOTICED
    const far = isReal ? 'real time' : `${span(Math.abs(offset) + (frozen ? 0 : 0))} ${offset < 0 ? 'behind' : 'ahead'}`
    panel.tell(
      h('span', { class: 'mono' }, moment(new Date(Date.parse(now) + since).toISOString())),
      frozen ? `, standing still, ${far}.` : `, ${far}.`,
    )
    freeze.setAttribute('aria-pressed', String(frozen))
    real.setAttribute('aria-pressed', String(isReal))
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
