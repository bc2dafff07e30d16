/** Moments and spans of time as people read them. */

import { h } from '../../dom.js'

/** The day is said only where it is not today's. */
export const moment = (text: string): HTMLElement => {
  const date = new Date(text)
  const time = date.toLocaleTimeString('en-GB')
  const day = date.toLocaleDateString('en-GB', { dateStyle: 'medium' })
  const isToday = date.toDateString() === new Date().toDateString()
  return h('time', { datetime: text }, isToday ? time : `${day}, ${time}`)
}

const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** `1 d 2 h`: the two largest units that have something in them. */
export const span = (milliseconds: number): string => {
  let rest = Math.round(milliseconds / 1000)
  const parts: string[] = []
  for (const [size, name] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}
