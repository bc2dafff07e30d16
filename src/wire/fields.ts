/** The fields of a record as they will be stored: with the key among them, and with nothing in them that cannot be kept. */

import { coerceText } from '../core/coercion.js'
import { inspect } from '../core/content.js'
import type { Family } from '../core/family.js'
import { normalizeKey } from '../core/key.js'
import type { Fields } from '../core/json.js'
import { invalidContent, Problem } from '../core/problem.js'
import { memberOf } from '../core/schema.js'
import { takeStep } from '../core/states.js'
import { checkFields } from './check-fields.js'

/** The record that is there now. */
export interface Before {
  readonly fields: Fields
  /** Whether the new fields are what a patch made of it; else they replace it as a whole. */
  readonly patched: boolean
}

/**
 * The complete fields, or why they cannot be stored (422), do not belong to the URL (409, RFC 9110 §9.3.4), or ask for a
 * state that cannot follow (409). The schema comes last: it is for a record with its key and its state.
 */
export const completeFields = (family: Family, key: string, fields: Fields, before?: Before): Fields | Problem => {
  const faults = inspect(fields)
  if (faults.length > 0) return invalidContent(faults)
  const named = withKey(family, key, fields)
  if (named instanceof Problem) return named
  const complete = takeStep(family, before?.fields, named)
  if (complete instanceof Problem) return complete
  // What a patch took out is out; a whole representation leaves the secrets as they are.
  return (
    checkFields(family, complete, before?.patched === false ? before.fields : undefined, before?.fields) ?? complete
  )
}

/** With the key in its place, or first. */
const withKey = (family: Family, key: string, fields: Fields): Fields | Problem => {
  const given = Object.hasOwn(fields, family.key) ? fields[family.key] : undefined
  if (given === undefined) return { [family.key]: coerceText(key, memberOf(family.schema, family.key)), ...fields }
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text === 'string' && normalizeKey(text) === key)
    return given === key || typeof given === 'number' ? fields : { ...fields, [family.key]: key }
  return new Problem(
    'key-mismatch',
    `The URL names the ${family.singular} "${key}", and the content says ${family.key} ${JSON.stringify(given)}.`,
  )
}
