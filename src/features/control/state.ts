/** All records as one resource: read it, put it, and delete it to be back at the fixture. */

import { inspect } from '../../core/content.js'
import { keyText, visible, visibleSchema, type Family } from '../../core/family.js'
import { fragmentStep, isFields, step, type Fields, type Json } from '../../core/json.js'
import { normalizeKey, refuseKey } from '../../core/key.js'
import { keepSecrets } from '../../core/lifecycle.js'
import { nearest } from '../../core/nearest.js'
import { invalidContent, Problem, type Fault } from '../../core/problem.js'
import type { Schema } from '../../core/schema.js'
import type { State } from '../../core/store.js'
import { FIXTURE } from '../../core/world.js'
import { checkFields } from '../../wire/check-fields.js'
import { unconditional } from '../../wire/conditional.js'
import { answerDocument } from '../../wire/document.js'
import type { Handler, HttpRequest, Resource } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import { takeDocument } from '../../wire/take-document.js'
import { unmet } from '../../wire/unmet.js'
import type { View } from '../feature.js'

export const stateResource = ({ families, service }: View, root: string): Resource => {
  const { world, trouble } = service
  const self = `${root}/state`
  const schema = stateSchema(families)
  const get: Handler = async request => {
    const value = shown(await world.state(), families)
    return answerDocument(service, request, { name: 'state', title: 'All records', self, value, schema })
  }
  const put: Handler = async request => {
    const state = await wanted(request, { families, service }, schema)
    if (state instanceof Problem) return trouble(state, request)
    const against = await unmet(request, service, get)
    if (against !== undefined) return trouble(against, request)
    await world.become(state)
    return get(unconditional(request))
  }
  const back: Handler = async request => {
    const against = await unmet(request, service, get)
    if (against !== undefined) return trouble(against, request)
    await world.become(world.initial)
    return { status: 204, headers: [], note: 'back to the fixture' }
  }
  return { path: self, methods: { GET: get, PUT: put, DELETE: back }, doc: 'all records; DELETE: back to the fixture' }
}

/** The records of each family under its plural, without what nobody may see. */
export const shown = (state: State, families: readonly Family[]): Fields =>
  Object.fromEntries(
    families.map(family => [
      family.plural,
      (state.get(family.singular) ?? []).map(({ fields }) => visible(family, fields)),
    ]),
  )

const stateSchema = (families: readonly Family[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    families.map(family => [family.plural, { type: 'array', items: visibleSchema(family) } satisfies Schema]),
  ),
})

/** The state that a content describes, or the name of a snapshot that it is to be; nothing is taken by halves. */
const wanted = async (request: HttpRequest, view: View, schema: Schema): Promise<State | Problem> => {
  const { families, service } = view
  const value = await takeDocument(request, { name: 'state', schema }, service)
  if (value instanceof Problem) return value
  if (!isFields(value))
    return invalidContent([
      { pointer: '#', detail: 'A state is an object with a list of records for each collection.' },
    ])
  const { snapshot } = value
  // A collection is never a text.
  if (typeof snapshot === 'string') return kept(service, snapshot)
  const faults: Fault[] = []
  const now = await service.world.state()
  const state = new Map(families.map(family => [family.singular, [] as { key: string; fields: Fields }[]]))
  for (const [name, records] of Object.entries(value)) {
    const pointer = `#${fragmentStep(name)}`
    const family = families.find(({ plural }) => plural === name)
    if (family === undefined) faults.push(unknown(name, pointer, families))
    else if (!Array.isArray(records)) faults.push({ pointer, detail: `${name} must be a list of records.` })
    else {
      const before = new Map((now.get(family.singular) ?? []).map(({ key, fields }) => [key, fields]))
      const read = records.map((record: Json, index) => readRecord(family, record, before, `${pointer}/${index}`))
      const seen = new Set<string>()
      for (const [index, one] of read.entries()) {
        if ('faults' in one) faults.push(...one.faults)
        else if (seen.has(one.key))
          faults.push({ pointer: `${pointer}/${index}`, detail: `There is a ${family.singular} "${one.key}" already.` })
        else {
          seen.add(one.key)
          state.get(family.singular)?.push(one)
        }
      }
    }
  }
  return faults.length > 0 ? invalidContent(faults) : state
}

const kept = (service: Service, name: string): State | Problem => {
  const { world } = service
  const state = world.named(name)
  if (state !== undefined) return state
  const near = nearest(name, [FIXTURE, ...world.snapshots.keys()])
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`
  return invalidContent([{ pointer: '#/snapshot', detail: `There is no snapshot "${name}".${meant}` }])
}

const unknown = (name: string, pointer: string, families: readonly Family[]): Fault => {
  const names = families.map(({ plural }) => plural)
  const near = nearest(name, names)
  const meant = near === undefined ? `There is ${names.join(', ')}.` : `Did you mean "${near}"?`
  return { pointer, detail: `There is no collection "${name}". ${meant}` }
}

/** One record with its key in its place; secrets that it leaves out stay what they are. */
const readRecord = (
  family: Family,
  record: Json,
  before: ReadonlyMap<string, Fields>,
  pointer: string,
): { key: string; fields: Fields } | { faults: readonly Fault[] } => {
  const fault = (detail: string, at = '') => ({ faults: [{ pointer: pointer + at, detail }] })
  if (!isFields(record)) return fault(`A ${family.singular} is an object with named members.`)
  const text = keyText(Object.hasOwn(record, family.key) ? record[family.key] : undefined)
  if (text === undefined) return fault(`This ${family.singular} has no ${family.key}.`)
  const key = normalizeKey(text)
  const refused = refuseKey(key)
  if (refused !== undefined) return fault(`The ${family.key} ${refused}.`, step(family.key))
  const odd = inspect(record)
  if (odd.length > 0)
    return { faults: odd.map(one => ({ pointer: pointer + one.pointer.slice(1), detail: one.detail })) }
  const old = before.get(key) ?? {}
  const given = typeof record[family.key] === 'string' ? { ...record, [family.key]: key } : record
  const misfit = checkFields(family, given, old)
  return misfit === undefined ? { key, fields: keepSecrets(family, old, given) } : fault(misfit.detail)
}
