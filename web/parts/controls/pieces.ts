/** What several of the controls are made of. */

import { h, type Child } from '../../dom.js'

export const row = (...children: readonly Child[]): HTMLElement => h('div', { class: 'row' }, ...children)

export const hint = (...children: readonly Child[]): HTMLElement => h('span', { class: 'hint' }, ...children)

export const listOf = (label: string): HTMLElement => h('ul', { class: 'entries', 'aria-label': label })

/** One of a list: what it is, and what can be done with it. */
export const entry = (what: readonly Child[], ...buttons: readonly Child[]): HTMLElement =>
  h('li', {}, h('span', {}, ...what), row(...buttons))

const TWO = '2-digit'
const FORM = { day: 'numeric', month: 'short', hour: TWO, minute: TWO, second: TWO } as const

/** A moment as people where the page is read it. */
export const moment = (text: string): HTMLElement =>
  h('time', { datetime: text }, new Date(text).toLocaleString('en-GB', FORM))

/** `2 rules`; `none` where there are none. */
export const counted = (count: number, one: string, none: string): string =>
  count === 0 ? none : `${count} ${one}${count === 1 ? '' : 's'}`
