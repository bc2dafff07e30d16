/** What a rule answers: a response of its own, or the real one with something done to it. */

import { leavesNothing } from '../../core/fault.js'
import { settle, type Awaitable } from '../../core/json.js'
import { forced } from '../../wire/forced.js'
import { replaceHeaders, type Handler, type HttpRequest, type HttpResponse } from '../../wire/message.js'
import { faultOnly } from '../../wire/rehearsal.js'
import type { Service } from '../../wire/service.js'
import { withNote } from '../../wire/vary.js'
import { hasBody } from './check.js'
import type { Rule } from './schema.js'

/** How one rule answers, whoever waits before. `title` is what the log calls it. */
export const answerer = ({ then }: Rule, title: string, service: Service) => {
  const { status, body, fault, headers } = then
  const fields = Object.entries(headers ?? {}).flatMap(([name, value]) => [name, String(value)])
  const made = hasBody(body) ? madeOf(status ?? 200, body) : undefined
  const detail = `Answered so by ${title}. Nothing was done.`
  // Who asks only for a delay or a field means those of the real answer.
  const passes = then.pass === true || (made === undefined && status === undefined && !fault)

  const plain = (request: HttpRequest, next: Handler): Awaitable<HttpResponse> => {
    if (passes) return next(request)
    if (made !== undefined) return made
    if (status === undefined) return faultOnly(fault ?? 'reset')
    const { note: _, ...silent } = forced(service, request, status, detail)
    return silent
  }
  return (request: HttpRequest, next: Handler): Awaitable<HttpResponse> =>
    settle(plain(request, next), response => {
      const marked = fields.length === 0 ? response : replaceHeaders(response, fields)
      const said = { ...withNote(marked, title), facts: { ...marked.facts, rule: title } }
      if (!fault) return said
      return { ...said, fault, note: leavesNothing(fault) ? `${fault} by ${title}` : `${said.note}, ${fault}` }
    })
}

const madeOf = (status: number, body: unknown): HttpResponse => {
  const isText = typeof body === 'string'
  const bytes = new TextEncoder().encode(isText ? body : `${JSON.stringify(body, null, 2)}\n`)
  return {
    status,
    headers: [
      'Content-Type',
      isText ? 'text/plain; charset=utf-8' : 'application/json',
      'Content-Length',
      String(bytes.length),
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
    ],
    body: bytes,
  }
}
