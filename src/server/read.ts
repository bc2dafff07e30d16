/** Socket to value: what Node hands over becomes our own request, or the problem why it cannot. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Limits } from '../config.js'
import { Problem } from '../core/problem.js'
import type { Content, HttpRequest, Resource } from '../wire/message.js'
import { readContent, tooLarge } from './content.js'
import { decoderOf, refuseCoding } from './coding.js'

/** The request as a value. Nothing is read from the socket before somebody asks for the content. */
export const readRequest = (
  req: IncomingMessage,
  res: ServerResponse,
  limits: Limits,
  resource: Resource | undefined,
): HttpRequest => {
  const target = req.url ?? '/'
  const mark = target.indexOf('?')
  return {
    method: req.method ?? '',
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    headers: req.headers,
    client: req.socket.remoteAddress ?? '',
    content: hasContent(req) ? contentOf(req, res, limits) : NO_CONTENT,
    resource,
    gone: call => whenGone(req, res, call),
  }
}

/** Between the first word to a client that may be gone, and the second. */
const ECHO = 100

/**
 * A client that has ended its half may be gone or may still be reading, and only writing tells: 102 is passed over by who
 * still waits (RFC 2518 §10.1), and makes the kernel of one who is gone reset the connection. Nobody reads from it any
 * more, so it is the second one that fails.
 */
const whenGone = (req: IncomingMessage, res: ServerResponse, call: () => void): (() => void) => {
  const { socket } = req
  let timer: NodeJS.Timeout | undefined
  const say = () => {
    if (req.httpVersionMinor > 0 && !res.headersSent && !res.destroyed) res.writeProcessing()
  }
  const probe = () => {
    say()
    timer = setTimeout(say, ECHO).unref()
  }
  const cancel = () => {
    clearTimeout(timer)
    res.off('close', call)
    socket.off('end', probe)
  }
  if (res.destroyed || res.closed) {
    call()
    return cancel
  }
  if (socket.readableEnded) probe()
  else socket.once('end', probe)
  res.once('close', call)
  return cancel
}

/** RFC 9112 §6.3: a message has content when it says how long, or that it is chunked. */
export const hasContent = (req: IncomingMessage): boolean => {
  const length = req.headers['content-length']
  return (length !== undefined && length !== '0') || req.headers['transfer-encoding'] !== undefined
}

const NO_CONTENT: Content = { present: false, read: () => Promise.resolve(new Uint8Array()) }

const contentOf = (req: IncomingMessage, res: ServerResponse, limits: Limits): Content => {
  const refusal = refuseContent(req, limits)
  return {
    present: true,
    ...(refusal !== undefined && { refusal }),
    read: () => (refusal === undefined ? readContent(req, res, limits.body, decoderOf(req)) : Promise.resolve(refusal)),
  }
}

const refuseContent = (req: IncomingMessage, limits: Limits): Problem | undefined => {
  const uncoded = refuseCoding(req)
  if (uncoded !== undefined) return uncoded
  return Number(req.headers['content-length'] ?? 0) > limits.body ? tooLarge(limits.body) : undefined
}
