/** The frame: the lines of a text around a place, numbered, with carets under the place. */

import { printable } from './printable.js'
import { linesOf, type Position } from './source.js'

/** What a frame points at. */
export interface Mark extends Position {
  /** In UTF-16 units; what reaches beyond the line's end is not underlined. */
  readonly length?: number
}

const BEFORE = 2
const AFTER = 1
/** The most cells of a line that are shown, so that a frame fits beside its numbers. */
const CELLS = 100
/** Where the place stands in a line that had to be cut on the left. */
const LEAD = 40
/** Terminals give these two cells each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

/** Two lines before, the line with `>` and carets under the place, one line after. */
export const frame = (text: string, mark: Mark): string[] => {
  const lines = linesOf(text)
  const first = Math.max(1, mark.line - BEFORE)
  let last = Math.min(lines.length, mark.line + AFTER)
  // The nothing behind the last line's end is no line to anybody.
  if (last > mark.line && last === lines.length && lines[last - 1] === '') last--
  const width = Math.max(2, String(last).length)
  const framed: string[] = []
  for (let number = first; number <= last; number++) {
    const line = lines[number - 1] ?? ''
    const here = number === mark.line
    const shown = here ? around(line, mark.column - 1, mark.length ?? 1) : { text: fromStart(line), carets: '' }
    framed.push(`  ${here ? '>' : ' '} ${String(number).padStart(width)} | ${shown.text}`.trimEnd())
    if (here) framed.push(`    ${' '.repeat(width)} | ${shown.carets}`)
  }
  return framed
}

interface Cell {
  /** As it is shown. */
  readonly text: string
  readonly width: number
  /** Where it begins in the line, in UTF-16 units. */
  readonly at: number
}

/** Made with the first frame: it takes a good part of the time that a server takes to start. */
let segmenter: Intl.Segmenter | undefined

const cellsOf = (line: string, from: number): Cell[] =>
  Array.from(
    (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(line),
    ({ segment, index }) => {
      const text = segment === '\t' ? '→' : printable(segment)
      const escaped = text !== segment && segment !== '\t'
      return { text, width: escaped ? text.length : WIDE.test(segment) ? 2 : 1, at: from + index }
    },
  )

const widthOf = (cells: readonly Cell[]): number => cells.reduce((sum, { width }) => sum + width, 0)

const fit = (cells: readonly Cell[], room: number): Cell[] => {
  const fitting: Cell[] = []
  let left = room
  for (const cell of cells) {
    left -= cell.width
    if (left < 0) break
    fitting.push(cell)
  }
  return fitting
}

const fromStart = (line: string): string => {
  // Far more than is shown, far less than a line of megabytes.
  const cells = cellsOf(line.slice(0, CELLS * 4), 0)
  const shown = fit(cells, CELLS)
  const cut = shown.length < cells.length || line.length > CELLS * 4
  return `${shown.map(cell => cell.text).join('')}${cut ? '…' : ''}`
}

const around = (line: string, column: number, length: number): { text: string; carets: string } => {
  const from = Math.max(0, column - CELLS * 4)
  const to = column + CELLS * 4
  const cells = cellsOf(line.slice(from, to), from)
  const place = cells.filter(cell => cell.at < column)
  const rest = cells.slice(place.length)
  let lead = place
  if (from > 0 || widthOf(cells) > CELLS) {
    // Drop from the left until the place stands where it can be seen.
    let spare = widthOf(place) - LEAD
    while (spare > 0 && lead.length > 0) {
      spare -= lead[0]?.width ?? 1
      lead = lead.slice(1)
    }
  }
  const cutLeft = from > 0 || lead.length < place.length
  const before = `${cutLeft ? '…' : ''}${lead.map(cell => cell.text).join('')}`
  const indent = widthOf(lead) + (cutLeft ? 1 : 0)
  const shown = fit(rest, CELLS - indent)
  const cutRight = shown.length < rest.length || to < line.length
  const under = widthOf(shown.filter(cell => cell.at < column + length))
  return {
    text: `${before}${shown.map(cell => cell.text).join('')}${cutRight ? '…' : ''}`,
    carets: `${' '.repeat(indent)}${'^'.repeat(Math.max(1, under))}`,
  }
}
