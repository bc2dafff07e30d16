/** A comparison for a terminal: a table where there is room for one, else one deed below the other; then the proofs. */

import type { ChalkInstance } from 'chalk'
import type { Comparison } from '../../compare/comparison.js'
import type { Deed, Performed } from '../../compare/deeds.js'
import type { Proven } from '../../compare/proof.js'
import { cellsOf, HEAD, SIDES, VERDICTS } from './cells.js'
import { wrap } from './wrap.js'

/** Longer lines are no easier to read. */
const PROSE_MAX = 100

/** `said`: what was compared, in words, a line each. */
export const drawn = (comparison: Comparison, said: readonly string[], width: number, chalk: ChalkInstance): string => {
  const { deeds, proofs } = comparison
  const prose = Math.min(width, PROSE_MAX)
  const table = tableOf(deeds, width)
  const lines = table ?? deeds.flatMap(deed => stacked(deed, width))
  const legend = table === undefined ? VERDICTS : `${SIDES} ${VERDICTS}`
  const held = proofs.filter(({ passed }) => passed).length
  return [
    ...said.flatMap(line => wrap(line, prose)),
    '',
    ...lines.map(line => painted(line, chalk)),
    '',
    ...wrap(legend, prose).map(line => chalk.dim(line)),
    '',
    ...proofs.flatMap(proof => proofLines(proof, prose, chalk)),
    `${held} of ${proofs.length} proofs hold.`,
    '',
  ].join('\n')
}

interface Line {
  readonly text: string
  readonly look?: 'head' | 'rule'
}

const painted = ({ text, look }: Line, chalk: ChalkInstance): string => {
  if (look !== undefined) return look === 'head' ? chalk.bold(text) : chalk.dim(text)
  return text.replaceAll(/\bbroken\b/g, word => chalk.red(word))
}

const GAP = 2
/** To so few columns the requests and the header fields can be narrowed; the others are as wide as they are. */
const NARROWEST: Readonly<Record<number, number>> = { 1: 24, 2: 18, 7: 22 }

/** Undefined where it would not fit. */
const tableOf = (deeds: readonly Deed[], width: number): Line[] | undefined => {
  const rows = deeds.map(cellsOf)
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map(cells => cells[column]?.length ?? 0)))
  let over = widths.reduce((sum, one) => sum + one + GAP, -GAP) - width
  // The last column breaks best: between words.
  for (const column of [7, 2, 1]) {
    const natural = widths[column] ?? 0
    widths[column] = Math.max(Math.min(natural, NARROWEST[column] ?? 0), natural - Math.max(0, over))
    over -= natural - widths[column]
  }
  if (over > 0) return undefined
  return [
    ...inColumns(HEAD, widths).map(text => ({ text, look: 'head' as const })),
    { text: widths.map(one => '-'.repeat(one)).join(' '.repeat(GAP)), look: 'rule' },
    ...rows.flatMap(cells => inColumns(cells, widths).map(text => ({ text }))),
  ]
}

/** As many lines as the cell with the most of them. */
const inColumns = (cells: readonly string[], widths: readonly number[]): string[] => {
  const wrapped = cells.map((cell, column) => wrap(cell, widths[column] ?? 1))
  const height = Math.max(...wrapped.map(lines => lines.length))
  return Array.from({ length: height }, (_, index) =>
    wrapped
      .map((lines, column) => (lines[index] ?? '').padEnd(widths[column] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

const STYLE = 11

const stacked = ({ to, old, restful }: Deed, width: number): Line[] => [
  { text: to, look: 'head' },
  ...hanging('  old', STYLE, old === undefined ? ['none'] : partsOf(old), width),
  ...hanging('  RESTful', STYLE, partsOf(restful), width),
]

const partsOf = ({ request, status, safe, idempotent, cacheable, fields }: Performed): string[] => [
  `${request} -> ${status}`,
  `safe: ${safe}, idempotent: ${idempotent}, cacheable: ${cacheable}`,
  ...(fields.length === 0 ? [] : [fields.join(', ')]),
]

const SIDE = 15

const proofLines = (proof: Proven, width: number, chalk: ChalkInstance): string[] => {
  const { passed, name, title, old = '', restful = '', failed, requests } = proof
  const outcome = passed ? chalk.green('PASS') : chalk.red('FAIL')
  const sides = passed
    ? [...hanging('      old', SIDE, [old], width), ...hanging('      RESTful', SIDE, [restful], width)]
    : [
        ...hanging('      not so', SIDE, failed, width),
        ...hanging('      old', SIDE, latest(requests.old), width),
        ...hanging('      RESTful', SIDE, latest(requests.restful), width),
      ]
  return [`${outcome}  ${chalk.bold(name)}: ${title}`, ...sides.map(({ text }) => text), '']
}

/** The last requests tell most of what went wrong. */
const latest = (requests: readonly string[]): readonly string[] => requests.slice(-10)

/** Parts below one another, behind a word that stands beside the first. */
const hanging = (head: string, indent: number, parts: readonly string[], width: number): Line[] =>
  parts
    .flatMap(part => wrap(part, width - indent))
    .map((line, index) => ({ text: `${(index === 0 ? head : '').padEnd(indent)}${line}` }))
