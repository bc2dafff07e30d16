/** Compare: each deed in both styles, over one live table; step by step for a speaker, or free. */

import type { Family } from '../../api.js'
import { fill, h } from '../../dom.js'
import { isOldStyleOn, oldStyleOff } from '../../old-style.js'
import type { Opened, Part } from '../../part.js'
import { comparison } from './comparison.js'

export const compare: Part = {
  name: 'compare',
  title: 'Compare',
  open(stage) {
    const [family] = stage.api.families
    const element = h('section', { class: 'compare stack' }, h('h1', {}, 'The same deed, twice'))
    if (family === undefined) {
      element.append(h('p', { class: 'card' }, 'The fixture has no records, so there is nothing to compare.'))
      return { element }
    }
    let opened: Opened | undefined
    /** Another one with each beginning, and with the end: an answer that comes too late begins nothing. */
    let turn = 0
    const begin = async (chosen: Family): Promise<void> => {
      const own = ++turn
      const on = await isOldStyleOn(stage)
      if (own !== turn) return
      opened?.close?.()
      opened = on
        ? comparison(stage, chosen, next => void begin(next).catch(stage.warn))
        : { element: oldStyleOff(stage, () => void begin(chosen).catch(stage.warn)) }
      fill(element, opened.element)
    }
    begin(family).catch(stage.warn)
    return {
      element,
      key: event => opened?.key?.(event) ?? false,
      close() {
        turn++
        opened?.close?.()
      },
    }
  },
}
