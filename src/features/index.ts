/** The optional capabilities, in the order in which a request meets them. */

import { auth } from './auth/index.js'
import { control } from './control/index.js'
import { cors } from './cors.js'
import { events } from './events/index.js'
import type { Feature } from './feature.js'
import { hosts } from './hosts.js'
import { journal } from './journal/index.js'
import { legacy } from './legacy.js'
import { rate } from './rate.js'
import { sandboxes } from './sandboxes.js'
import { versions } from './versions/index.js'
import { webhooks } from './webhooks/index.js'

export const features: readonly Feature[] = [
  hosts,
  sandboxes,
  journal,
  cors,
  control,
  rate,
  auth,
  versions,
  events,
  webhooks,
  legacy,
]
