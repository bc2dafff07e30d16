/** Why a request was refused (RFC 9457), and at which field of a form it is to be told. */

import type { Family } from '../../api.js'
import { pointerOf } from './json.js'
import type { Field, Group } from './plan.js'
import type { Fault } from './writing.js'

export interface Refusal {
  readonly status: number
  readonly detail: string
  readonly faults: readonly Fault[]
}

/** `family`: a conflict about its key or its state says so without a pointer. */
export const refusalOf = (
  { status, text }: { readonly status: number; readonly text: string },
  family: Family,
): Refusal => {
  const problem = documentIn(text)
  const detail = String(problem['detail'] ?? problem['title'] ?? `The server has answered ${status}.`)
  const errors = Array.isArray(problem['errors'])
    ? (problem['errors'] as { pointer?: unknown; detail?: unknown }[])
    : []
  const faults = errors.map(error => ({ path: pathOf(String(error.pointer ?? '')), detail: String(error.detail) }))
  if (faults.length > 0) return { status, detail, faults }
  const kind = String(problem['type']).split('/').at(-1)
  if (kind === 'already-exists' || kind === 'key-mismatch' || kind === 'invalid-key')
    return { status, detail, faults: [{ path: [family.key], detail }] }
  if (kind === 'invalid-transition' && family.states)
    return { status, detail, faults: [{ path: [family.states.field], detail }] }
  return { status, detail, faults }
}

/** Each fault with the pointer of the field that can mend it; undefined where none can. */
export const placed = (
  plan: Group,
  faults: readonly Fault[],
): readonly { readonly at: string | undefined; readonly detail: string }[] =>
  faults.map(fault => ({ at: placeIn(plan, fault), detail: fault.detail }))

/** The field that the path leads to or into. What an object lacks is told at the member that is missing, if the sentence names it. */
const placeIn = (group: Group, { path, detail }: Fault): string | undefined => {
  const depth = group.path.length
  const part = group.parts.find(({ path: own, kind }) => kind !== 'more' && own[depth] === path[depth])
  if (part !== undefined) return part.kind === 'group' ? placeIn(part, { path, detail }) : pointerOf(part.path)
  const named = (one: Field | Group): boolean => one.path.length > 0 && detail.includes(`"${one.path.at(-1)}"`)
  const missing = path.length === depth ? group.parts.find(named) : undefined
  return missing === undefined || missing.kind === 'group' ? undefined : pointerOf(missing.path)
}

/** `#/address/zip`: a pointer in a URI fragment (RFC 6901 §6). */
const pathOf = (pointer: string): string[] =>
  pointer
    .replace(/^#/, '')
    .split('/')
    .slice(1)
    .map(step => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const documentIn = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
