/** `Prefer` (RFC 7240): what a client would like, and may be told that it got. */

import { header, type HttpRequest } from './message.js'

/** More preferences than this are not looked at. */
const PREFERENCES_MAX = 100

/**
 * One preference and the comma behind it (RFC 7240 §2): a token; perhaps its value, a token or in quotes; perhaps
 * parameters. Sticky, and no two of its parts can match the same text, so that it takes linear time.
 */
const TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+"
const VALUE = `(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")`
const PREFERENCE = new RegExp(
  `[ \\t]*(${TOKEN})(?:[ \\t]*=[ \\t]*${VALUE})?[ \\t]*(?:;(?:[^",]|"(?:[^"\\\\]|\\\\.)*")*)?(?:,|$)`,
  'y',
)
/** What is no preference is passed over up to the next comma. */
const REST = /[^,]*(?:,|$)/y

/**
 * The preferences by their names in lower case, values as sent. The first counts where one is given twice (§2); `accepts`
 * tells which values are understood, and others are passed over. Parameters are ignored: none of ours has any.
 */
export const preferences = (
  request: Pick<HttpRequest, 'headers'>,
  accepts: (name: string, value: string) => boolean = () => true,
): ReadonlyMap<string, string> => {
  const value = header(request, 'prefer') ?? ''
  const found = new Map<string, string>()
  let at = 0
  for (let count = 0; at < value.length && count < PREFERENCES_MAX; count++) {
    PREFERENCE.lastIndex = at
    const match = PREFERENCE.exec(value)
    if (match === null) {
      REST.lastIndex = at
      at += REST.exec(value)?.[0].length ?? value.length
      continue
    }
    at = PREFERENCE.lastIndex
    const name = (match[1] ?? '').toLowerCase()
    const said = match[2] ?? match[3]?.replaceAll(/\\(.)/g, '$1') ?? ''
    if (!found.has(name) && accepts(name, said)) found.set(name, said)
  }
  return found
}

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
  if (request.headers['prefer'] === undefined) return undefined
  return preferences(request, isReturn).get('return')?.toLowerCase() as 'minimal' | 'representation' | undefined
}

const isReturn = (name: string, value: string): boolean =>
  name === 'return' && /^(?:minimal|representation)$/i.test(value)
