/** Finds the members of a content that the version it was written in does not have. */

import type { Family } from './family.js'
import { fragmentStep, type Fields } from './json.js'
import type { Fault } from './problem.js'

export const absentMembers = ({ absent }: Family, fields: Fields): Fault[] =>
  absent === undefined
    ? []
    : Object.keys(fields).flatMap(name => {
        const detail = absent(name)
        return detail === undefined ? [] : [{ pointer: `#${fragmentStep(name)}`, detail }]
      })
