/** Traffic: each request that this server has answered, as it comes, and how its answer came about. */

import { fill, h, unseen } from '../../dom.js'
import type { Opened, Part, Stage } from '../../part.js'
import { nothingYet, withoutJournal } from './empty.js'
import { filterBar } from './filter-bar.js'
import { admitting, EVERYTHING, isNarrow, type Filter } from './filter.js'
import { followJournal } from './follow.js'
import { listOf } from './list.js'
import { logOf } from './log.js'
import { paneOf } from './pane.js'

/** More lines than these make a page slow, and nobody reads them. */
const LINES = 500

/** Milliseconds between two counts for those who hear the page: not with each request. */
const QUIET = 5000

/** Milliseconds in which nobody sees a line come late. */
const MOMENT = 80

/** Whoever comes back finds what was looked for. */
let filter: Filter = EVERYTHING

const open = (stage: Stage, rest: string): Opened => {
  const { server } = stage
  const log = logOf()
  let off = false
  let drawing: number | undefined
  let timer: number | undefined

  const list = listOf(
    id => void pane.open(id),
    () => pane.id !== undefined,
  )
  const pane = paneOf(
    stage,
    () => {
      list.mark(pane.id)
      element.classList.toggle('opened', pane.id !== undefined)
    },
    () => leave(),
  )
  const leave = (): void => {
    const { id } = pane
    pane.close()
    list.focus(id)
  }
  const turn = (): void => {
    if (log.held === undefined) log.pause()
    else log.resume()
    draw()
  }
  const clear = async (): Promise<void> => {
    try {
      await server.steer('DELETE', '/requests')
      // Another part may be shown by now.
      if (!element.isConnected) return
      pane.close()
      log.resume()
      following.again()
      stage.say(`DELETE ${server.root}/requests: the journal is empty.`)
    } catch (error) {
      stage.warn(error)
    }
  }

  const feed = h('span', { class: 'feed' })
  const count = h('span', { class: 'count' })
  const spoken = unseen('')
  spoken.setAttribute('role', 'status')
  const note = h('div', { class: 'card stack', hidden: true })
  const pause = h('button', { on: { click: turn } }, 'Pause')
  const actions = h(
    'div',
    { class: 'row' },
    pause,
    h('button', { title: `DELETE ${server.root}/requests`, on: { click: () => void clear() } }, 'Clear'),
  )
  const bar = filterBar(filter, next => {
    filter = next
    draw()
  })

  const draw = (): void => {
    const { entries, held } = log
    const found = entries.filter(admitting(filter)).toReversed()
    list.show(found.slice(0, LINES))
    list.mark(pane.id)
    for (const one of [list.element, actions, bar]) one.hidden = off
    const all = `${entries.length} ${entries.length === 1 ? 'request' : 'requests'}`
    const counted = isNarrow(filter) ? `${found.length} of ${all}` : all
    fill(count, off ? '' : counted, found.length > LINES && `, the newest ${LINES} shown`)
    fill(pause, held === undefined ? 'Pause' : ['Resume', h('b', { class: 'held' }, `${held} new`)])
    timer ??= window.setTimeout(() => {
      timer = undefined
      spoken.textContent = count.textContent
    }, QUIET)
    note.hidden = found.length > 0 && !off
    if (off) fill(note, withoutJournal)
    else if (!note.hidden) fill(note, entries.length > 0 ? `Nothing fits the filter: 0 of ${all}.` : nothingYet(stage))
  }
  /** Once for all that comes in a moment. */
  const drawSoon = (): void => {
    drawing ??= window.setTimeout(() => {
      drawing = undefined
      draw()
    }, MOMENT)
  }
  const tell = (state: string, text: string) => (): void => {
    off = state === 'off'
    feed.className = `feed ${state}`
    feed.textContent = text
    drawSoon()
  }

  const element = h(
    'section',
    { class: 'traffic stack' },
    h('div', { class: 'traffic-head' }, h('h1', {}, 'Traffic'), h('p', { class: 'hint' }, feed, ' ', count), actions),
    bar,
    note,
    h('div', { class: 'traffic-body' }, h('div', { class: 'list' }, list.element), pane.element),
    spoken,
  )
  const following = followJournal(server, {
    all(entries) {
      log.replace(entries)
      drawSoon()
    },
    one(entry) {
      log.add(entry)
      drawSoon()
    },
    live: tell('live', 'Live'),
    off: tell('off', 'Off'),
    gone: tell('gone', 'Broken off; trying again'),
  })
  if (/^[1-9]\d{0,15}$/.test(rest)) void pane.open(Number(rest))
  return {
    element,
    key({ key, target }) {
      // In the field, Escape takes away the words.
      if (key !== 'Escape' || pane.id === undefined || target instanceof HTMLInputElement) return false
      leave()
      return true
    },
    close() {
      following.close()
      clearTimeout(timer)
      clearTimeout(drawing)
    },
  }
}

export const traffic: Part = { name: 'traffic', title: 'Traffic', open }
