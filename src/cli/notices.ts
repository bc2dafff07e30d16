/** What is said of files that changed while they are served: calm where it is good, with every place where it is not. */

import type { ChalkInstance } from 'chalk'
import { printable } from '../core/printable.js'
import type { Issue } from '../fixtures.js'
import type { Notice } from '../server/reload.js'
import type { Replaced } from '../server/replace.js'
import type { Stream } from './colors.js'
import { counted } from './counted.js'
import { printFailure, printIssues } from './load.js'

export interface Telling {
  readonly stderr: Stream
  readonly chalk: ChalkInstance
  /** Only what somebody has to do something about. */
  readonly quiet: boolean
  /** What was said of the fixture at the start. */
  readonly issues: readonly Issue[]
  /** What is to be said loudly as the settings are now. */
  warnings(): readonly string[]
}

/** Tells each notice. */
export const noticesTo = ({ stderr, chalk, quiet, issues, warnings }: Telling): ((notice: Notice) => void) => {
  let warned = warnings()
  let doubted = issues.map(nameOf)
  const say = (text: string) => void stderr.write(`  ${text}\n`)
  const warn = () => {
    const now = warnings()
    for (const warning of now) if (!warned.includes(warning)) say(`${chalk.yellow('!')} ${warning}`)
    warned = now
  }
  return notice => {
    switch (notice.kind) {
      case 'reloaded':
        if (quiet) return
        // What was said already is not said again with every save.
        printIssues(
          notice.issues.filter(issue => !doubted.includes(nameOf(issue))),
          notice.texts,
          stderr,
          chalk,
        )
        doubted = notice.issues.map(nameOf)
        say(`${named(notice.files)} changed: ${chalk.green(difference(notice.replaced))}${outcome(notice.replaced)}`)
        for (const line of postponed(notice.replaced.later)) say(line)
        return warn()
      case 'broken':
        printIssues(notice.issues, notice.texts, stderr, chalk)
        return say(UNTOUCHED)
      case 'refused':
        printFailure(notice.error, stderr, chalk)
        return say(UNTOUCHED)
      case 'gone':
        if (!quiet) say(`${named(notice.files)} ${are(notice.files)} gone; serving what was there.`)
        return
      case 'back':
        if (!quiet) say(`${named(notice.files)} ${are(notice.files)} back, unchanged.`)
        return
      case 'blind':
        stderr.write(`${chalk.yellow('!')} Changed files are not noticed: ${printable(reasonOf(notice.error))}.\n`)
        return say('Try: --poll, which looks at them every so often')
    }
  }
}

/** Tells one from another, wherever its line has moved. */
const nameOf = ({ file, message }: Issue): string => `${file} ${message}`

const UNTOUCHED = 'Still serving the last good version.'

const named = (files: readonly string[]): string => files.map(printable).join(', ')

const are = (files: readonly string[]): string => (files.length === 1 ? 'is' : 'are')

/** `+1 user, -1 book, ~2 settings`. */
const difference = ({ families, settings }: Replaced): string => {
  const parts = [
    ...families.flatMap(({ family, added, removed, changed }) => [
      ...(added > 0 ? [`+${counted(added, family)}`] : []),
      ...(removed > 0 ? [`-${counted(removed, family)}`] : []),
      ...(changed > 0 ? [`~${counted(changed, family)}`] : []),
    ]),
    ...(settings > 0 ? [`~${settings} ${settings === 1 ? 'setting' : 'settings'}`] : []),
  ]
  return parts.length === 0 ? 'records and settings are the same' : parts.join(', ')
}

/** What became of the changes that were made while it ran. */
const outcome = ({ kept, overwritten }: Replaced): string => {
  const parts = [
    ...(kept > 0 ? [`kept ${changes(kept)}`] : []),
    ...(overwritten > 0 ? [`overwrote ${kept > 0 ? String(overwritten) : changes(overwritten)}`] : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

const changes = (count: number): string => `${count} run-time ${count === 1 ? 'change' : 'changes'}`

const postponed = (later: readonly string[]): string[] =>
  later.length === 0 ? [] : [`${later.join(', ')} ${later.length === 1 ? 'takes' : 'take'} effect at the next start.`]

const reasonOf = (error: NodeJS.ErrnoException): string =>
  error.code === 'ENOSPC' || error.code === 'EMFILE'
    ? `the system watches as many files as it may (${error.code})`
    : error.message.replace(/\.$/, '')
