/** Performs the faults of the connection: what a client gets to see when something goes wrong on the way. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultName } from '../core/fault.js'
import { WAIT_MAX } from '../core/latency.js'
import { responseHeader, type HttpResponse } from '../wire/message.js'
import { half, spoiled } from '../wire/spoil.js'

/** Pieces of a content that drips, and the time between them. */
const PIECES = 20
const PAUSE = 250
/** What has gone out needs so long to be read before the connection is reset under it. */
const ARRIVAL = 50
/** A content that nobody wants is swallowed for so long. */
const PATIENCE = 1000
/** So many contents drip or go on at once, in this process. */
const SLOW_MAX = 1000

let slow = 0

/** Writes the response with its fault; or gives it back for writing, where the fault is in the value itself or has nothing to spoil. */
export const perform = (
  req: IncomingMessage,
  res: ServerResponse,
  response: HttpResponse,
): HttpResponse | undefined => {
  const { fault, ...sound } = response
  if (fault === undefined) return sound
  if (fault === 'reset') return void reset(res)
  if (fault === 'empty') return void afterContent(req, res, () => res.socket?.destroySoon())
  const { body, stream } = sound
  // A feed has no end to spoil.
  if (stream !== undefined) return sound
  if (fault === 'reset-after') return void resetAfter(req, res, sound)
  if (req.method === 'HEAD' || body === undefined || body.length === 0)
    return fault === 'reset-during' ? void head(req, res, sound, () => reset(res)) : sound
  switch (fault) {
    case 'reset-during':
      return void head(req, res, sound, () => res.write(half(body), () => later(res, ARRIVAL, () => reset(res))))
    case 'truncate':
      return void head(req, res, sound, () => res.write(half(body), () => res.socket?.destroySoon()))
    case 'drip':
    case 'endless':
      if (slow >= SLOW_MAX) return void reset(res)
      return void trickle(req, res, sound, fault, body)
    default:
      return spoiled(sound, fault)
  }
}

const reset = (res: ServerResponse): void => {
  res.socket?.resetAndDestroy()
}

/** A connection that is closed with unread bytes in it is reset by the kernel. */
const afterContent = (req: IncomingMessage, res: ServerResponse, call: () => void): void => {
  if (req.complete || req.readableEnded) return call()
  let called = false
  const once = () => {
    if (!called) call()
    called = true
  }
  req.once('end', once).resume()
  later(res, PATIENCE, once)
}

/** The header section, and then whatever happens; a content that is on its way is not waited for. */
const head = (req: IncomingMessage, res: ServerResponse, response: HttpResponse, then: () => void): void => {
  req.resume()
  res.writeHead(response.status, framed(response) as string[])
  res.flushHeaders()
  res.socket?.setNoDelay(true)
  then()
}

const framed = ({ headers, body, status }: HttpResponse): readonly string[] =>
  responseHeader({ headers }, 'content-length') !== undefined || status === 204 || status === 304
    ? headers
    : [...headers, 'Content-Length', String(body?.length ?? 0)]

const resetAfter = (req: IncomingMessage, res: ServerResponse, response: HttpResponse): void => {
  req.resume()
  const { socket } = res
  res.writeHead(response.status, framed(response) as string[])
  // The response lets go of its socket when it has been written.
  res.once('finish', () => {
    const timer = setTimeout(() => socket?.resetAndDestroy(), ARRIVAL).unref()
    socket?.once('close', () => clearTimeout(timer))
  })
  if (req.method === 'HEAD' || response.body === undefined) res.end()
  else res.end(response.body)
}

/** A bit at a time. What goes on for ever announces no length, and is cut off in the end. */
const trickle = (
  req: IncomingMessage,
  res: ServerResponse,
  response: HttpResponse,
  fault: Extract<FaultName, 'drip' | 'endless'>,
  body: Uint8Array,
): void => {
  slow++
  res.once('close', () => slow--)
  if (fault === 'drip') {
    const size = Math.ceil(body.length / PIECES)
    let at = 0
    const drop = () => {
      res.write(body.subarray(at, (at += size)))
      if (at >= body.length) res.end()
      else later(res, PAUSE, drop)
    }
    return head(req, res, response, drop)
  }
  const { headers } = response
  const open = headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'content-length')
  const space = Buffer.from('\n')
  let left = WAIT_MAX / PAUSE
  const goOn = () => {
    if (left-- <= 0) return reset(res)
    // A client that does not read costs nothing but this.
    if (res.writableLength < 1024) res.write(space)
    later(res, PAUSE, goOn)
  }
  // Not by `head`: without a length Node sends it chunked.
  req.resume()
  res.writeHead(response.status, open as string[])
  res.write(body)
  later(res, PAUSE, goOn)
}

/** Called unless the connection is closed by then. */
const later = (res: ServerResponse, milliseconds: number, call: () => void): void => {
  if (res.destroyed) return
  const timer = setTimeout(() => {
    res.off('close', cancel)
    call()
  }, milliseconds).unref()
  const cancel = () => clearTimeout(timer)
  res.once('close', cancel)
}
