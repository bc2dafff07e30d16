/** Whose turn it is on a connection that cannot go on: earlier requests get their answers first, and no message gets two. */

import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Node tells of a broken message again with every packet that follows. */
const broken = new WeakSet<Duplex>()

/** For so long a client that is still sending may go on, so that it gets round to reading the answer. */
const PATIENCE = 1000

/**
 * Calls `answer` once, when everything before the broken message has been answered: with the response of that message
 * if its content was under way, without one if it never became a request. Not called when it is answered already.
 */
export const inTurn = (socket: Duplex, answer: (response: ServerResponse | undefined) => void): void => {
  if (broken.has(socket)) return
  broken.add(socket)
  const look = () => {
    if (socket.destroyed || !socket.writable) return void socket.destroy()
    // oxlint-disable-next-line no-underscore-dangle -- Node has no other name for it, and its own default handler looks there
    const response = (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
    if (response === undefined) return answer(undefined)
    const { complete } = response.req
    if (!complete && !response.headersSent) return answer(response)
    response.once('close', complete ? look : () => leave(socket))
  }
  look()
}

/** Ends our half at once and the connection soon: unread bytes would make the kernel withdraw what we have said last. */
export const leave = (socket: Duplex, lastWords?: Uint8Array): void => {
  if (socket.destroyed) return
  const timer = setTimeout(() => socket.destroy(), PATIENCE)
  timer.unref()
  const done = () => {
    clearTimeout(timer)
    socket.destroy()
  }
  if (socket.readableEnded) socket.once('finish', done)
  else socket.once('end', done)
  socket.once('close', () => clearTimeout(timer))
  if (lastWords === undefined) socket.end()
  else socket.end(lastWords)
}
