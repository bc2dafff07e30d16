/** Performs a content that goes on: what is written goes out at once, and who reads too slowly is cut off. */

import type { ServerResponse } from 'node:http'
import type { FieldList } from '../core/problem.js'
import type { Sink } from '../wire/message.js'

/** As many bytes may wait for a reader, in this process; more are waiting in the kernel by then. */
const WAITING_MAX = 256 * 1024

export const writeStream = (
  res: ServerResponse,
  status: number,
  headers: FieldList,
  stream: (sink: Sink) => () => void,
): void => {
  // The connection ends with the content: a client that has been following for hours needs no other use of it.
  res.shouldKeepAlive = false
  res.writeHead(status, headers as string[])
  res.flushHeaders()
  res.socket?.setNoDelay(true)
  let stop: (() => void) | undefined
  let closed = false
  res.once('close', () => {
    closed = true
    stop?.()
  })
  stop = stream({
    write(chunk) {
      if (closed || res.writableEnded) return
      res.write(chunk)
      if (res.writableLength > WAITING_MAX) res.destroy()
    },
    end: () => void res.end(),
  })
  if (closed) stop()
}
