/** Runs one test file in this process and tells the parent how many tests there were: uvu itself only prints it. */

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Report } from './run.js'

/** What uvu keeps in its queue: a run of one suite. */
type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>

type Queue = [name: string | null, ...runs: Run[]][]

const [, , file = ''] = process.argv
const report = { suites: 0, total: 0, passed: 0, skipped: 0 }
const queue: Queue = [[null]]

// Deferred, uvu waits to be told to begin; so a file is whole before the first test runs.
Object.assign(globalThis, { UVU_DEFER: 1, UVU_INDEX: 0, UVU_QUEUE: queue })
const { exec } = await import('uvu')

process.on('uncaughtExceptionMonitor', () => process.send?.({ broken: true }))

await import(pathToFileURL(resolve(file)).href)

const counted = (run: Run): Run => {
  report.suites++
  return async () => {
    const outcome = await run()
    report.passed += outcome[1]
    report.skipped += outcome[2]
    report.total += outcome[3]
    return outcome
  }
}

for (const group of queue) {
  for (let index = 1; index < group.length; index++) {
    const run = group[index]
    if (typeof run === 'function') group[index] = counted(run)
  }
}

await exec()
process.send?.(report satisfies Report)
