/** A request as a line for a shell, before it is sent. */

import type { Server } from './server.js'

export interface Request {
  readonly method: string
  /** `/users?page=2`. */
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly content?: string
}

export const curlOf = (origin: string, { method, target, headers = {}, content }: Request): string =>
  [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(origin + target),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(content === undefined ? [] : ['--data-raw', quoted(content)]),
  ].join(' ')

/** Something that is asked of the server itself; `path` stands behind its root. */
export interface Steering {
  readonly method: string
  readonly path: string
  /** Sent as JSON. */
  readonly content?: unknown
}

/** `token` is what Authorization is to say: the one in force for whoever copies it, something else for whoever only looks. */
export const steeringLine = (
  { origin, root }: Pick<Server, 'origin' | 'root'>,
  { method, path, content }: Steering,
  token: string | undefined,
): string =>
  curlOf(origin, {
    method,
    target: root + path,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(content !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(content !== undefined && { content: JSON.stringify(content) }),
  })

/** As one word for a POSIX shell: in single quotes it takes everything as it is, but for the quote itself. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
