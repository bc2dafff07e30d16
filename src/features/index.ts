/** The optional capabilities, in the order in which a request meets them. */

import { auth } from './auth/index.js'
import { chaos } from './chaos.js'
import { control } from './control/index.js'
import { cors } from './cors.js'
import { events } from './events/index.js'
import type { Feature } from './feature.js'
import { hosts } from './hosts.js'
import { journal } from './journal/index.js'
import { latency } from './latency.js'
import { legacy } from './legacy/index.js'
import { page } from './page/index.js'
import { rate } from './rate.js'
import { rehearse } from './rehearse.js'
import { rules } from './rules/index.js'
import { sandboxes } from './sandboxes.js'
import { versions } from './versions/index.js'
import { webhooks } from './webhooks/index.js'

export const features: readonly Feature[] = [
  hosts,
  sandboxes,
  journal,
  cors,
  control,
  latency,
  rehearse,
  chaos,
  rules,
  rate,
  auth,
  versions,
  events,
  webhooks,
  legacy,
  page,
]
