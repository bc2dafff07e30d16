/** The lines, the newest first: one of them can be reached by Tab, the others by arrow keys. New ones move nothing that is looked at. */

import { h } from '../../dom.js'
import type { Summary } from '../../exchange.js'
import { rowOf } from './row.js'

export interface List {
  readonly element: HTMLElement
  /** The newest first. */
  show(entries: readonly Summary[]): void
  /** Marks the one that is open, and lets Tab reach it. */
  mark(id: number | undefined): void
  /** Where there is no such line, the one that Tab reaches. */
  focus(id: number | undefined): void
}

export const listOf = (open: (id: number) => void, isOpen: () => boolean): List => {
  const rows = new Map<string, HTMLElement>()
  const element = h('ol', {
    class: 'entries',
    'aria-label': 'Requests, the newest first',
    on: {
      click(event) {
        const link = linkOf(event.target)
        // Whoever wants another tab gets it.
        if (link === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        link.focus()
        open(Number(link.dataset['id']))
      },
      focusin(event) {
        chosen = true
        reach(linkOf(event.target))
      },
      keydown(event) {
        const row = linkOf(event.target)?.parentElement
        const step = steps[event.key]
        if (!row || step === undefined) return
        event.preventDefault()
        const to = step(row)?.querySelector('a')
        if (!to) return
        to.focus()
        if (isOpen()) open(Number(to.dataset['id']))
      },
    },
  })
  const find = (id: number | undefined) => element.querySelector<HTMLAnchorElement>(`a[data-id="${id}"]`) ?? undefined
  let reached: HTMLElement | undefined
  let chosen = false
  /** What comes after it is marked as new; at first nothing is. */
  let newest = -1
  const reach = (link: HTMLElement | undefined): void => {
    reached?.setAttribute('tabindex', '-1')
    reached = link
    link?.setAttribute('tabindex', '0')
  }
  const steps: Readonly<Record<string, (row: Element) => Element | null>> = {
    ArrowDown: row => row.nextElementSibling,
    ArrowUp: row => row.previousElementSibling,
    Home: () => element.firstElementChild,
    End: () => element.lastElementChild,
  }
  return {
    element,
    show(entries) {
      const keys = new Set(entries.map(keyOf))
      for (const [key, row] of rows)
        if (!keys.has(key)) {
          row.remove()
          rows.delete(key)
        }
      const anchor = element.firstElementChild
      const before = anchor?.getBoundingClientRect().top ?? 0
      let place = element.firstElementChild
      for (const entry of entries) {
        const key = keyOf(entry)
        const row = rows.get(key) ?? rowOf(entry, newest >= 0 && entry.id > newest)
        rows.set(key, row)
        // What stays is not touched: a row that is moved loses its focus.
        if (row === place) place = place.nextElementSibling
        else element.insertBefore(row, place)
      }
      if (anchor !== null && before < 0)
        scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: 'instant' })
      newest = Math.max(newest, entries[0]?.id ?? 0)
      // Until somebody has chosen one, Tab leads to the newest.
      if (!chosen || reached?.isConnected !== true) reach(element.querySelector('a') ?? undefined)
    },
    mark(id) {
      element.querySelector('[aria-current]')?.removeAttribute('aria-current')
      const link = find(id)
      if (link === undefined) return
      link.setAttribute('aria-current', 'true')
      chosen = true
      reach(link)
    },
    focus: id => (find(id) ?? reached)?.focus(),
  }
}

/** Numbers begin at 1 again when the server does. */
const keyOf = ({ id, time }: Summary): string => `${id} ${time}`

const linkOf = (target: EventTarget | null): HTMLAnchorElement | undefined =>
  (target instanceof Element && target.closest<HTMLAnchorElement>('a[data-id]')) || undefined
