/** The only place that opens connections to others: one for each message, to an address that was checked, for a limited time. */

import { request as plainRequest } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Outgoing, Post, Sent } from '../core/post.js'
import { checkedLookup, isRefusedHost, RefusedAddress } from './refused-address.js'

export interface PostLimits {
  /** Until there is a connection, in milliseconds. */
  readonly connect: number
  /** For all of it. */
  readonly total: number
  readonly lookup: LookupFunction
}

/** As much of an answer is read, and forgotten, so that who sends it can come to its end. */
const ANSWER_MAX = 64 * 1024

export const postWithin =
  (limits: PostLimits): Post =>
  message => {
    const controller = new AbortController()
    return { done: send(message, controller.signal, limits), cancel: () => controller.abort() }
  }

export const systemPost: Post = postWithin({ connect: 5000, total: 15_000, lookup: checkedLookup() })

const send = async (message: Outgoing, signal: AbortSignal, limits: PostLimits): Promise<Sent> => {
  if (!URL.canParse(message.url)) return { failure: 'the URL cannot be read' }
  const url = new URL(message.url)
  // A host that is an address is connected to without a look-up.
  if (isRefusedHost(url.hostname)) return { failure: wordsFor(new RefusedAddress(url.hostname)) }
  const request = url.protocol === 'https:' ? (await import('node:https')).request : plainRequest
  const fields = message.headers.flatMap((name, index, list) =>
    index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : [],
  )
  return new Promise(resolve => {
    const timers: NodeJS.Timeout[] = []
    let status: number | undefined
    /** Once there is a status, whatever happens to the rest of the answer is of no importance. */
    const finish = (failure: string) => {
      timers.forEach(clearTimeout)
      resolve(status === undefined ? { failure } : { status })
    }
    const sent = request(url, {
      method: 'POST',
      headers: { ...Object.fromEntries(fields), 'Accept-Encoding': 'identity' },
      // A connection of its own that ends with it: what one server sends too much, another message never takes for its answer.
      agent: false,
      lookup: limits.lookup,
      signal,
    })
    const giveUpAfter = (milliseconds: number, what: string) => {
      const timer = setTimeout(() => sent.destroy(new Error(`${what} within ${milliseconds / 1000} s`)), milliseconds)
      timer.unref()
      timers.push(timer)
      return timer
    }
    giveUpAfter(limits.total, 'no answer')
    sent.on('socket', socket => {
      // Nobody's process lives on for a message; who waits for it holds on to something else.
      socket.unref()
      const connecting = giveUpAfter(limits.connect, 'no connection')
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    // A redirect is an answer like others: nobody follows it.
    sent.on('response', answer => {
      status = answer.statusCode
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > ANSWER_MAX) sent.destroy()
      })
      answer.on('error', () => {})
    })
    sent.on('error', error => finish(wordsFor(error)))
    sent.on('close', () => finish('the connection was closed without an answer'))
    sent.end(message.body)
  })
}

const WORDS: Readonly<Record<string, string>> = {
  ABORT_ERR: 'given up when the server stopped',
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ECONNRESET: 'the connection was closed without an answer',
  ENOTFOUND: 'the name of the host has no address',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'no connection in time',
}

const wordsFor = (error: Error): string => {
  const { code } = error as NodeJS.ErrnoException
  return (code === undefined ? undefined : WORDS[code]) ?? (error.message || code || 'it could not be sent')
}
