/** How many records a family has, in words: `13 users`, `1 user`. */

import type { Family } from '../core/family.js'

export const counted = (count: number, { singular, plural }: Family): string =>
  `${count} ${count === 1 ? singular : plural}`
