/** `Prefer` (RFC 7240): what a client would like, and may be told that it got. */

import { header, type HttpRequest } from './message.js'

/** A preference, its value as a token or in quotes, and whatever parameters. */
const RETURN = /^[ \t]*return[ \t]*=[ \t]*"?(minimal|representation)"?[ \t]*(?:;|$)/i

/** Our own preference: to be told how the answer came about. */
const EXPLAIN = /^[ \t]*explain[ \t]*(?:[;=]|$)/i

export const prefersExplanation = (request: Pick<HttpRequest, 'headers'>): boolean =>
  header(request, 'prefer')
    ?.split(',', 100)
    .some(preference => EXPLAIN.test(preference)) === true

/**
 * How much a client wants to have back of what it wrote: `return=minimal` or `return=representation` (§4.2). The first
 * counts when both are given; anything that is not understood is passed over (§2).
 */
export const preferredReturn = (request: Pick<HttpRequest, 'headers'>): 'minimal' | 'representation' | undefined => {
  const value = header(request, 'prefer')
  if (value === undefined) return undefined
  for (const preference of value.split(',', 100)) {
    const [, wanted] = RETURN.exec(preference) ?? []
    if (wanted !== undefined) return wanted.toLowerCase() as 'minimal' | 'representation'
  }
  return undefined
}
