/** What the commands share of the process: its streams and signals, the exit codes, the version. */

import { readFileSync } from 'node:fs'
import type { Stream } from './colors.js'

/** What tells a program to stop: Ctrl-C, a supervisor, a terminal that was closed. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/** What a program has of its process. */
export interface Process {
  readonly stdout: Stream & NodeJS.EventEmitter
  readonly stderr: Stream & NodeJS.EventEmitter
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean; unref?(): unknown }
  on(signal: StopSignal | 'SIGCONT', listener: () => void): unknown
  off(signal: StopSignal | 'SIGCONT', listener: () => void): unknown
  exit(code: number): void
}

export const OK = 0
export const FAILED = 1
export const MISUSED = 2

/** The version in package.json, which stands beside the built files. */
export const version = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
