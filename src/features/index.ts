/** The optional capabilities, in the order in which a request meets them. */

import { chaos } from './chaos.js'
import { control } from './control.js'
import { cors } from './cors.js'
import type { Feature } from './feature.js'
import { hosts } from './hosts.js'
import { latency } from './latency.js'
import { legacy } from './legacy.js'
import { rehearse } from './rehearse.js'
import { rules } from './rules/index.js'

export const features: readonly Feature[] = [hosts, cors, control, latency, rehearse, chaos, rules, legacy]
