/** How the value of a field is written in a form, and what is meant by what was written. */

import type { Fields, Json } from '../../api.js'
import { isFields, pointerOf, typesOf } from './json.js'
import type { Field, Group } from './plan.js'

/** Something that cannot be taken, and where it stands. */
export interface Fault {
  readonly path: readonly string[]
  readonly detail: string
}

/** What was typed, by the pointers of the fields; those that nobody has touched are not there. */
export type Typed = ReadonlyMap<string, string>

/** What a field shows at first. */
export const writingOf = ({ kind, was }: Field): string => {
  if (kind === 'check') return String(was ?? false)
  if (was === undefined) return ''
  if (kind === 'json') return JSON.stringify(was, null, 2)
  if (kind === 'choice') return JSON.stringify(was)
  if (was === null) return ''
  return kind === 'lines' ? (was as readonly Json[]).join('\n') : String(was)
}

type Reading = { readonly value: Json | undefined } | { readonly fault: string }

/** What was written, as a value. What shows as it showed at first is what it was, to the last digit. */
export const read = (field: Field, text: string): Reading => {
  const { kind, was } = field
  if (kind === 'check') return { value: text === 'true' }
  if (text === writingOf(field)) return { value: was }
  if (text === '') return { value: emptied(field) }
  switch (kind) {
    case 'number':
    case 'integer':
      return numberIn(text, kind)
    case 'choice':
    case 'json':
    case 'more':
      return jsonIn(text)
    case 'lines':
      return linesIn(text, typesOf(field.schema.items ?? {})[0])
    default:
      return { value: text }
  }
}

/** The whole record as it is to be sent: what is no field of the form stays, and so does the order. */
export const readAll = (plan: Group, typed: Typed): { readonly value: Fields; readonly faults: readonly Fault[] } => {
  const faults: Fault[] = []
  const value = gather(plan, typed, faults)
  return { value: isFields(value) ? value : {}, faults }
}

const gather = (group: Group, typed: Typed, faults: Fault[]): Json | undefined => {
  // A Map, because a member may be called `__proto__`.
  const members = new Map(isFields(group.was) ? Object.entries(group.was) : [])
  for (const part of group.parts) {
    const value = part.kind === 'group' ? gather(part, typed, faults) : valueOf(part, typed, faults)
    if (part.kind === 'more')
      for (const [name, member] of Object.entries(value ?? {})) members.set(name, member as Json)
    else if (value === undefined) members.delete(part.path.at(-1) ?? '')
    else members.set(part.path.at(-1) ?? '', value)
  }
  return members.size === 0 && !isFields(group.was) ? group.was : Object.fromEntries(members)
}

const valueOf = (field: Field, typed: Typed, faults: Fault[]): Json | undefined => {
  const reading = read(field, typed.get(pointerOf(field.path)) ?? writingOf(field))
  const { path, kind } = field
  if ('fault' in reading) faults.push({ path, detail: reading.fault })
  else if (kind === 'more' && reading.value !== undefined && !isFields(reading.value))
    faults.push({ path, detail: 'More fields are written as one object: { "name": "value" }.' })
  else return reading.value
  return undefined
}

/** Nothing is what is not there; where there has to be something, it is the nothing that the schema knows. */
const emptied = ({ kind, required, schema }: Field): Json | undefined => {
  if (kind === 'lines') return []
  if (!required || kind === 'choice' || kind === 'json') return undefined
  if (typesOf(schema).includes('null')) return null
  return kind === 'text' || kind === 'long' ? '' : undefined
}

const numberIn = (text: string, kind: string): Reading => {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed) || !Number.isFinite(value))
    return {
      fault:
        kind === 'integer' ? 'This is to be a whole number, such as 12.' : 'This is to be a number, such as 12 or 0.5.',
    }
  if (kind === 'integer' && !Number.isInteger(value)) return { fault: 'This is to be a whole number, such as 12.' }
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^\D?\d+$/.test(trimmed))
    return { fault: 'This number is too large to be kept to the last digit.' }
  return { value }
}

const jsonIn = (text: string): Reading => {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { fault: `This is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

const linesIn = (text: string, type: string | undefined): Reading => {
  const lines = text.split(/\r?\n/).filter(line => line !== '')
  if (type !== 'number' && type !== 'integer') return { value: lines }
  const readings = lines.map(line => numberIn(line, type))
  const wrong = readings.findIndex(reading => 'fault' in reading)
  if (wrong >= 0) return { fault: `Line ${wrong + 1}: ${(readings[wrong] as { fault: string }).fault}` }
  return { value: readings.map(reading => (reading as { value: number }).value) }
}
