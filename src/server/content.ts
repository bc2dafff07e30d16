/** Reads the content of a request up to a limit, and tells a client that waits for it to go ahead. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem } from '../core/problem.js'
import { malformedCoding, type Decoder } from './coding.js'

/**
 * All bytes, their coding undone, or the problem: longer than the limit, cut off, not in that coding. The limit is for the
 * bytes as they come and for what they become. What is left unread stays in the socket.
 */
export const readContent = (
  req: IncomingMessage,
  res: ServerResponse,
  limit: number,
  decoder?: Decoder,
): Promise<Uint8Array | Problem> =>
  new Promise(resolve => {
    let length = 0
    const leave = () => req.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut)
    const finish = (result: Uint8Array | Problem) => {
      leave()
      sink.stop()
      resolve(result)
    }
    const stop = (problem: Problem) => {
      req.pause()
      finish(problem)
    }
    const sink = decoder === undefined ? plain(finish) : decoded(decoder(), req, limit, finish, stop)
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) return sink.take(chunk)
      stop(tooLarge(limit))
    }
    const onEnd = () => {
      // A message that has ended closes, and that is no cut; the decoder may still be at work.
      leave()
      sink.end()
    }
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

interface Sink {
  take(chunk: Buffer): void
  end(): void
  stop(): void
}

const plain = (finish: (bytes: Uint8Array) => void): Sink => {
  const chunks: Buffer[] = []
  return { take: chunk => void chunks.push(chunk), end: () => finish(Buffer.concat(chunks)), stop: () => undefined }
}

/** Nothing more is read while the decoder is busy, and nothing at all once it has given more than the limit. */
const decoded = (
  decoder: ReturnType<Decoder>,
  req: IncomingMessage,
  limit: number,
  finish: (bytes: Uint8Array) => void,
  stop: (problem: Problem) => void,
): Sink => {
  const chunks: Buffer[] = []
  let taken = 0
  let length = 0
  let stopped = false
  decoder
    .on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else if (!stopped) stop(tooLarge(limit))
    })
    .on('drain', () => stopped || req.resume())
    .on('end', () => {
      if (stopped) return
      // The decoder is silent about what stands behind its end.
      if (decoder.bytesWritten === taken) finish(Buffer.concat(chunks))
      else stop(malformedCoding('something stands behind its end'))
    })
    .on('error', (error: Error) => stopped || stop(malformedCoding(error.message)))
  return {
    take(chunk) {
      taken += chunk.length
      if (!decoder.write(chunk)) req.pause()
    },
    end: () => void decoder.end(),
    stop() {
      stopped = true
      decoder.destroy()
    },
  }
}
