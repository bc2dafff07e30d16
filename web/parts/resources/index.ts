/** Resources. */

import { h } from '../../dom.js'
import type { Part } from '../../part.js'

export const resources: Part = {
  name: 'resources',
  title: 'Resources',
  open: () => ({ element: h('section', { class: 'resources' }, h('h1', {}, 'Resources')) }),
}
