/** A command in a process group of its own: signals reach all of it, and nothing of it stays behind. */

import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { kill, platform } from 'node:process'
import type { Environment } from './colors.js'
import type { Process, StopSignal } from './process.js'
import { windowsCommand } from './windows-command.js'

export interface Ended {
  /** The command's own code; 128 and the signal's number where a signal ended it; 127 not found, 126 not to be run. */
  readonly code: number
  /** Why it never ran. */
  readonly failure?: string
}

/** What shells answer when a command is not there, or cannot be run. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126
/** What has been asked to end, and has not after so many milliseconds, is ended. */
const GRACE = 5000
/** The same for what a command leaves behind. */
const LEFTOVER_GRACE = 1000

const ON_WINDOWS = platform === 'win32'
const SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command with our own streams until it ends. Signals are passed on to its whole group, because npx and shells
 * keep them to themselves; a second one ends the group at once. In a group of its own it does not get Ctrl-C from the
 * terminal as well, so it gets everything once.
 */
export const runChild = (command: readonly string[], env: Environment, process: Process): Promise<Ended> =>
  new Promise(resolve => {
    const [name = '', ...args] = command
    const {
      file,
      args: given,
      verbatim,
    } = ON_WINDOWS ? windowsCommand(name, args, env) : { file: name, args, verbatim: false }
    let child: ChildProcess
    try {
      const options = { stdio: 'inherit', env, detached: !ON_WINDOWS, windowsVerbatimArguments: verbatim } as const
      child = spawn(file, given, options)
    } catch (error) {
      return resolve(failureOf(name, error as NodeJS.ErrnoException))
    }
    const { pid } = child
    let told = false
    let deadline: NodeJS.Timeout | undefined
    const listeners = SIGNALS.map(signal => {
      const listener = () => {
        if (pid === undefined) return
        if (told) return endGroup(pid)
        told = true
        signalGroup(pid, signal)
        // Who pressed Ctrl-C can do so again; a supervisor has no patience, and leaves behind what is not ended.
        if (signal !== 'SIGINT') deadline = setTimeout(endGroup, GRACE, pid)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    const finish = (ended: Ended) => {
      clearTimeout(deadline)
      for (const leave of listeners) leave()
      resolve(ended)
    }
    child.once('error', error => finish(failureOf(name, error)))
    child.once('exit', (code, signal) => {
      const ended = { code: signal === null ? (code ?? 1) : 128 + constants.signals[signal] }
      if (pid === undefined || ON_WINDOWS) finish(ended)
      else void clear(pid).then(() => finish(ended))
    })
  })

/** Whether anybody was there to get it. On Windows the console itself tells all of its processes. */
const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  if (ON_WINDOWS) return false
  try {
    return kill(-pid, signal)
  } catch {
    return false
  }
}

const endGroup = (pid: number): void => {
  if (ON_WINDOWS) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })
  else signalGroup(pid, 'SIGKILL')
}

/** Ends what the command has left behind in its group: asked first, then made to. */
const clear = async (pid: number): Promise<void> => {
  if (!signalGroup(pid, 'SIGTERM')) return
  for (let waited = 0; waited < LEFTOVER_GRACE && signalGroup(pid, 0); waited += 20)
    // oxlint-disable-next-line no-await-in-loop -- looks again and again until it is gone
    await new Promise(done => setTimeout(done, 20))
  endGroup(pid)
}

const failureOf = (name: string, error: NodeJS.ErrnoException): Ended =>
  error.code === 'ENOENT'
    ? { code: NOT_FOUND, failure: `There is no command ${name}.` }
    : { code: NOT_EXECUTABLE, failure: `${name} cannot be run: ${error.code ?? error.message}.` }
