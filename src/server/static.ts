/** A folder of files: sirv picks, and what goes out is opened, counted and sent here. */

import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openInside } from './folder.js'
import { pickerOf, type Picked } from './pick.js'

/**
 * Serves a file, or calls `otherwise` when there is none. Rejects when there is one that cannot be read. `more`: header
 * fields that go with the file, alternating names and values.
 */
export type ServeFile = (
  req: IncomingMessage,
  res: ServerResponse,
  more: readonly string[],
  otherwise: () => void,
) => Promise<void>

/**
 * The files of a folder, as they are at each request. sirv alone answers any method, follows links anywhere, sends
 * more than it announced when a file has grown, and ends the process when one vanishes while it is being sent.
 */
export const serveFiles = (folder: string): ServeFile => {
  const pick = pickerOf(folder)
  return async (req, res, more, otherwise) => {
    const asksForFile = (req.method === 'GET' || req.method === 'HEAD') && isPlain(req.url ?? '/')
    const picked = asksForFile ? pick(req) : undefined
    if (picked === undefined) return otherwise()
    if (picked.path === undefined) return void begin(res, picked, more).end()
    const file = await openInside(folder, picked.path)
    if (file === undefined) return otherwise()
    const { handle, size } = file
    if (!res.destroyed) begin(res, { ...picked, headers: { ...picked.headers, 'Content-Length': size } }, more)
    if (req.method === 'GET' && size > 0 && !res.destroyed) return send(handle, size, res)
    res.end()
    await handle.close()
  }
}

/** Headers are set one by one, so that the access log can ask for them. */
const begin = (res: ServerResponse, { status, headers }: Picked, more: readonly string[]): ServerResponse => {
  for (let index = 0; index < more.length; index += 2) res.setHeader(more[index] ?? '', more[index + 1] ?? '')
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  return res.writeHead(status)
}

/** No more than was announced; and less, when the file was cut meanwhile, is no complete answer. The stream closes the file. */
const send = (handle: FileHandle, size: number, res: ServerResponse): void => {
  const stream = handle.createReadStream({ start: 0, end: size - 1 })
  res.once('close', () => stream.destroy())
  stream
    .on('error', () => res.destroy())
    .on('end', () => (stream.bytesRead === size ? res.end() : res.destroy()))
    .pipe(res, { end: false })
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
