/** Reads and checks the fixtures of a command, and prints what is wrong with them. */

import type { ChalkInstance } from 'chalk'
import { readFixtures, type Fixture, type Issue } from '../fixtures.js'
import { reportIssues } from '../report.js'
import { readFiles, UnreadableFile, type FixtureFile } from '../server/files.js'
import type { Stream } from './colors.js'
import { printable } from '../core/printable.js'

export interface Loaded {
  readonly fixture: Fixture
  /** What it was read from. */
  readonly files: readonly FixtureFile[]
  /** Warnings that have been printed. */
  readonly issues: readonly Issue[]
}

/** The fixture, or undefined when something is wrong; what is wrong has been printed then, and warnings always. */
export const loadFixture = async (
  names: readonly string[],
  stderr: Stream,
  chalk: ChalkInstance,
): Promise<Loaded | undefined> => {
  const read = await readFiles(names)
  const files = read.filter((file): file is FixtureFile => !(file instanceof UnreadableFile))
  const unreadable = read.filter(file => file instanceof UnreadableFile)
  for (const error of unreadable) printFailure(error, stderr, chalk)
  if (files.length === 0) return undefined
  const { fixture, issues } = await readFixtures(files)
  printIssues(issues, new Map(files.map(file => [file.name, file.text])), stderr, chalk)
  return fixture === undefined || unreadable.length > 0 ? undefined : { fixture, files, issues }
}

/** Something that is wrong with all of it, in a sentence, and the way out of it if there is one. */
export const printFailure = (
  error: Error & { readonly hint?: unknown },
  stderr: Stream,
  chalk: ChalkInstance,
): void => {
  stderr.write(`${chalk.red('x')} ${printable(error.message)}\n`)
  if (typeof error.hint === 'string') stderr.write(`  ${printable(error.hint)}\n`)
}

/** What is wrong with fixtures, each place with its line. */
export const printIssues = (
  issues: readonly Issue[],
  texts: ReadonlyMap<string, string>,
  stderr: Stream,
  chalk: ChalkInstance,
): void => {
  const paint = {
    error: chalk.red,
    warning: chalk.yellow,
    frame: chalk.dim,
    hint: chalk.cyan,
    summary: chalk.bold,
    blank: chalk.reset,
  }
  for (const { role, text } of reportIssues(issues, texts))
    stderr.write(`${role === 'blank' ? '' : paint[role](text)}\n`)
}
