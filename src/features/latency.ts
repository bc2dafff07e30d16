/** Every answer takes a while, as over a network: always the same, or as chance has it. */

import { LATENCY_HINT, LATENCY_PATTERN, latencyOf, WAIT_MAX } from '../core/latency.js'
import type { Schema } from '../core/schema.js'
import { stream } from '../core/seeded.js'
import { delayed, isExempt, sharedRoom } from '../wire/rehearsal.js'
import type { Feature } from './feature.js'

/** What an empty setting means. */
const USUAL = '200ms'

const options = {
  description: 'Delay answers: 200ms, 100..400ms, p50=80ms,p99=2s.',
  hint: LATENCY_HINT,
  flag: '--latency <span>',
  env: ['RESTAGE_LATENCY'],
  anyOf: [
    { type: 'string', pattern: LATENCY_PATTERN },
    { type: 'integer', minimum: 0, maximum: WAIT_MAX },
    { type: 'boolean' },
  ],
} as const satisfies Schema

export const latency: Feature<typeof options> = {
  name: 'latency',
  doc: 'answers take their time',
  options,
  live: USUAL,
  inspect(span) {
    const found = latencyOf(span)
    return typeof found === 'string' ? [{ pointer: '', message: found }] : []
  },
  open(given, { service, keep }) {
    const span = typeof given === 'object' ? USUAL : given
    const found = latencyOf(span)
    // Wrong settings have been refused before.
    if (typeof found === 'string') return {}
    const { base, chance } = service
    const room = sharedRoom(service, keep)
    const random = keep(`latency of seed ${chance.seed}`, () => stream(chance.seed, 'latency'))
    return {
      middleware: next => request =>
        isExempt(request, base)
          ? next(request)
          : delayed(room, service, request, found.draw(random), () => next(request)),
      banner: [['Latency', typeof span === 'number' ? `${span}ms` : span]],
      ...(found.random && { random: true as const }),
      close: () => room.release(),
    }
  },
}
