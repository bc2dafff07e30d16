/** The records as chips: who is there, who has been seen, and who is gone, as each exchange tells it. */

import type { Scene } from '../../../src/compare/scene.js'
import { succeeded, type Exchange } from '../../../src/compare/traffic.js'
import { fill, h } from '../../dom.js'

export interface People {
  readonly element: HTMLElement
  see(exchange: Exchange): void
}

/** More would not be legible. */
const SHOWN = 60

export const peopleOf = (scene: Scene, keys: readonly string[]): People => {
  const chips = new Map(keys.slice(0, SHOWN).map(key => [key, h('li', {}, h('bdi', {}, key))]))
  const removals = new Map(keys.map(key => [spelled(scene.old('remove', key)), key]))
  const items = new Map(keys.map(key => [spelled(scene.itemOf(key)), key]))
  const gone = new Set<string>()
  const seen = new Set<string>()
  const tally = h('p', { class: 'tally' })
  const count = () =>
    fill(
      tally,
      h('b', {}, keys.length - gone.size),
      ` of ${keys.length} ${scene.family.plural} there`,
      seen.size > 0 && `, ${seen.size} looked at`,
    )
  count()
  return {
    element: h('div', { class: 'chips' }, tally, h('ul', {}, ...chips.values())),
    see(exchange) {
      const { method, path } = exchange
      if (!succeeded(exchange)) return
      const item = items.get(spelled(path))
      const removed = method === 'GET' ? removals.get(spelled(path)) : method === 'DELETE' ? item : undefined
      if (removed !== undefined) {
        gone.add(removed)
        const chip = chips.get(removed)
        if (chip !== undefined) fill(chip, h('del', {}, h('bdi', {}, removed)))
      } else if (item !== undefined && method === 'GET') {
        seen.add(item)
        chips.get(item)?.classList.add('seen')
      }
      count()
    },
  }
}

/** As a crawler spells it, which writes what it finds in its own way. */
const spelled = (path: string): string => new URL(path, location.origin).href
