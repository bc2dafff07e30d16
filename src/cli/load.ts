/** Reads and checks the fixtures of a command, and prints what is wrong with them. */

import type { ChalkInstance } from 'chalk'
import { readFixtures, type Fixture } from '../fixtures.js'
import { reportIssues } from '../report.js'
import { readFiles, UnreadableFile, type FixtureFile } from '../server/files.js'
import type { Stream } from './colors.js'
import { printable } from '../core/printable.js'

/** The fixture, or undefined when something is wrong; what is wrong has been printed then, and warnings always. */
export const loadFixture = async (
  names: readonly string[],
  stderr: Stream,
  chalk: ChalkInstance,
): Promise<Fixture | undefined> => {
  const read = await readFiles(names)
  const files = read.filter((file): file is FixtureFile => !(file instanceof UnreadableFile))
  const unreadable = read.filter(file => file instanceof UnreadableFile)
  for (const { message, hint } of unreadable)
    stderr.write(`${chalk.red('x')} ${printable(message)}\n${hint === undefined ? '' : `  ${printable(hint)}\n`}`)
  if (files.length === 0) return undefined
  const { fixture, issues } = await readFixtures(files)
  const paint = {
    error: chalk.red,
    warning: chalk.yellow,
    frame: chalk.dim,
    hint: chalk.cyan,
    summary: chalk.bold,
    blank: chalk.reset,
  }
  for (const { role, text } of reportIssues(issues, new Map(files.map(file => [file.name, file.text]))))
    stderr.write(`${role === 'blank' ? '' : paint[role](text)}\n`)
  return unreadable.length > 0 ? undefined : fixture
}
