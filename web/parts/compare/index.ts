/** Compare. */

import { h } from '../../dom.js'
import type { Part } from '../../part.js'

export const compare: Part = {
  name: 'compare',
  title: 'Compare',
  open: () => ({ element: h('section', { class: 'compare' }, h('h1', {}, 'Compare')) }),
}
