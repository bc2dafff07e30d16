/** Something that can be done to the server, and the line for a shell that does the same. */

import type { Server } from '../../server.js'

export interface Deed {
  /** What its button says. */
  readonly name: string
  readonly method: 'PATCH' | 'PUT' | 'POST' | 'DELETE'
  /** Behind the root: `/settings`. */
  readonly path: string
  /** What is so when it has been done, as a sentence. */
  readonly done: string
  /** Sent as JSON. */
  readonly content?: unknown
}

export const deedOf = (name: string, method: Deed['method'], path: string, done: string, content?: unknown): Deed => ({
  name,
  method,
  path,
  done,
  content,
})

/** `token` is what Authorization is to say: the one in force for whoever copies it, something else for whoever only looks. */
export const curlOf = ({ method, path, content }: Deed, { origin, root }: Server, token: string | undefined): string =>
  [
    `curl -X ${method} ${quoted(origin + root + path)}`,
    token !== undefined && `-H ${quoted(`Authorization: Bearer ${token}`)}`,
    content !== undefined && `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(content))}`,
  ]
    .filter(Boolean)
    .join(' ')

/** As one word for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
