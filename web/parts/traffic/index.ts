/** Traffic. */

import { h } from '../../dom.js'
import type { Part } from '../../part.js'

export const traffic: Part = {
  name: 'traffic',
  title: 'Traffic',
  open: () => ({ element: h('section', { class: 'traffic' }, h('h1', {}, 'Traffic')) }),
}
