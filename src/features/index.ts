/** The optional capabilities, in the order in which a request meets them. */

import { auth } from './auth/index.js'
import { control } from './control/index.js'
import { cors } from './cors.js'
import type { Feature } from './feature.js'
import { hosts } from './hosts.js'
import { legacy } from './legacy.js'
import { sandboxes } from './sandboxes.js'

export const features: readonly Feature[] = [hosts, sandboxes, cors, control, auth, legacy]
