/** Answers what never became a request: Node's parser gave up, a deadline passed, or a tunnel was asked for. */

import type { Duplex } from 'node:stream'
import { STATUS_CODES } from 'node:http'
import type { Limits } from '../config.js'
import { clip } from '../core/clip.js'
import { Problem } from '../core/problem.js'
import type { HttpResponse } from '../wire/message.js'
import type { Trouble } from '../wire/trouble.js'
import type { Sighted } from './sight.js'
import { leave } from './turn.js'

/** What Node says of a message that it could not parse. */
export interface ClientError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
  /** How much of the packet was read before the error. */
  readonly bytesParsed?: number
}

const UNSEEN: Sighted = { method: '-', target: '-' }

/** A line that would be a request line if its method were one. */
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?= +\S+ HTTP\/1\.[01]$)/

/** The problem behind a parser's error. */
export const diagnose = (error: ClientError, limits: Limits): Problem => {
  const at = lineAt(error)
  const { line } = at
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive within the time allowed.')
    case 'HPE_HEADER_OVERFLOW':
      return overflow(at, limits)
    case 'HPE_INVALID_METHOD': {
      const method = METHOD.exec(line)?.[0]
      return method === undefined
        ? new Problem('malformed-request', 'The message does not begin with a request line (RFC 9112 §3).')
        : new Problem('not-implemented', `"${clip(method)}" is not a method of HTTP.`)
    }
    case 'HPE_INVALID_VERSION': {
      const version = / HTTP\/(\d\.\d)$/.exec(line)?.[1]
      return version === undefined || version === '1.0' || version === '1.1'
        ? new Problem('malformed-request', 'The request line does not end in a version and CR LF (RFC 9112 §3).')
        : new Problem('version-not-supported', `The request line says HTTP/${version}; HTTP/1.1 is spoken here.`)
    }
    case 'HPE_PAUSED_H2_UPGRADE':
      return new Problem('version-not-supported', 'This is the preface of HTTP/2; HTTP/1.1 is spoken here.')
    default:
      return new Problem(
        'malformed-request',
        `The message is not HTTP/1.1: ${error.reason ?? 'it could not be parsed'}.`,
      )
  }
}

interface Line {
  /** Without its end. */
  readonly line: string
  /** Whether it is the first of the packet, so that it may have begun in an earlier one. */
  readonly first: boolean
}

/** The line in which the parser gave up. */
const lineAt = ({ rawPacket, bytesParsed = 0 }: ClientError): Line => {
  if (rawPacket === undefined) return { line: '', first: true }
  // What has been read may include the end of the line.
  const position = Math.max(0, Math.min(bytesParsed, rawPacket.length) - 1)
  const text = rawPacket.toString('latin1')
  const begin = position === 0 ? 0 : text.lastIndexOf('\n', position - 1) + 1
  const end = text.indexOf('\n', position)
  return { line: text.slice(begin, end === -1 ? undefined : end).trimEnd(), first: begin === 0 }
}

/**
 * A header section hardly goes without a space and never without a line break before it; a long target has neither,
 * however many packets it comes in.
 */
const overflow = ({ line, first }: Line, limits: Limits): Problem =>
  (first ? /^(?:[A-Z-]+ +)?\S*(?: HTTP\/1\.[01])?$/ : /^[A-Z-]+ +\S+(?: HTTP\/1\.[01])?$/).test(line)
    ? new Problem('uri-too-long', `The request target is longer than ${limits.url} bytes.`, { limit: limits.url })
    : new Problem('header-fields-too-large', `The header section is longer than ${limits.header} bytes.`, {
        limit: limits.header,
      })

/** Answers on the bare socket and closes. What was sighted of the request tells whether the answer has content. */
export const refuse = (
  socket: Duplex,
  problem: Problem,
  trouble: Trouble,
  { method, target }: Sighted = UNSEEN,
): HttpResponse => {
  const path = target.startsWith('/') ? (target.split('?')[0] ?? '*') : '*'
  const response = trouble(problem, { headers: {}, path })
  const { headers, status, body } = response
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  if (method !== 'HEAD' && body !== undefined) {
    leave(socket, Buffer.concat([head, body]))
    return response
  }
  leave(socket, head)
  const { body: _, ...rest } = response
  return rest
}
