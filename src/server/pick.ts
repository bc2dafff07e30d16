/** Asks sirv which file a URL means, and what is to be said of it, without letting it send anything. */

import type { ReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import sirv from 'sirv'

export interface Picked {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  /** Where the file lies; undefined when the client has it already (304). */
  readonly path: string | undefined
}

/** Stands in for the response: what sirv says goes no further, and the stream that it opens is closed unread. */
class Listener extends Writable {
  status = 0
  headers: Record<string, string | number> = {}
  path: string | undefined

  constructor() {
    super()
    this.once('pipe', (source: ReadStream) => {
      this.path = String(source.path)
      source.on('error', () => undefined).destroy()
    })
  }

  getHeader(): undefined {
    return undefined
  }

  writeHead(status: number, headers: Record<string, string | number> = {}): void {
    this.status = status
    this.headers = headers
  }
}

/** The file that a request for a plain path means, or undefined. `dev` reads the folder anew for each request. */
export const pickerOf = (folder: string): ((req: IncomingMessage) => Picked | undefined) => {
  const files = sirv(folder, {
    dev: true,
    etag: true,
    extensions: ['html'],
    setHeaders(_res, _path, stats) {
      // To open a pipe would wait for somebody to write into it.
      if (!stats.isFile()) throw new Error('not a regular file')
    },
  })
  return req => {
    const condition = req.headers['if-none-match']
    // No Range: sirv computes negative lengths from strange ones, and the whole file is always a right answer.
    const asked = { method: req.method, url: req.url, headers: condition && { 'if-none-match': condition } }
    const listener = new Listener()
    try {
      files({ ...asked, headers: asked.headers ?? {} } as IncomingMessage, listener as unknown as ServerResponse)
    } catch {
      // No regular file, or gone between the look at it and the reading of its size.
      return undefined
    }
    const { status, headers, path } = listener
    if (status === 304) return { status, headers: { ETag: condition ?? '', 'Cache-Control': 'no-cache' }, path }
    return status === 200 && path !== undefined ? { status, headers: tidy(headers), path } : undefined
  }
}

/** sirv leaves the type empty where it knows none. */
const tidy = (headers: Record<string, string | number>): Record<string, string | number> => ({
  ...headers,
  'Content-Type': headers['Content-Type'] || 'application/octet-stream',
  'X-Content-Type-Options': 'nosniff',
})
