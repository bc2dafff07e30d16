/** What can be seen of a message that never became a request: its method and target, for the answer and the log. */

import { clip } from '../core/clip.js'

export interface Sighted {
  readonly method: string
  readonly target: string
}

/** A request line, or as much of one as there is. Method and target are as they were sent. */
const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) +(\S+)(?: +HTTP\/.*)?$/

/**
 * The request line of the message that was being read at `position`: of several in one packet the last that begins
 * before it. Undefined when the packet shows none, because it began earlier or is no HTTP.
 */
export const sight = (packet: Buffer | undefined, position = packet?.length ?? 0): Sighted | undefined => {
  if (packet === undefined) return undefined
  let found: Sighted | undefined
  let start = 0
  for (const line of packet.toString('latin1').split('\n')) {
    if (start > position) break
    const [, method, target] = LINE.exec(line.trimEnd()) ?? []
    // A line of a content may look like one; a target is a path, an http URL or an asterisk, or stands before a version.
    if (method !== undefined && target !== undefined && (/^(?:\/|\*$|https?:)/i.test(target) || / HTTP\//.test(line)))
      found = { method, target: clip(target) }
    start += line.length + 1
  }
  return found
}
