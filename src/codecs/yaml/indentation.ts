/** Says how far a line should be indented, by the lines above it. */

import { endOfLine, nextLine, type Sight, type Told } from './sight.js'

/** A line that stands where nothing can follow what is above it. `at`: where the line begins, else the line of the error. */
export const misplaced = (sight: Sight, at = sight.start): Told => {
  const { text } = sight
  const begin = /\S/.test(text.slice(at, endOfLine(text, at))) ? at : (nextLine(text, at) ?? at)
  const line = text.slice(begin, endOfLine(text, begin))
  const blank = /^[ \t]*/.exec(line)?.[0] ?? ''
  if (blank.includes('\t')) return tabbed(begin, blank)
  const indent = blank.length
  const item = line.startsWith('- ', indent) || line.slice(indent) === '-'
  const columns = columnsAbove(sight, begin)
  const place = { offset: begin + indent, length: 1 }

  if (!item && columns.some(({ column, dash }) => dash && column === indent)) {
    const inner = columns.find(({ column, dash }) => !dash && column > indent)
    return {
      flaw: {
        ...place,
        message: 'This line stands where a list item begins, but has no "- " in front.',
        hint: `Write "- " in front${inner ? `, or indent it by ${spaces(inner.column)} to make it part of the item above` : ''}.`,
      },
      wide: true,
    }
  }
  const [near] = columns
    .filter(({ column, dash }) => dash === item && column !== indent)
    .toSorted((a, b) => Math.abs(a.column - indent) - Math.abs(b.column - indent))
  if (near === undefined)
    return { flaw: { ...place, message: 'This line does not belong to what stands above it.' }, wide: true }
  return {
    flaw: {
      ...place,
      message: `This ${item ? 'list item' : 'line'} is indented by ${spaces(indent)}, the one on line ${near.line} by ${near.column}.`,
      hint: near.column === 0 ? 'Do not indent it.' : `Indent it by ${spaces(near.column)}.`,
    },
    wide: true,
  }
}

/** A line whose indentation, given as it stands, has a tab in it. */
export const tabbed = (offset: number, blank: string): Told => ({
  flaw: {
    offset: offset + blank.indexOf('\t'),
    length: blank.lastIndexOf('\t') - blank.indexOf('\t') + 1,
    message: 'This line is indented with a tab, and YAML takes only spaces.',
    hint: 'Put spaces in place of the tab.',
  },
  wide: true,
})

interface Column {
  readonly column: number
  readonly line: number
  /** A list's dash stands here; else a name. */
  readonly dash: boolean
}

/** How far up to look. */
const LINES = 50

/** The columns that the lines above offer, the nearest line first, until one is not indented at all. */
const columnsAbove = ({ text, lineOf }: Sight, begin: number): Column[] => {
  const columns: Column[] = []
  let least = Number.POSITIVE_INFINITY
  let start = begin
  for (let line = lineOf(begin) - 1; line >= Math.max(1, lineOf(begin) - LINES); line--) {
    start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1
    const [, blank = '', dashes = '', rest = ''] =
      /^( *)((?:- +)*)(.*)$/.exec(text.slice(start, endOfLine(text, start))) ?? []
    if (dashes === '' && (rest.trim() === '' || rest.startsWith('#'))) continue
    const offered = [{ column: blank.length + dashes.length, line, dash: false }]
    if (dashes !== '') offered.push({ column: blank.length, line, dash: true })
    // What is deeper than a line in between was closed by that line.
    columns.push(...offered.filter(({ column }) => column <= least))
    least = Math.min(least, blank.length)
    if (least === 0) break
  }
  return columns
}

const spaces = (count: number): string => (count === 1 ? '1 space' : `${count} spaces`)
