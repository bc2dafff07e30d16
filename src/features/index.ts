/** The optional capabilities, in the order in which a request meets them. */

import { control } from './control.js'
import { cors } from './cors.js'
import type { Feature } from './feature.js'
import { hosts } from './hosts.js'
import { journal } from './journal/index.js'
import { legacy } from './legacy.js'

export const features: readonly Feature[] = [hosts, journal, cors, control, legacy]
