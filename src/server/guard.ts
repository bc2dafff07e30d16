/** What must be true of a message before anybody looks at what it wants: the parts of RFC 9112 that Node's parser lets pass. */

import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Limits } from '../config.js'
import { clip } from '../core/clip.js'
import { Problem } from '../core/problem.js'

/** RFC 3986 §3.2.2, as far as a Host field needs it: a name, an address, or an address in brackets; then a port. */
const HOST = /^(?:(?:[A-Za-z0-9\-._~!$&'()*+;=]|%[0-9A-Fa-f]{2})*|\[([0-9A-Fa-f:.]+)\])(?::(\d{0,5}))?$/

/** What a target may be made of (RFC 3986 §3.3, §3.4): visible ASCII without `#` and `\`. */
const TARGET = /^[!"$-[\]-~]+$/

/**
 * The first thing that is wrong with the message, or undefined. An absolute target (RFC 9112 §3.2.2) is brought down to
 * its path here, so that everybody else sees one form only.
 */
export const guard = (req: IncomingMessage, limits: Limits): Problem | undefined => {
  if (req.httpVersionMajor !== 1)
    return new Problem(
      'version-not-supported',
      `The request line says HTTP/${req.httpVersion || '0.9'}; only HTTP/1 is spoken here.`,
    )
  const section = checkFields(req, limits)
  if (section !== undefined) return section
  const { url = '' } = req
  if (url.length > limits.url)
    return new Problem('uri-too-long', `The request target has ${url.length} bytes; ${limits.url} is the most.`, {
      limit: limits.url,
    })
  if (!TARGET.test(url))
    return new Problem(
      'malformed-request',
      'The request target holds a character that must be percent-encoded (RFC 3986 §2).',
    )
  return url.startsWith('/') ? undefined : reduce(req, url)
}

/** Counts, lengths and the one Host (RFC 9112 §3.2), in one pass over the raw lines. */
const checkFields = (req: IncomingMessage, limits: Limits): Problem | undefined => {
  const { rawHeaders } = req
  if (rawHeaders.length / 2 > limits.fields)
    return new Problem(
      'header-fields-too-large',
      `There are ${rawHeaders.length / 2} header fields; ${limits.fields} is the most.`,
      {
        limit: limits.fields,
      },
    )
  let hosts = 0
  let length = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    length += name.length + (rawHeaders[index + 1]?.length ?? 0) + 4
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (length > limits.header)
    return new Problem(
      'header-fields-too-large',
      `The header section has ${length} bytes; ${limits.header} is the most.`,
      {
        limit: limits.header,
      },
    )
  if (hosts > 1) return new Problem('malformed-request', 'There is more than one Host field (RFC 9112 §3.2).')
  const coding = req.headers['transfer-encoding']
  if (coding !== undefined) {
    // RFC 9112 §6.1: HTTP/1.0 has no transfer codings, so whoever passed this on may have read it otherwise.
    if (req.httpVersionMinor === 0)
      return new Problem('malformed-request', 'There is Transfer-Encoding in a message of HTTP/1.0 (RFC 9112 §6.1).')
    if (coding.toLowerCase() !== 'chunked')
      return new Problem(
        'not-implemented',
        `The transfer coding "${clip(coding)}" cannot be decoded here; chunked can.`,
      )
  }
  const { host } = req.headers
  if (host === undefined)
    return req.httpVersionMinor === 0
      ? undefined
      : new Problem('malformed-request', 'There is no Host field (RFC 9112 §3.2).')
  if (!isHost(host))
    return new Problem('malformed-request', 'The Host field is not a host with an optional port (RFC 9110 §7.2).')
  return undefined
}

const isHost = (text: string): boolean => {
  const match = HOST.exec(text)
  if (match === null) return false
  const [, address, port = ''] = match
  return Number(port) <= 65535 && (address === undefined || isIPv6(address))
}

const reduce = (req: IncomingMessage, url: string): Problem | undefined => {
  if (url === '*' && req.method === 'OPTIONS') return undefined
  const absolute = /^https?:\/\/([^/?]*)(.*)$/i.exec(url)
  if (absolute?.[1] === undefined || absolute[1] === '' || !isHost(absolute[1]))
    return new Problem('malformed-request', 'The request target is neither a path nor an http URL (RFC 9112 §3.2).')
  const rest = absolute[2] ?? ''
  req.url = rest.startsWith('/') ? rest : `/${rest}`
  // RFC 9112 §3.2.2: the target's host is the one that counts.
  req.headers.host = absolute[1]
  return undefined
}
