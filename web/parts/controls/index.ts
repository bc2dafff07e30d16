/** Controls. */

import { h } from '../../dom.js'
import type { Part } from '../../part.js'

export const controls: Part = {
  name: 'controls',
  title: 'Controls',
  open: () => ({ element: h('section', { class: 'controls' }, h('h1', {}, 'Controls')) }),
}
