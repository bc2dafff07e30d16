/** The report about broken fixtures, line by line: one layout for the terminal, for an exception and for tests. */

import type { Issue } from './fixtures.js'
import { frame } from './core/frame.js'

export interface ReportLine {
  readonly role: 'error' | 'warning' | 'frame' | 'hint' | 'summary' | 'blank'
  readonly text: string
}

/** Frames of more issues than this help nobody; they are named without one. */
const FRAMED = 5

/**
 * Errors first, then warnings, each with its place, its source line and a caret, and what to do.
 * `texts` are the sources by the names under which the issues know them.
 */
export const reportIssues = (issues: readonly Issue[], texts: ReadonlyMap<string, string>): ReportLine[] => {
  const errors = issues.filter(issue => issue.severity === 'error')
  const warnings = issues.filter(issue => issue.severity === 'warning')
  const lines = [...errors, ...warnings].flatMap((issue, index) => describe(issue, texts, index < FRAMED))
  const counts = [count(errors.length, 'error'), count(warnings.length, 'warning')].filter(Boolean)
  return issues.length > 1 ? [...lines, { role: 'summary', text: `${counts.join(', ')}.` }] : lines
}

/** The same as one text. */
export const reportText = (issues: readonly Issue[], texts: ReadonlyMap<string, string>): string =>
  reportIssues(issues, texts)
    .map(line => line.text)
    .join('\n')
    .trimEnd()

const describe = (issue: Issue, texts: ReadonlyMap<string, string>, framed: boolean): ReportLine[] => {
  const mark = issue.severity === 'error' ? 'x' : '!'
  const place = placeOf(issue)
  const text = texts.get(issue.file)
  return [
    { role: issue.severity, text: `${mark} ${place}  ${issue.message}` },
    ...(framed && text !== undefined && issue.line > 0
      ? frame(text, issue).map((line): ReportLine => ({ role: 'frame', text: line }))
      : []),
    ...(issue.also ?? []).map((also): ReportLine => ({
      role: 'hint',
      text: `  ${placeOf(also)}  ${also.note}`,
    })),
    ...(issue.hint === undefined ? [] : [{ role: 'hint' as const, text: `  ${issue.hint}` }]),
    { role: 'blank', text: '' },
  ]
}

/** Data of a program has no lines. */
const placeOf = ({ file, line, column }: Pick<Issue, 'file' | 'line' | 'column'>): string =>
  line > 0 ? `${file}:${line}:${column}` : file

const count = (number: number, noun: string): string =>
  number === 0 ? '' : `${number} ${noun}${number === 1 ? '' : 's'}`
