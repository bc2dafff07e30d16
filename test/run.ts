/** The one test command: each test file in a process of its own, with everything that uvu lets pass counted as a failure. */

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mask } from './source.js'

/** What a test file says about itself once all its tests are through. */
export interface Report {
  readonly suites: number
  readonly total: number
  readonly passed: number
  readonly skipped: number
}

interface Result {
  readonly report: Report
  /** Why the file fails, beside its failed tests. */
  readonly fault: string | undefined
  readonly output: string
  readonly milliseconds: number
}

/** One more than there are processors, because many tests wait for most of their time. */
const AT_ONCE = availableParallelism() + 1

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Seconds that one file may take.
    timeout: { type: 'string', default: '200' },
    // Seconds that a process may stay after its last test: a server that was left open never lets it go.
    grace: { type: 'string', default: '5' },
  },
})
const timeout = Number(values.timeout) * 1000
const grace = Number(values.grace) * 1000

const filesOf = (path: string): string[] => {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map(name => join(path, name))
}

/** A browser is a thing of its own to have; its tests run when they are asked for. */
const inBrowser = (file: string): boolean => file.startsWith(join(here, 'browser') + '/')

/** The groups that still run, so that none outlives us. Each test process leads its own. */
const running = new Set<number>()

const killGroup = (id: number): boolean => {
  try {
    return process.kill(-id, 'SIGKILL')
  } catch {
    return false
  }
}

/** Whether anybody in the group still runs. One that has ended and that nobody has asked after yet does not count. */
const isAlive = (id: number): boolean => {
  try {
    process.kill(-id, 0)
  } catch {
    return false
  }
  if (!existsSync('/proc/self/stat')) return true
  return readdirSync('/proc').some(name => {
    try {
      // `pid (name) state ppid pgrp …`, and the name may hold anything.
      const [state, , group] =
        readFileSync(`/proc/${Number(name)}/stat`, 'utf8')
          .split(') ')
          .at(-1)
          ?.split(' ') ?? []
      return group === String(id) && state !== 'Z'
    } catch {
      return false
    }
  })
}

/** Whether a process that the file started is still there a moment after the file has ended. */
const leftBehind = async (id: number): Promise<boolean> => {
  for (let tries = 0; tries < 20; tries++) {
    if (!isAlive(id)) return false
    // oxlint-disable-next-line no-await-in-loop -- it waits between two looks
    await sleep(50)
  }
  return true
}

/** A suite that is made and never run is silently nothing; only its text gives it away. */
const forgotten = (file: string): boolean => {
  const { code } = mask(readFileSync(file, 'utf8'))
  const made = code.match(/(?<![.\w$])suite\s*(?:<[^()]*>)?\(/g)?.length ?? 0
  return made > (code.match(/\.run\(\s*\)/g)?.length ?? 0)
}

const judge = (report: Report | undefined, code: number | null, signal: string | null): string | undefined => {
  if (report === undefined) return `it ended before its tests did (exit ${code ?? signal})`
  if (report.suites === 0) return 'no suite was run: is test.run() missing?'
  if (report.total === 0) return 'no test was registered'
  if (code !== 0 && report.passed === report.total)
    return `it ended with exit ${code ?? signal} though its tests passed`
  return undefined
}

const run = async (file: string): Promise<Result> => {
  const started = performance.now()
  let report: Report | undefined
  let fault: string | undefined
  let output = ''
  let waiting: NodeJS.Timeout | undefined
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--unhandled-rejections=strict', join(here, 'run-file.ts'), file],
    { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  )
  const { pid } = child
  if (pid === undefined) throw new Error(`cannot start a process for ${file}`)
  running.add(pid)
  const end = (reason: string): void => {
    fault ??= reason
    killGroup(pid)
  }
  const limit = setTimeout(() => end(`it took longer than ${timeout / 1000} s`), timeout)
  child.stdout?.on('data', (data: Buffer) => (output += data))
  child.stderr?.on('data', (data: Buffer) => (output += data))
  child.on('message', (message: Report | { broken: true }) => {
    if ('broken' in message) {
      fault ??= 'an exception or a rejection was not handled'
      return
    }
    report = message
    waiting = setTimeout(() => end('it left something open: the process does not end'), grace)
  })
  const closed = new Promise<void>(resolved => child.once('close', () => resolved()))
  const [code, signal] = await new Promise<[number | null, string | null]>(resolved =>
    child.once('exit', (...outcome) => resolved(outcome)),
  )
  clearTimeout(limit)
  clearTimeout(waiting)
  if (fault === undefined && (await leftBehind(pid))) fault = 'it left a process running'
  killGroup(pid)
  running.delete(pid)
  await Promise.race([closed, sleep(1000, undefined, { ref: false })])
  fault ??= judge(report, code, signal)
  if (fault === undefined && forgotten(file)) fault = 'a suite is made and never run'
  return {
    report: report ?? { suites: 0, total: 0, passed: 0, skipped: 0 },
    fault,
    output,
    milliseconds: performance.now() - started,
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const id of running) killGroup(id)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}

let passed = 0
let failed = 0
let skipped = 0
const files = new Set<string>()

for (const path of positionals.length > 0 ? positionals : [here]) {
  const found = filesOf(resolve(path)).filter(file => positionals.length > 0 || !inBrowser(file))
  if (found.length === 0) {
    failed++
    console.log(`FAIL ${path}: there is no test file`)
  }
  for (const file of found) files.add(file)
}

const tell = (file: string, { report, fault, output, milliseconds }: Result): void => {
  const broken = report.total - report.passed
  const name = relative(process.cwd(), file)
  passed += report.passed
  skipped += report.skipped
  failed += broken === 0 && fault !== undefined ? 1 : broken
  if (broken === 0 && fault === undefined) {
    console.log(`ok   ${name}  ${report.total} tests, ${Math.round(milliseconds)} ms`)
    return
  }
  console.log(`FAIL ${name}: ${fault ?? `${broken} of ${report.total} tests`}\n${output}`)
}

// Those that do the most stand in no folder: begun last, they would be waited for alone.
const depth = (file: string): number => file.split('/').length
const queue = [...files].toSorted().toSorted((a, b) => depth(a) - depth(b))
const worker = async (): Promise<void> => {
  const file = queue.shift()
  if (file === undefined) return
  tell(file, await run(file))
  await worker()
}
await Promise.all(Array.from({ length: AT_ONCE }, worker))

console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
