/** What a speaker says at a step of the walk, large, with the way on and back. */

import { h } from '../../dom.js'
import type { Move } from './stage-keys.js'

export interface Caption {
  readonly element: HTMLElement
  /** `number` from 1; `busy`: what it says is under way. */
  show(number: number, count: number, text: string, busy: boolean): void
  /** Whether it goes by itself. */
  playing(now: boolean): void
  focus(): void
}

export const captionOf = ({
  move,
  play,
  leave,
}: {
  move(where: Exclude<Move, 'leave'>): void
  /** Has it go by itself, or stops that. */
  play(): void
  leave(): void
}): Caption => {
  const text = h('p', { class: 'said-now', 'aria-live': 'polite' })
  const place = h('p', { class: 'hint' })
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'How far the walk has come' })
  const back = h('button', { on: { click: () => move('back') } }, 'Back')
  const next = h('button', { class: 'first', on: { click: () => move('next') } }, 'Next')
  const self = h('button', { 'aria-pressed': 'false', on: { click: play } }, 'By itself')
  return {
    element: h(
      'div',
      { class: 'caption card' },
      text,
      h(
        'div',
        { class: 'row' },
        back,
        next,
        self,
        place,
        bar,
        h('span', { class: 'hint keys' }, 'Arrow keys walk, Escape leaves.'),
        h('button', { on: { click: leave } }, 'Leave'),
      ),
    ),
    show(number, count, said, busy) {
      text.textContent = said
      place.textContent = `${number} of ${count}`
      bar.max = count
      bar.value = number
      // Not disabled: a focus that is lost on the way is no help to anybody.
      back.setAttribute('aria-disabled', String(number === 1 || busy))
      next.setAttribute('aria-disabled', String(number === count || busy))
    },
    playing: now => self.setAttribute('aria-pressed', String(now)),
    focus: () => next.focus(),
  }
}
