/** Errors, delays and faults for the asking: `Prefer: code=503, wait=2, fault=reset` (RFC 7240), or in the query. */

// On where only this machine can ask: anybody else could have the server hold connections, or answer a person's browser
// with whatever a link says.

import { clip } from '../core/clip.js'
import { FAULT_NAMES, isFaultName, leavesNothing, type FaultName } from '../core/fault.js'
import { settle } from '../core/json.js'
import { WAIT_MAX } from '../core/latency.js'
import { nearest } from '../core/nearest.js'
import { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import { STATUS_MAX, STATUS_MIN } from '../core/status.js'
import { isPrivate } from '../wire/authority.js'
import { forced } from '../wire/forced.js'
import {
  replaceHeaders,
  responseHeader,
  type HttpRequest,
  type HttpResponse,
  type Middleware,
} from '../wire/message.js'
import { preferences } from '../wire/prefer.js'
import { rawValues, withoutParameters } from '../wire/query.js'
import { delayed, faultOnly, isExempt, sharedRoom } from '../wire/rehearsal.js'
import type { Service } from '../wire/service.js'
import { varyBy, withNote } from '../wire/vary.js'
import type { WaitingRoom } from '../wire/waiting.js'
import type { Feature } from './feature.js'

const options = {
  description:
    'Errors for the asking, by Prefer: code=503, wait=2, fault=reset or ?_code=503&_wait=2&_fault=reset. True: where only this machine can ask; everywhere: wherever the server listens.',
  default: true,
  hint: 'true, false, or everywhere',
  flag: '--rehearse <where>',
  rare: true,
  env: ['RESTAGE_REHEARSE'],
  anyOf: [{ type: 'boolean' }, { type: 'string', pattern: '^everywhere$' }],
} as const satisfies Schema

export const rehearse: Feature<typeof options> = {
  name: 'rehearse',
  doc: 'errors, delays and faults for the asking',
  options,
  byDefault: 'private',
  open(where, { host, service, keep }) {
    if (where !== 'everywhere' && !isPrivate(host)) return {}
    const room = sharedRoom(service, keep)
    return { middleware: onRequest(service, room), close: () => room.release() }
  },
}

const TWINS: ReadonlySet<string> = new Set(['_code', '_wait', '_fault'])

/** What a request asks for, besides what it asks for. */
interface Wish {
  readonly code?: number
  /** Milliseconds. */
  readonly wait?: number
  readonly fault?: FaultName
  /** What of it was said in Prefer, as it was said. */
  readonly applied: readonly string[]
  /** For the log. */
  readonly by: string
}

const onRequest =
  (service: Service, room: WaitingRoom): Middleware =>
  next =>
  request => {
    const { headers, query } = request
    // Nearly every request ends here.
    if (headers['prefer'] === undefined && (query === '' || !/(?:^|&)(?:_|%5f)/i.test(query))) return next(request)
    if (isExempt(request, service.base)) return next(request)
    const wish = wishOf(request)
    if (wish === undefined) return next(request)
    const cleared = { ...request, query: withoutParameters(query, TWINS) }
    if (wish instanceof Problem) return service.trouble(wish, request)
    const { code, wait = 0, fault } = wish
    return settle(
      delayed(room, service, request, wait, () => {
        if (code !== undefined) {
          const detail = `Answered so because the request asked for it, by ${wish.by}. Nothing was done.`
          return { ...forced(service, cleared, code, detail), note: `${code} by ${wish.by}` }
        }
        return fault !== undefined && leavesNothing(fault) ? faultOnly(fault) : next(cleared)
      }),
      response => fulfilled(response, wish),
    )
  }

/** Says what was asked for and given. */
const fulfilled = (response: HttpResponse, wish: Wish): HttpResponse => {
  // A feed has no end to spoil, so what was asked of it is not given.
  const isSpared = response.stream !== undefined
  const { by } = wish
  const fault = isSpared ? undefined : wish.fault
  const applied = isSpared ? wish.applied.filter(said => !said.startsWith('fault=')) : wish.applied
  const faulty = fault === undefined ? response : withNote({ ...response, fault }, `${fault} by ${by}`)
  if (applied.length === 0) return faulty
  const before = responseHeader(faulty, 'Preference-Applied')
  const said = [...(before === undefined ? [] : [before]), ...applied].join(', ')
  return varyBy(replaceHeaders(faulty, ['Preference-Applied', said]), 'Prefer')
}

/** What the request asks for; the query is stronger, because it is what a person has typed. Undefined: nothing of the kind. */
const wishOf = (request: HttpRequest): Wish | Problem | undefined => {
  const preferred = preferences(request)
  // Beside respond-async, wait is how long the client is willing to wait (RFC 7240 §4.3), and nothing that we could give.
  const waits = !preferred.has('respond-async')
  const wish: { code?: number; wait?: number; fault?: FaultName } = {}
  const applied: string[] = []
  let typed = false
  for (const name of ['code', 'wait', 'fault'] as const) {
    const [value, ...more] = rawValues(request.query, `_${name}`)
    if (more.length > 0) return refuse(`_${name} stands in the query more than once.`)
    if (value !== undefined) typed = true
    const header = name === 'wait' && !waits ? undefined : preferred.get(name)
    const said = value ?? header
    if (said === undefined) continue
    const wrong = take(wish, name, said)
    if (wrong !== undefined)
      return refuse(`${value === undefined ? `Prefer: ${name}` : `_${name}`}=${clip(said)}: ${wrong}`)
    if (value === undefined) applied.push(`${name}=${said}`)
  }
  if (!typed && applied.length === 0) return undefined
  const by = applied.length === 0 ? 'query' : typed ? 'Prefer and query' : 'Prefer'
  return { ...wish, applied, by }
}

const refuse = (detail: string): Problem => new Problem('invalid-parameter', detail)

const take = (
  wish: { code?: number; wait?: number; fault?: FaultName },
  name: 'code' | 'wait' | 'fault',
  said: string,
): string | undefined => {
  if (name === 'code') {
    if (!/^\d{3}$/.test(said) || Number(said) < STATUS_MIN || Number(said) > STATUS_MAX)
      return `a code is a status from ${STATUS_MIN} to ${STATUS_MAX}.`
    wish.code = Number(said)
  } else if (name === 'wait') {
    if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(said) || Number(said) * 1000 > WAIT_MAX)
      return `a wait is a number of seconds up to ${WAIT_MAX / 1000}, as in 2 or 0.5.`
    wish.wait = Math.round(Number(said) * 1000)
  } else {
    if (!isFaultName(said)) {
      const near = nearest(said, FAULT_NAMES)
      return `there is no such fault. ${near === undefined ? `There are ${FAULT_NAMES.join(', ')}.` : `Did you mean ${near} ?`}`
    }
    wish.fault = said
  }
  return undefined
}
