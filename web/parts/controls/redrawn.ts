/** A list that is drawn anew only when it has become another one, and that keeps the focus where it was. */

import { fill, type Child } from '../../dom.js'

/** What a button of the list is known by, from one drawing to the next. */
export const KNOWN = 'data-deed'

/** `place` takes the focus when the button that had it is gone with what it was for. */
export const redrawn = (place: HTMLElement) => {
  let before: string | undefined
  place.tabIndex = -1
  return <T>(value: T, draw: (value: T) => readonly Child[]): void => {
    const text = JSON.stringify(value)
    if (text === before) return
    before = text
    const held = place.contains(document.activeElement)
      ? (document.activeElement?.getAttribute(KNOWN) ?? '')
      : undefined
    fill(place, ...draw(value))
    if (held === undefined) return
    const again = [...place.querySelectorAll<HTMLElement>(`[${KNOWN}]`)].find(one => one.getAttribute(KNOWN) === held)
    ;(again ?? place).focus()
  }
}
