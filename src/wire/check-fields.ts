/** Holds a whole record against its family's schema before it is stored. */

import type { Family } from '../core/family.js'
import type { Fields } from '../core/json.js'
import { keepSecrets } from '../core/lifecycle.js'
import { invalidContent, type Problem } from '../core/problem.js'

/**
 * Why the record cannot be stored (422), every fault with its place; undefined when it can. `fields` are the whole
 * record, its key among them: of PATCH what came out, not what was sent. `before` is the record that is there now,
 * whose secrets stay where the new one leaves them out.
 */
export const checkFields = (family: Family, fields: Fields, before: Fields = {}): Problem | undefined => {
  const misfits = family.validate?.(keepSecrets(family, before, fields)) ?? []
  return misfits.length === 0 ? undefined : invalidContent(misfits)
}
