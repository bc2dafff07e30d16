/** A folder of files behind sirv, which is handed only what it can handle. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

/** `headers` go with the file: alternating names and values. */
export type ServeFile = (
  req: IncomingMessage,
  res: ServerResponse,
  headers: readonly string[],
  otherwise: () => void,
) => void

/**
 * Serves a file of the folder, or calls `otherwise`. sirv answers any method, computes a negative length from a strange
 * Range, follows dots, and ends the process when a file vanishes while it is being sent; none of these gets through.
 */
export const serveFiles = (folder: string): ServeFile => {
  // `dev` reads the folder anew for each request: a front end changes while it is being written.
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'] })
  return (req, res, headers, otherwise) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || !isPlain(req.url ?? '/')) return otherwise()
    delete req.headers.range
    // The stream that sirv pipes into the response has no error listener of its own.
    res.on('pipe', (source: NodeJS.ReadableStream) => source.on('error', () => res.destroy()))
    const own = ['X-Content-Type-Options', 'nosniff', ...headers]
    for (let index = 0; index < own.length; index += 2) res.setHeader(own[index] ?? '', own[index + 1] ?? '')
    try {
      files(req, res, () => {
        for (const name of res.getHeaderNames()) res.removeHeader(name)
        otherwise()
      })
    } catch {
      // Gone between the look at it and the reading of its size.
      if (!res.headersSent) otherwise()
      else res.destroy()
    }
  }
}

/** No step out of the folder, no hidden file, nothing that a file system reads otherwise than a URL. */
const isPlain = (url: string): boolean => {
  let path: string
  try {
    path = decodeURIComponent(url.split('?')[0] ?? '')
  } catch {
    return false
  }
  if (path.includes('\\') || path.includes('\0') || path.includes(':')) return false
  return path.split('/').every(segment => !segment.startsWith('.') || segment === '.well-known')
}
