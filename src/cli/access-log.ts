/** The access log: one line per request, for people or for programs. */

import type { ChalkInstance } from 'chalk'
import { SILENT, type Exchanged } from '../server/observer.js'
import { printable } from '../core/printable.js'

export type LogForm = 'pretty' | 'plain' | 'json'

/** A line, without its end, for each exchange. `columns` is the width of the terminal, if it is one. */
export const logLine = (
  form: LogForm,
  exchange: Exchanged,
  time: Date,
  chalk: ChalkInstance,
  columns?: number,
): string => {
  if (form === 'json') return jsonLine(exchange, time)
  const { method, status, note } = exchange
  const stamp = form === 'pretty' ? clock(time) : time.toISOString()
  const target = printable(exchange.target)
  const tail = [
    status === SILENT ? '---' : String(status),
    (exchange.mediaType ?? '-').replace(/^(application|text)\//, '').padEnd(12),
    span(exchange.milliseconds).padStart(7),
    size(exchange.bytes).padStart(8),
  ]
  const plain = `${stamp}  ${method.padEnd(7)} ${target.padEnd(28)} ${tail.join('  ')}`
  const paint = status >= 500 || status === SILENT ? chalk.red : status >= 400 ? chalk.yellow : chalk.green
  const line = `${chalk.dim(stamp)}  ${method.padEnd(7)} ${target.padEnd(28)} ${paint(tail[0])}  ${chalk.dim(tail.slice(1).join('  '))}`
  if (note === undefined) return line.trimEnd()
  const said = printable(note)
  // What does not fit beside it stands below it, indented.
  const below = columns !== undefined && plain.length + 2 + said.length > columns
  return below ? `${line.trimEnd()}\n${' '.repeat(stamp.length + 2)}${chalk.dim(said)}` : `${line}  ${chalk.dim(said)}`
}

/** What JSON lets stand as it is, and a terminal obeys: DEL, C1 controls, line separators, what turns the line around. */
const UNPRINTABLE = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const jsonLine = ({ target, milliseconds, mediaType, note, method, status, bytes }: Exchanged, time: Date): string => {
  const mark = target.indexOf('?')
  return JSON.stringify({
    event: 'request',
    time: time.toISOString(),
    method,
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    status,
    type: mediaType ?? null,
    ms: Math.round(milliseconds * 100) / 100,
    bytes,
    ...(note !== undefined && { note }),
  }).replaceAll(UNPRINTABLE, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const clock = (time: Date): string => time.toTimeString().slice(0, 8)

const span = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`

const size = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${(bytes / 1000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`
