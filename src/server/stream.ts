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
  const { socket } = res
  // The connection ends with the content: a client that has been following for hours needs no other use of it.
  res.shouldKeepAlive = false
  let stop: (() => void) | undefined
  let closed = false
  const cut = (): void => void res.destroy()
  // Half-open connections are allowed, but whoever follows and then hangs up is gone: the next write would only tell later.
  socket?.once('end', cut)
  res.once('close', () => {
    closed = true
    socket?.off('end', cut)
    stop?.()
  })
  // What is written to a connection that has just been lost is told as an error here; the end is told by 'close'.
  res.on('error', cut)
  res.writeHead(status, headers as string[])
  res.flushHeaders()
  socket?.setNoDelay(true)
  try {
    stop = stream({
      write(chunk) {
        if (closed || res.destroyed || res.writableEnded) return true
        // What was waiting counts, not what comes: one long event cuts nobody off who keeps up.
        if (res.writableLength > WAITING_MAX) {
          cut()
          return true
        }
        res.write(chunk)
        return res.writableLength <= WAITING_MAX
      },
      drained: call => void res.once('drain', call),
      end: () => void res.end(),
      cut,
    })
  } catch (error) {
    cut()
    throw error
  }
  if (closed) stop()
}
