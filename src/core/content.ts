/** What a record may hold, whatever format brought it: so that every stored value can be written in every format. */

import { fragmentStep, isFields, type Json } from './json.js'
import type { Fault } from './problem.js'

/** Deeper than this, a client means harm or has made a mistake. */
export const DEPTH_MAX = 64
/** More members than this in one object: the same. */
export const MEMBERS_MAX = 1000

/** Not "Unicode Assignables" (RFC 9839 §4.3): surrogates, controls but tab and line ends, noncharacters. */
const UNASSIGNABLE = /[\p{Cs}\p{Noncharacter_Code_Point}]|(?![\t\n\r])\p{Cc}/u

const describe = (text: string): string | undefined => {
  const found = UNASSIGNABLE.exec(text)
  if (found === null) return undefined
  const code = found[0].codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** More faults than this help nobody. */
const FAULTS_MAX = 100

/** Everything in a value that cannot be stored, with its place. Stops at a hundred faults. */
export const inspect = (value: Json): Fault[] => {
  const faults: Fault[] = []
  visit(value, '#', 0, faults)
  return faults
}

const visit = (value: Json, pointer: string, depth: number, faults: Fault[]): void => {
  if (faults.length >= FAULTS_MAX) return
  if (typeof value === 'string') {
    const odd = describe(value)
    if (odd !== undefined)
      faults.push({
        pointer,
        detail: `The text at ${pointer} holds ${odd}, which is no character that can be exchanged (RFC 9839).`,
      })
    return
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    faults.push({ pointer, detail: `The number at ${pointer} is too large to be kept.` })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth >= DEPTH_MAX) {
    faults.push({ pointer, detail: `The value at ${pointer} is nested more than ${DEPTH_MAX} levels deep.` })
    return
  }
  if (!isFields(value)) {
    value.forEach((item, index) => visit(item, pointer + fragmentStep(index), depth + 1, faults))
    return
  }
  const members = Object.entries(value)
  if (members.length > MEMBERS_MAX) {
    faults.push({
      pointer,
      detail: `The object at ${pointer} has ${members.length} members; ${MEMBERS_MAX} is the most.`,
    })
    return
  }
  for (const [name, member] of members) {
    if (faults.length >= FAULTS_MAX) return
    const odd = describe(name)
    if (odd !== undefined)
      faults.push({
        pointer,
        detail: `A member's name at ${pointer} holds ${odd}, which is no character that can be exchanged (RFC 9839).`,
      })
    visit(member, pointer + fragmentStep(name), depth + 1, faults)
  }
}

/**
 * The place of a member that would change what an object is if anybody merged it carelessly (`__proto__`,
 * `constructor.prototype`), or undefined. Here nobody does, but what is stored is handed on to clients.
 */
export const findPoison = (value: Json, pointer = '#', depth = 0): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  // What is nested deeper than that is refused before anybody looks inside.
  if (depth > DEPTH_MAX) return undefined
  if (Object.hasOwn(value, '__proto__')) return `${pointer}/__proto__`
  if (isFields(value) && Object.hasOwn(value, 'constructor')) {
    const inner = value['constructor']
    if (isFields(inner) && Object.hasOwn(inner, 'prototype')) return `${pointer}/constructor/prototype`
  }
  for (const [name, member] of Object.entries(value)) {
    const found = findPoison(member as Json, pointer + fragmentStep(name), depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
