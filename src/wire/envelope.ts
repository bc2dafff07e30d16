/** The envelope of the old style: always 200, and the outcome inside, where no HTTP client looks for it. */

import { visibleSchema, type Family } from '../core/family.js'
import { settle, type Json } from '../core/json.js'
import { withCaching } from './caching.js'
import type { View } from './codec.js'
import { header, type HttpResponse, type Middleware } from './message.js'
import type { Service } from './service.js'

/** Wraps a handler's answer: `{ code, message, data }`, in the format that the client asked for or else in the first. */
export const enveloped =
  (family: Family, service: Service): Middleware =>
  handler =>
  request => {
    const format = (service.formats.choose(header(request, 'accept')) ?? service.formats.choose(undefined))?.offer
    if (format === undefined) return handler(request)
    // The plain answer, as JSON and unconditionally, is what goes inside.
    const { 'if-none-match': _, 'if-modified-since': _since, ...headers } = request.headers
    return settle(handler({ ...request, headers: { ...headers, accept: 'application/json' } }), answer => {
      const value = envelope(answer)
      const view: View = {
        kind: 'document',
        name: 'response',
        plural: 'responses',
        schema: {
          type: 'object',
          properties: { code: { type: 'integer' }, message: { type: 'string' }, data: visibleSchema(family) },
        },
        value,
        title: value.message,
        self: request.path,
      }
      return settle(
        service.represent(value, format, () => view),
        ({ unvalidated, body }) => ({
          status: 200,
          // Such an answer has no validator, and nobody may keep it.
          headers: withCaching(unvalidated, 'no-store'),
          body,
          note: `${answer.status} in the envelope`,
          // Whoever looks at the traffic is told what the status hides.
          ...(answer.problem !== undefined && { problem: answer.problem }),
        }),
      )
    })
  }

const envelope = ({ status, body }: HttpResponse): { code: number; message: string; data: Json } => {
  const content = body === undefined || body.length === 0 ? null : (JSON.parse(new TextDecoder().decode(body)) as Json)
  if (status < 400) return { code: status, message: 'OK', data: content }
  const detail = (content as { detail?: string } | null)?.detail
  return { code: status, message: detail ?? 'Error', data: null }
}
