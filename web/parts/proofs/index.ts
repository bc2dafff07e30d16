/** Proofs. */

import { h } from '../../dom.js'
import type { Part } from '../../part.js'

export const proofs: Part = {
  name: 'proofs',
  title: 'Proofs',
  open: () => ({ element: h('section', { class: 'proofs' }, h('h1', {}, 'Proofs')) }),
}
