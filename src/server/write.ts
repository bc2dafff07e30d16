/** Value to socket: writes a response as it is, and never leaves a client that is still sending without its answer. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpResponse } from '../wire/message.js'
import { awaitsContinue } from './content.js'
import { perform } from './fault.js'
import { hasContent } from './read.js'
import { writeStream } from './stream.js'

/** An unread content up to this length costs less than a new connection. */
const SHORT = 64 * 1024
/** As much of an unread content is swallowed: most clients read the answer only when they have sent everything. */
const SWALLOWED = 16 * 1024 * 1024
/** And for no longer than this. */
const PATIENCE = 1000

export const writeResponse = (req: IncomingMessage, res: ServerResponse, response: HttpResponse): void => {
  if (res.destroyed || res.headersSent) return
  const { fault, stream, status, body } = response
  // Pipelined, and not yet its turn: what is done to the connection would be done to the answer before, or to none.
  if (res.socket === null && (fault ?? stream) !== undefined)
    return void res.once('socket', () => writeResponse(req, res, response))
  if (fault !== undefined) {
    const sound = perform(req, res, response)
    return sound === undefined ? undefined : writeResponse(req, res, sound)
  }
  if (stream !== undefined && req.method !== 'HEAD') return writeStream(res, status, response.headers, stream)
  const headers = framed(req, response)
  const silent = req.method === 'HEAD' || body === undefined
  if (req.complete || !hasContent(req) || isShort(req)) {
    res.writeHead(status, headers as string[])
    if (silent) res.end()
    else res.end(body)
    return
  }
  // The content was refused without being read. Closing at once would reset the connection under the client's hands, and
  // the answer would be lost with it; keeping it open would mean to read everything. So: answer, swallow a while, close.
  res.writeHead(status, headers.includes('Connection') ? (headers as string[]) : [...headers, 'Connection', 'close'])
  if (silent) res.flushHeaders()
  else res.write(body)
  linger(req, () => res.end())
}

/** No content where there might be some is told as a length of 0; without it Node would send an empty chunk instead. */
const framed = (req: IncomingMessage, { status, headers, body }: HttpResponse): readonly string[] =>
  body !== undefined || req.method === 'HEAD' || status === 204 || status === 304 || headers.includes('Content-Length')
    ? headers
    : [...headers, 'Content-Length', '0']

/** So little, and announced, that Node may swallow it and keep the connection. Who waits for 100 may not send it at all. */
const isShort = (req: IncomingMessage): boolean =>
  Number(req.headers['content-length'] ?? Infinity) <= SHORT && !awaitsContinue(req)

const linger = (req: IncomingMessage, close: () => void): void => {
  let swallowed = 0
  const timer = setTimeout(done, PATIENCE)
  timer.unref()
  function done() {
    clearTimeout(timer)
    req.off('data', onData).off('end', done).off('close', done)
    close()
  }
  function onData(chunk: Buffer) {
    swallowed += chunk.length
    if (swallowed > SWALLOWED) done()
  }
  req.on('data', onData).on('end', done).on('close', done).on('error', done)
  req.resume()
}
