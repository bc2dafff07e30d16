/** What two people have made of the same record. */

import type { Fields, Json } from '../../api.js'
import { isFields, own, same } from './json.js'

export interface Difference {
  readonly path: readonly string[]
  /** As it was when the second of them opened it. */
  readonly before: Json | undefined
  readonly theirs: Json | undefined
  readonly yours: Json | undefined
  readonly changedBy: 'them' | 'you' | 'both'
}

/** Field by field, where theirs and yours are not the same; inside of objects, too. */
export const differencesOf = (
  before: Fields,
  theirs: Fields,
  yours: Fields,
  path: readonly string[] = [],
): readonly Difference[] =>
  [...new Set([before, theirs, yours].flatMap(Object.keys))].flatMap((name): readonly Difference[] => {
    const here = [...path, name]
    const [first, second, third] = [own(before, name), own(theirs, name), own(yours, name)]
    if (same(second, third)) return []
    if (isFields(second) && isFields(third)) return differencesOf(isFields(first) ? first : {}, second, third, here)
    const [them, you] = [!same(first, second), !same(first, third)]
    return [
      {
        path: here,
        before: first,
        theirs: second,
        yours: third,
        changedBy: them && you ? 'both' : them ? 'them' : 'you',
      },
    ]
  })
