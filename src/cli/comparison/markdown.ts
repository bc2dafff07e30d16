/** A comparison as Markdown: the table, what it says, and the proofs. */

import type { Comparison } from '../../compare/comparison.js'
import type { Proven } from '../../compare/proof.js'
import { cellsOf, HEAD, SIDES, VERDICTS } from './cells.js'

export const markdown = ({ deeds, proofs }: Comparison): string => {
  const rows = deeds.map(deed => {
    const [to = '', old = '', restful = '', ...rest] = cellsOf(deed)
    return [to, deed.old === undefined ? old : code(old), code(restful), ...rest]
  })
  const parts = [
    tableOf(HEAD, rows),
    `${SIDES} ${VERDICTS}`,
    tableOf(['', 'Proof', 'Old style', 'RESTful'], proofs.map(proofRow)),
  ]
  return `${parts.join('\n\n')}\n`
}

const proofRow = ({ passed, name, title, old = '', restful = '', failed }: Proven): string[] => {
  const head = `**${name}**: ${title}`
  return passed ? ['PASS', head, old, restful] : ['**FAIL**', head, `Not so: ${failed.join('; ')}`, '']
}

const code = (text: string): string => `\`${text}\``

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
