/** The optional capabilities, in the order in which a request meets them. */

import type { Feature } from './feature.js'
import { legacy } from './legacy.js'

export const features: readonly Feature[] = [legacy]
