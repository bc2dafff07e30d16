/** Holds a whole record against its family's schema before it is stored. */

import type { Family } from '../core/family.js'
import type { Fields } from '../core/json.js'
import { keepSecrets } from '../core/lifecycle.js'
import { absentMembers } from '../core/absent.js'
import { invalidContent, type Problem } from '../core/problem.js'

/**
 * Why the record cannot be stored (422), every fault with its place; undefined when it can. `fields` are the whole
 * record, its key among them: of PATCH what came out, not what was sent. `before` is the record that is there now,
 * whose secrets stay where the new one leaves them out; `current` the same where a patch says what goes.
 */
export const checkFields = (
  family: Family,
  fields: Fields,
  before: Fields = {},
  current?: Fields,
): Problem | undefined => {
  const absent = absentMembers(family, fields)
  if (absent.length > 0) return invalidContent(absent)
  const misfits = family.validate?.(keepSecrets(family, before, fields), current) ?? []
  return misfits.length === 0 ? undefined : invalidContent(misfits)
}
