/** A list that is drawn anew only when it has become another one, and that keeps the focus where it was. */

import { fill, type Child } from '../../dom.js'

/** Buttons are known by their labels. `place` takes the focus when the button that had it is gone with what it was for. */
export const redrawn = (place: HTMLElement) => {
  let before = ''
  place.tabIndex = -1
  return <T>(value: T, draw: (value: T) => readonly Child[]): void => {
    const text = JSON.stringify(value)
    if (text === before) return
    before = text
    const { activeElement } = document
    const held = place.contains(activeElement)
    fill(place, ...draw(value))
    const again = [...place.querySelectorAll('button')].find(one => one.ariaLabel === activeElement?.ariaLabel)
    if (held) (again ?? place).focus()
  }
}
