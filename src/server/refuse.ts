/** Answers what never became a request: Node's parser gave up, a deadline passed, or a tunnel was asked for. */

import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { STATUS_CODES } from 'node:http'
import type { Limits } from '../config.js'
import { Problem } from '../core/problem.js'
import type { HttpResponse } from '../wire/message.js'
import type { Trouble } from '../wire/trouble.js'

/** What Node says of a message that it could not parse. */
export interface ClientError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
}

/** The problem behind a parser's error. */
export const diagnose = (error: ClientError, limits: Limits): Problem => {
  const start = error.rawPacket?.toString('latin1') ?? ''
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout', 'The request did not arrive within the time allowed.')
    case 'HPE_HEADER_OVERFLOW':
      return overflow(start, limits)
    case 'HPE_INVALID_METHOD':
      return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+ \S+ HTTP\/1\.[01]\r?\n/.test(start)
        ? new Problem('not-implemented', `${start.slice(0, Math.min(start.indexOf(' '), 40))} is not a method of HTTP.`)
        : new Problem('malformed-request', 'The message does not begin with a request line (RFC 9112 §3).')
    case 'HPE_INVALID_VERSION':
      return new Problem('version-not-supported', 'The request line names no version of HTTP/1.')
    default:
      return new Problem(
        'malformed-request',
        `The message is not HTTP/1.1: ${error.reason ?? 'it could not be parsed'}.`,
      )
  }
}

const overflow = (start: string, limits: Limits): Problem => {
  const line = start.search(/\r?\n/)
  return (line === -1 ? start.length : line) > limits.url
    ? new Problem('uri-too-long', `The request target is longer than ${limits.url} bytes.`, { limit: limits.url })
    : new Problem('header-fields-too-large', `The header section is longer than ${limits.header} bytes.`, {
        limit: limits.header,
      })
}

/** Answers on the bare socket, once, and closes. Undefined when there was nobody left to answer. */
export const refuse = (socket: Duplex, problem: Problem, trouble: Trouble): HttpResponse | undefined => {
  // A request on this connection may be in the middle of its answer; a second one would be taken for its rest.
  // oxlint-disable-next-line no-underscore-dangle -- Node has no other name for it, and its own default handler looks there
  const busy = (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage
  if (!socket.writable || socket.destroyed || busy?.headersSent === true) {
    socket.destroy()
    return undefined
  }
  const response = trouble(problem, { headers: {}, path: '*' })
  const { headers, status, body } = response
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]))
  // end() alone would leave half of the connection to a client that never closes its own.
  if ('destroySoon' in socket && typeof socket.destroySoon === 'function') socket.destroySoon()
  else socket.end()
  return response
}
