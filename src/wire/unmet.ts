/** Preconditions of a change to a document: compared with what a GET would be answered with, in any format. */

import type { Problem } from '../core/problem.js'
import { evaluate, isConditional, preconditionFailed } from './conditional.js'
import { header, responseHeader, type Handler, type HttpRequest } from './message.js'
import type { Service } from './service.js'

/** Why the change is not what was meant, because the document is another one than its client thinks. `read` is its GET. */
export const unmet = async (
  request: HttpRequest,
  { formats }: Pick<Service, 'formats'>,
  read: Handler,
): Promise<Problem | undefined> => {
  if (!isConditional(request)) return undefined
  const tagFor = async (accept: string | undefined): Promise<string | undefined> =>
    responseHeader(await read({ ...request, headers: { accept } }), 'etag')
  const validators = {
    selected: await tagFor(header(request, 'accept')),
    modified: undefined,
    all: async () => (await Promise.all(formats.of('document').written.map(tagFor))).filter(tag => tag !== undefined),
  }
  const verdict = await evaluate(request, validators)
  return typeof verdict === 'string' ? undefined : preconditionFailed(verdict.failed, request, validators)
}
