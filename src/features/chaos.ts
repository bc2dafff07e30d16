/** A share of the requests fails, as chance has it: an error instead of the answer, or a fault on its way. */

import { FAULT_NAMES, leavesNothing, type FaultName } from '../core/fault.js'
import { settle } from '../core/json.js'
import type { Schema } from '../core/schema.js'
import { stream } from '../core/seeded.js'
import { forced } from '../wire/forced.js'
import type { HttpRequest, Middleware } from '../wire/message.js'
import { faultOnly, isExempt } from '../wire/rehearsal.js'
import { canChange } from '../wire/safety.js'
import type { Service } from '../wire/service.js'
import { withNote } from '../wire/vary.js'
import type { Feature } from './feature.js'

/** How many fail where nothing is said. */
const USUAL = '10%'

const share = {
  type: 'string',
  pattern: '^(100|\\d{1,2}(\\.\\d+)?) ?%$',
  hint: 'a share of the requests from 0% to 100%, as in 10%',
} as const

const options = {
  description: 'Let so many requests fail, as in 10%.',
  hint: 'a share of the requests, as in 10%; or { share: 10%, statuses: [500, 503], faults: [reset] }',
  flag: '--chaos <share>',
  env: ['RESTAGE_CHAOS'],
  anyOf: [
    share,
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        share: { ...share, default: USUAL, description: 'How many requests fail.' },
        statuses: {
          type: 'array',
          items: { type: 'integer', minimum: 400, maximum: 599 },
          description: 'What they are answered with: 500 and 503, where neither statuses nor faults are given.',
          hint: 'a list of statuses from 400 to 599, as in [500, 503]',
        },
        faults: {
          type: 'array',
          items: { enum: FAULT_NAMES },
          description: 'What goes wrong with their answers.',
          hint: `a list of ${FAULT_NAMES.join(', ')}`,
        },
      },
    },
  ],
} as const satisfies Schema

export const chaos: Feature<typeof options> = {
  name: 'chaos',
  doc: 'some requests fail',
  options,
  live: USUAL,
  open(given, { service, keep }) {
    const { share: part = USUAL, statuses, faults = [] } = typeof given === 'string' ? { share: given } : given
    const codes = statuses ?? (faults.length === 0 ? [500, 503] : [])
    const mishaps = [...codes, ...faults]
    const odds = Number.parseFloat(part) / 100
    if (odds === 0 || mishaps.length === 0) return {}
    const { chance } = service
    const random = keep(`chaos of seed ${chance.seed}`, () => stream(chance.seed, 'chaos'))
    return {
      middleware: failing(service, odds, mishaps, random),
      banner: [['Chaos', `${part} of the requests: ${mishaps.join(', ')}`]],
      random: true,
    }
  },
}

const failing =
  (service: Service, odds: number, mishaps: readonly (number | FaultName)[], random: () => number): Middleware =>
  next =>
  request => {
    if (isExempt(request, service.base)) return next(request)
    // Both are drawn each time, so that the n-th request of a seed has the same fate whatever became of the others.
    const fails = random() < odds
    const mishap = mishaps[Math.floor(random() * mishaps.length)]
    if (!fails || mishap === undefined) return next(request)
    if (typeof mishap === 'number') return refusal(service, request, mishap)
    if (leavesNothing(mishap)) return { ...faultOnly(mishap), note: `${mishap} by chaos` }
    // Nothing that happens by chance changes data: who does not get to see the answer would have to guess.
    const answer = canChange(request) ? refusal(service, request, 503) : next(request)
    return settle(answer, response => withNote({ ...response, fault: mishap }, `${mishap} by chaos`))
  }

const refusal = (service: Service, request: HttpRequest, status: number) => ({
  ...forced(service, request, status, 'It was the turn of this request to fail: the setting chaos. Nothing was done.'),
  note: `${status} by chaos`,
})
