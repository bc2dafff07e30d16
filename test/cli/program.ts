/** Runs the program as a person does: in a folder, with arguments, an environment and streams. */

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { within } from '../harness.js'

export const BIN = fileURLToPath(new URL('../../bin/restage.js', import.meta.url))

/** What a test says on its own is all there is: no colours or ports of the machine that runs it. */
const QUIET_ENV = { PATH: process.env['PATH'] ?? '', HOME: tmpdir() }

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** Waits until the standard output and error together match. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  readonly finished: Promise<Finished>
}

export interface Options {
  readonly env?: Record<string, string>
  readonly cwd?: string
  readonly input?: string
  /**
   * At a terminal, where what is typed is what the test writes to the standard input: made of the program's command, this
   * is what the shell there does. Both outputs are one then. Linux alone has the `script` that it takes.
   */
  readonly terminal?: (command: string) => string
}

/** Starts the program, lets it be used, and ends it whatever happens. */
export const withProgram = async <T>(
  args: readonly string[],
  options: Options,
  use: (running: Running) => Promise<T>,
): Promise<T> => {
  const { terminal } = options
  const [file, ...given] =
    terminal === undefined
      ? [process.execPath, BIN, ...args]
      : ['script', '-qec', terminal([process.execPath, BIN, ...args].map(quote).join(' ')), '/dev/null']
  const child = spawn(file, given, {
    cwd: options.cwd ?? tmpdir(),
    env: { ...QUIET_ENV, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  if (terminal === undefined) child.stdin.end(options.input ?? '')
  else child.stdin.write(options.input ?? '')
  const out: string[] = []
  const err: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  const finished = new Promise<Finished>(resolve => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout: out.join(''), stderr: err.join('') }))
  })
  const until = (pattern: RegExp) =>
    within(
      15_000,
      `waiting for ${pattern}`,
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(out.join('') + err.join(''))
          if (match === null) return false
          leave()
          resolve(match)
          return true
        }
        const end = () => {
          if (!look()) reject(new Error(`the program ended without ${pattern}: ${out.join('')}${err.join('')}`))
        }
        const leave = () => {
          for (const stream of [child.stdout, child.stderr]) stream.off('data', look)
          child.off('close', end)
        }
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
        child.on('close', end)
        look()
      }),
    )
  try {
    return await use({ child, stdout: () => out.join(''), stderr: () => err.join(''), until, finished })
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await within(5000, 'the end of the program', finished)
  }
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Runs the program to its end. */
export const runProgram = (args: readonly string[], options: Options = {}): Promise<Finished> =>
  withProgram(args, options, ({ finished }) => within(15_000, `restage ${args.join(' ')}`, finished))

/** A folder with files in it, gone afterwards. */
export const withFolder = async <T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'restage-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
