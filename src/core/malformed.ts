/** A content that cannot be read, as a problem that tells line and column. */

import { printable } from './printable.js'
import { Problem } from './problem.js'
import { positionAt, type Flaw } from './source.js'

export const malformed = (text: string, flaw: Flaw): Problem => {
  const { line, column } = positionAt(text, flaw.offset)
  const remedy = flaw.hint === undefined ? '' : ` ${flaw.hint}`
  return new Problem('malformed-content', printable(`Line ${line}, column ${column}: ${flaw.message}${remedy}`), {
    line,
    column,
  })
}
