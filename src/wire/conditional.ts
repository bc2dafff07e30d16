/** Preconditions (RFC 9110 §13): whether the client's idea of a record is still the current one. */

import { clip } from '../core/clip.js'
import { settle, type Awaitable } from '../core/json.js'
import { Problem } from '../core/problem.js'
import { header, type HttpRequest } from './message.js'

/** An entity tag: opaque, compared byte by byte (RFC 9110 §8.8.3). */
export interface EntityTag {
  readonly weak: boolean
  /** With its quotes. */
  readonly opaque: string
}

/** What there is to compare with; all of it absent for a record that is not there. */
export interface Validators {
  /** Of the representation that the request would get. */
  readonly selected: string | undefined
  /** When the record last changed, in milliseconds since the epoch. */
  readonly modified: number | undefined
  /** Of every representation that the record has at present. Asked for only when the selected one does not match. */
  all(): Awaitable<readonly string[]>
}

/** `not-modified` is for methods that only read; `failed` is 412 and names the field that failed. */
export type Verdict = 'met' | 'not-modified' | { readonly failed: string }

/** Methods whose answer is a representation that a cache may have (RFC 9110 §13.1.2, RFC 10008 §2). */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY'])

const ENTITY_TAG = /[ \t,]*(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")[ \t]*(?=,|$)/y

/** The tags of a list; `*` for any; what does not follow the grammar ends the list. */
export const parseEntityTags = (value: string): readonly EntityTag[] | '*' => {
  if (value.trim() === '*') return '*'
  const tags: EntityTag[] = []
  ENTITY_TAG.lastIndex = 0
  for (;;) {
    const match = ENTITY_TAG.exec(value)
    if (match?.[2] === undefined) return tags
    tags.push({ weak: match[1] !== undefined, opaque: match[2] })
  }
}

const IMF = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const RFC850 = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** Milliseconds of an HTTP-date in any of its three forms (RFC 9110 §5.6.7); undefined for anything else, which is ignored. */
export const parseHttpDate = (text: string): number | undefined => {
  const time =
    IMF.test(text) || RFC850.test(text) ? Date.parse(text) : ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** The value of `Last-Modified`: whole seconds. */
export const httpDate = (milliseconds: number): string => new Date(milliseconds).toUTCString()

/** It has been done: whether the client knows the result already is not asked any more. */
export const unconditional = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith('if-'))),
})

export const isConditional = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  headers['if-none-match'] !== undefined ||
  headers['if-match'] !== undefined ||
  headers['if-modified-since'] !== undefined ||
  headers['if-unmodified-since'] !== undefined

/**
 * Evaluates the preconditions of a request in the order of RFC 9110 §13.2.2: If-Match, else If-Unmodified-Since;
 * If-None-Match, else, where something is read, If-Modified-Since.
 */
export const evaluate = (
  request: Pick<HttpRequest, 'headers' | 'method'>,
  validators: Validators,
): Awaitable<Verdict> => {
  const ifMatch = header(request, 'if-match')
  const unmodified = header(request, 'if-unmodified-since')
  const first: Awaitable<Verdict> =
    ifMatch !== undefined
      ? settle(matches(ifMatch, validators), met => (met ? 'met' : { failed: 'If-Match' }))
      : unmodified !== undefined && changedAfter(unmodified, validators.modified)
        ? { failed: 'If-Unmodified-Since' }
        : 'met'
  return settle(first, verdict => (verdict === 'met' ? evaluateCache(request, validators) : verdict))
}

const evaluateCache = (
  request: Pick<HttpRequest, 'headers' | 'method'>,
  validators: Validators,
): Awaitable<Verdict> => {
  const reads = READS.has(request.method)
  const ifNoneMatch = header(request, 'if-none-match')
  if (ifNoneMatch !== undefined)
    return settle(matchesNone(ifNoneMatch, validators, reads), none => {
      if (none) return 'met'
      return reads ? 'not-modified' : { failed: 'If-None-Match' }
    })
  const modified = header(request, 'if-modified-since')
  if (!reads || modified === undefined || validators.modified === undefined) return 'met'
  return parseHttpDate(modified) === undefined || changedAfter(modified, validators.modified) ? 'met' : 'not-modified'
}

/** §13.1.1: strong comparison, with the validator of any representation: who has read YAML may write JSON. */
const matches = (value: string, { selected, all }: Validators): Awaitable<boolean> => {
  if (value === selected) return true
  const tags = parseEntityTags(value)
  if (tags === '*') return settle(all(), current => current.length > 0)
  const strong = tags.filter(tag => !tag.weak).map(tag => tag.opaque)
  if (selected !== undefined && strong.includes(selected)) return true
  return strong.length > 0 && settle(all(), current => strong.some(tag => current.includes(tag)))
}

/** §13.1.2: weak comparison; for reading with the representation that would be sent, for writing with any. */
const matchesNone = (value: string, { selected, all }: Validators, reads: boolean): Awaitable<boolean> => {
  if (value === selected) return false
  const tags = parseEntityTags(value)
  if (tags === '*') return selected === undefined && settle(all(), current => current.length === 0)
  const opaque = tags.map(tag => tag.opaque)
  if (reads) return selected === undefined || !opaque.includes(selected)
  return settle(all(), current => !opaque.some(tag => current.includes(tag)))
}

/** Whole seconds are compared, because a date has no more. A date that is none is passed over. */
const changedAfter = (value: string, modified: number | undefined): boolean => {
  const date = parseHttpDate(value)
  return date !== undefined && modified !== undefined && Math.floor(modified / 1000) * 1000 > date
}

/** As many tags of either side are told of. */
const TOLD_MAX = 10

/** The 412: what was sent, what it was compared with, and the validator that would have done. */
export const preconditionFailed = async (
  field: string,
  request: Pick<HttpRequest, 'headers' | 'path'>,
  { selected, modified, all }: Validators,
): Promise<Problem> => {
  const value = header(request, field.toLowerCase()) ?? ''
  const now = selected === undefined ? 'There is none at present' : `Its validator is now ${selected}`
  const isDate = field === 'If-Unmodified-Since'
  const tags = isDate ? '*' : parseEntityTags(value)
  const onlyWeak = field === 'If-Match' && tags !== '*' && tags.length > 0 && tags.every(tag => tag.weak)
  const sent = tags === '*' ? [clip(value)] : tags.map(({ weak, opaque }) => clip((weak ? 'W/' : '') + opaque))
  const current = isDate ? (modified === undefined ? [] : [httpDate(modified)]) : await all()
  return new Problem(
    'precondition-failed',
    `${field} does not hold for ${request.path}. ${now}.${onlyWeak ? ' Weak tags (W/) never match there (RFC 9110 §13.1.1).' : ''}`,
    {
      ...(selected !== undefined && { current_etag: selected }),
      considered: {
        field,
        sent: sent.slice(0, TOLD_MAX),
        current: current.slice(0, TOLD_MAX),
        comparison: isDate ? 'date' : field === 'If-Match' ? 'strong' : 'weak',
      },
    },
  )
}
