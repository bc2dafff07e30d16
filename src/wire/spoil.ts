/** Answers with something wrong in them, as values: what their content is, and what their header section says of it. */

import type { FaultName } from '../core/fault.js'
import { replaceHeaders, responseHeader, type HttpResponse } from './message.js'

/** The response as the fault has it; those of the connection leave it as it is. Without content, nothing can be wrong with that. */
export const spoiled = (response: HttpResponse, fault: FaultName): HttpResponse => {
  const { body } = response
  if (body === undefined || body.length === 0) return response
  switch (fault) {
    case 'malformed':
      return withBody(response, half(body), [])
    case 'wrong-type':
      return withBody(response, body, ['Content-Type', otherType(response)])
    case 'wrong-charset':
      return withBody(response, utf16(body), ['Content-Type', `${essence(response)}; charset=utf-8`])
    default:
      return response
  }
}

/** Never all of it, so that something is missing. */
export const half = (body: Uint8Array): Uint8Array => body.subarray(0, Math.floor(body.length / 2))

const VALIDATOR = /^(?:etag|last-modified)$/i

/** Nobody is to keep it, least of all under the validator of the real one. */
const withBody = (response: HttpResponse, body: Uint8Array, fields: readonly string[]): HttpResponse => {
  const spoilt = replaceHeaders({ ...response, body }, [
    ...fields,
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
  ])
  const { headers } = spoilt
  return { ...spoilt, headers: headers.filter((_, index) => !VALIDATOR.test(headers[index - (index % 2)] ?? '')) }
}

const essence = (response: HttpResponse): string =>
  responseHeader(response, 'content-type')?.split(';')[0] ?? 'text/plain'

/** What a proxy in between typically says: that it is a page; and of a page, that it is data. */
const otherType = (response: HttpResponse): string =>
  essence(response) === 'text/html' ? 'application/json' : 'text/html; charset=utf-8'

/** Little-endian and without a byte order mark, so that nothing but Content-Type tells. */
const utf16 = (body: Uint8Array): Uint8Array => {
  const text = new TextDecoder().decode(body)
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), true)
  return bytes
}
