/** Whether and how a stream is coloured: one answer per stream, given to everybody who writes to it. */

import { Chalk, type ChalkInstance } from 'chalk'

export interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * `--no-color`, then NO_COLOR, then FORCE_COLOR, then TERM=dumb, then whether it is a terminal. chalk's own detection does
 * not know NO_COLOR, so it is not asked.
 */
export const colorLevel = (stream: Stream, env: Environment, noColor: boolean): 0 | 1 => {
  const { NO_COLOR, FORCE_COLOR, TERM } = env
  if (noColor || (NO_COLOR !== undefined && NO_COLOR !== '')) return 0
  if (FORCE_COLOR !== undefined) return FORCE_COLOR === '0' || FORCE_COLOR === 'false' ? 0 : 1
  return TERM !== 'dumb' && stream.isTTY === true ? 1 : 0
}

export const colorsFor = (stream: Stream, env: Environment, noColor: boolean): ChalkInstance =>
  new Chalk({ level: colorLevel(stream, env, noColor) })
