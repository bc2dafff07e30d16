/** The time that this server goes by, as a resource: set it, stop it, move it on; sessions, quotas and dates follow. */

import { isFields, type Fields } from '../../core/json.js'
import { invalidContent, type Fault } from '../../core/problem.js'
import { milliseconds, SPAN_PATTERN } from '../../core/quantity.js'
import type { Schema } from '../../core/schema.js'
import type { VirtualClock } from '../../core/virtual-clock.js'
import { unconditional } from '../../wire/conditional.js'
import { answerDocument } from '../../wire/document.js'
import { Problem } from '../../core/problem.js'
import type { Handler, Resource } from '../../wire/message.js'
import { takeDocument } from '../../wire/take-document.js'
import { unmet } from '../../wire/unmet.js'
import type { View } from '../feature.js'

const SCHEMA: Schema = {
  type: 'object',
  properties: {
    now: { type: 'string', format: 'date-time' },
    frozen: { type: 'boolean' },
    advance: { type: 'string' },
    offset: { type: 'integer' },
  },
}

/** The last day that a date can be written of. */
const LATEST = 8.64e15

export const clockResource = ({ service }: View, root: string): Resource => {
  const { clock } = service.world
  const self = `${root}/clock`
  const get: Handler = request =>
    answerDocument(service, request, {
      name: 'clock',
      title: 'The clock',
      self,
      schema: SCHEMA,
      value: { now: new Date(clock.now()).toISOString(), frozen: clock.frozen, offset: clock.offset },
    })
  const patch: Handler = async request => {
    const value = await takeDocument(request, { name: 'clock', schema: SCHEMA }, service)
    if (value instanceof Problem) return service.trouble(value, request)
    const change = isFields(value) ? readChange(value) : [{ pointer: '#', detail: 'The clock is an object.' }]
    if (Array.isArray(change)) return service.trouble(invalidContent(change), request)
    const against = await unmet(request, service, get)
    if (against !== undefined) return service.trouble(against, request)
    apply(clock, change as Change)
    return get(unconditional(request))
  }
  const reset: Handler = async request => {
    const against = await unmet(request, service, get)
    if (against !== undefined) return service.trouble(against, request)
    clock.reset()
    return { status: 204, headers: [], note: 'back to the real time' }
  }
  return {
    path: self,
    methods: { GET: get, PATCH: patch, DELETE: reset },
    options: ['Accept-Patch', service.formats.read.join(', ')],
    doc: 'the time; PATCH sets, freezes or advances it, DELETE: real time again',
  }
}

interface Change {
  readonly now?: number
  readonly frozen?: boolean
  readonly advance?: number
}

const readChange = (value: Fields): Change | Fault[] => {
  const faults: Fault[] = []
  const change: { now?: number; frozen?: boolean; advance?: number } = {}
  for (const [name, given] of Object.entries(value)) {
    const pointer = `#/${name}`
    if (name === 'now') {
      const time = typeof given === 'string' ? Date.parse(given) : Number.NaN
      if (Number.isNaN(time)) faults.push({ pointer, detail: 'now is a date and time, as in 2027-01-31T12:00:00Z.' })
      else change.now = time
    } else if (name === 'frozen') {
      if (typeof given === 'boolean') change.frozen = given
      else faults.push({ pointer, detail: 'frozen is true or false.' })
    } else if (name === 'advance') {
      const span = readSpan(given)
      if (span === undefined) faults.push({ pointer, detail: 'advance is a span of time, as in 500ms, 10s or 2h.' })
      else change.advance = span
    } else if (name !== 'offset')
      faults.push({ pointer, detail: `A clock has no ${name}; it has now, frozen and advance.` })
  }
  return faults.length > 0 ? faults : change
}

const readSpan = (given: unknown): number | undefined => {
  if (typeof given === 'number') return Number.isFinite(given) && given >= 0 ? given : undefined
  return typeof given === 'string' && new RegExp(SPAN_PATTERN).test(given) ? milliseconds(given) : undefined
}

const apply = (clock: VirtualClock, { now, frozen, advance }: Change): void => {
  if (frozen === true) clock.freeze()
  if (now !== undefined) clock.set(now)
  if (advance !== undefined) clock.set(Math.min(clock.now() + advance, LATEST))
  if (frozen === false) clock.release()
}
