/** Content codings of requests (RFC 9110 §8.4): gzip and deflate are undone, everything else is refused. */

// Never Brotli: its decoder in ended versions of Node writes out of bounds (CVE-2026-111497). Never several codings: each
// would multiply what a few bytes can become.

import type { IncomingMessage } from 'node:http'
import { createGunzip, createInflate, type Gunzip, type Inflate } from 'node:zlib'
import { clip } from '../core/clip.js'
import { Problem } from '../core/problem.js'

/** Makes what undoes a coding; undefined when there is none. */
export type Decoder = () => Gunzip | Inflate

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', () => createGunzip()],
  // RFC 9110 §8.4.1.3: the same as gzip.
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
])

const CODINGS = ['gzip', 'deflate', 'identity']

/** What undoes the coding of the content; undefined when it came as it is. */
export const decoderOf = (req: IncomingMessage): Decoder | undefined => DECODERS.get(codingOf(req))

/** The 415 for a coding that cannot be undone here (RFC 9110 §12.5.3, §15.5.16). */
export const refuseCoding = (req: IncomingMessage): Problem | undefined => {
  const coding = codingOf(req)
  if (coding === '' || coding === 'identity' || DECODERS.has(coding)) return undefined
  return new Problem(
    'unsupported-media-type',
    `Content in the coding "${clip(coding)}" cannot be read here; send it as it is, or in gzip or deflate alone.`,
    { codings: CODINGS },
    ['Accept-Encoding', CODINGS.join(', ')],
  )
}

/** What is wrong with content that is not what its coding says. */
export const malformedCoding = (detail: string): Problem =>
  new Problem('malformed-content', `The content is not in the coding that its Content-Encoding names: ${detail}.`)

const codingOf = (req: IncomingMessage): string => (req.headers['content-encoding'] ?? '').trim().toLowerCase()
