/** Reads the content of a request up to a limit, and tells a client that waits for it to go ahead. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../core/problem.js'

/** All bytes, or the problem: longer than the limit, or cut off. What is left unread stays in the socket. */
export const readContent = (req: IncomingMessage, res: ServerResponse, limit: number): Promise<Uint8Array | Problem> =>
  new Promise(resolve => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (result: Uint8Array | Problem) => {
      req.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut)
      resolve(result)
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return void chunks.push(chunk)
      req.pause()
      finish(tooLarge(limit))
    }
    const onEnd = () => finish(Buffer.concat(chunks, length))
    const onCut = () => finish(new Problem('malformed-request', 'The content was cut off before its end.'))
    if (req.readableEnded) return onEnd()
    if (req.destroyed) return onCut()
    req.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut)
    // RFC 9110 §10.1.1: asked for only now, when nothing in the header section stands against it.
    if (awaitsContinue(req)) res.writeContinue()
  })

/** Whether the client sends nothing before it has heard 100. One of HTTP/1.0 cannot mean it (RFC 9110 §10.1.1). */
export const awaitsContinue = (req: IncomingMessage): boolean =>
  req.httpVersionMinor > 0 && req.headers.expect?.toLowerCase() === '100-continue'

export const tooLarge = (limit: number): Problem =>
  new Problem('content-too-large', `The content is longer than ${limit} bytes, the most that is taken here.`, { limit })
