/** Which pages of other origins may read (WHATWG Fetch, CORS) and which may change something; with cookies, where they are known. */

// Two halves of one question. CORS fields decide what a page may read; they keep nobody from sending a plain POST, so
// what can change something is looked at here as well. Off, the first half is gone, and nobody from elsewhere may write.
// No Access-Control-Allow-Private-Network: browsers ask the person instead (Local Network Access).

import { clip } from '../core/clip.js'
import { settle } from '../core/json.js'
import { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import { header, type HttpRequest, type HttpResponse, type Middleware } from '../wire/message.js'
import { isOrigin, isOwn, noOrigin, originPolicy, type Standing } from '../wire/origin.js'
import { allow } from '../wire/resource.js'
import { canChange, SAFE } from '../wire/safety.js'
import type { Service } from '../wire/service.js'
import { varyBy, withNote } from '../wire/vary.js'
import type { Feature } from './feature.js'

const ENTRY = '^(\\*|[a-z][a-z0-9+.-]*://(\\[[0-9a-f:.]+\\]|[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?)(:[1-9][0-9]{0,4})?)$'

const options = {
  description: 'Let pages of this origin in, too; repeatable.',
  default: [],
  hint: 'an origin as browsers send it, in lower case and without a slash at the end, as in https://app.example; several in a list; * for any, without cookies',
  flag: '--cors <origin>',
  env: ['RESTAGE_CORS'],
  anyOf: [
    { type: 'boolean' },
    { type: 'string', pattern: ENTRY },
    { type: 'array', items: { type: 'string', pattern: ENTRY } },
  ],
} as const satisfies Schema

/** What a script may see of an answer beside the safelisted fields. Listed, because `*` counts as a name with credentials. */
const EXPOSED =
  'ETag, Location, Link, Content-Location, Allow, Accept-Patch, Accept-Post, Accept-Query, WWW-Authenticate, X-Total-Count, ' +
  'Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Preference-Applied, Restage-Explain'

/** How long a browser may remember a preflight, in seconds. */
const MAX_AGE = '600'

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

export const cors: Feature<typeof options> = {
  name: 'cors',
  doc: 'other origins may read and write, or may not',
  options,
  byDefault: [],
  varies: 'Origin',
  open(list, { service }) {
    const standingOf = originPolicy(typeof list === 'string' ? [list] : list)
    return { frame: true, middleware: sharing(standingOf, service) }
  },
  closed: ({ service }) => ({
    middleware: next => request => {
      const problem = refusal(request, noOrigin)
      return problem === undefined ? next(request) : service.trouble(problem, request)
    },
  }),
}

const sharing =
  (standingOf: (origin: string) => Standing, service: Service): Middleware =>
  next =>
  request => {
    const origin = header(request, 'origin')
    if (origin !== undefined && isPreflight(request)) {
      const standing = standingOf(origin)
      if (standing !== 'foreign') return preflight(request, origin, standing)
    }
    const problem = refusal(request, standingOf)
    const answer = problem === undefined ? next(request) : service.trouble(problem, request)
    return settle(answer, given => {
      const response = setsCookie(given) ? guarded(given, request, standingOf, service) : given
      const varied = varyBy(response, 'Origin')
      if (origin === undefined) return varied
      const standing = standingOf(origin)
      if (standing !== 'foreign')
        return {
          ...varied,
          headers: [...varied.headers, ...grant(origin, standing), 'Access-Control-Expose-Headers', EXPOSED],
        }
      return problem !== undefined || isOwn(origin, header(request, 'host'))
        ? varied
        : withNote(varied, unshared(origin))
    })
  }

/** Why a request that can change something is not let through, or undefined. */
const refusal = (request: HttpRequest, standingOf: (origin: string) => Standing): Problem | undefined => {
  const { method } = request
  // What no resource does is answered as ever: 404, 405, 501.
  if (!canChange(request)) return undefined
  if (SAFE.has(method) && isSpeculative(request))
    return new Problem(
      'speculative-request',
      `${method} ${request.path} changes something, so it is not done before somebody really asks for it.`,
    )
  const site = header(request, 'sec-fetch-site')
  // The browser's own word, which no page can forge; a proxy in front of a page's server leaves it as it is, too.
  if (site === 'same-origin') return undefined
  const origin = header(request, 'origin')
  if (origin !== undefined) {
    const standing = standingOf(origin)
    if (standing === 'credentials' || isOwn(origin, header(request, 'host'))) return undefined
    if (standing === 'foreign')
      return new Problem('cross-site-request', `${method} can change something, and ${unshared(origin)}.`)
    if (request.headers['cookie'] === undefined) return undefined
    return new Problem(
      'cross-site-request',
      `${method} can change something, and came with cookies, which ${uncredited(origin)}.`,
    )
  }
  // A link or an image has no Origin; what it does comes without asking, wherever the page is from.
  if (site === 'cross-site' || site === 'same-site')
    return new Problem(
      'cross-site-request',
      `${method} ${request.path} changes something, and a page of another origin asked for it without saying which one (Sec-Fetch-Site: ${site}). A script can send it with fetch, from an origin that is allowed.`,
    )
  return undefined
}

const setsCookie = ({ headers }: HttpResponse): boolean => headers.includes('Set-Cookie')

/**
 * A browser keeps a cookie of an answer that its page may not read: so a page of any origin could log its visitor in, as
 * whom it likes. Who is let in without cookies gets none.
 */
const guarded = (
  response: HttpResponse,
  request: HttpRequest,
  standingOf: (origin: string) => Standing,
  { trouble }: Service,
): HttpResponse => {
  const origin = header(request, 'origin')
  if (origin === undefined || header(request, 'sec-fetch-site') === 'same-origin') return response
  if (standingOf(origin) !== 'open' || isOwn(origin, header(request, 'host'))) return response
  const detail = `The answer to ${request.method} ${request.path} sets a cookie, which ${uncredited(origin)}.`
  return trouble(new Problem('cross-site-request', detail), request)
}

/** `Sec-Purpose: prefetch;prerender` (Fetch), and what older browsers said instead. */
const isSpeculative = (request: HttpRequest): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name =>
    /\b(?:prefetch|prerender|preview)\b/i.test(header(request, name) ?? ''),
  )

const isPreflight = ({ method, headers }: HttpRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/**
 * The answer to a preflight (Fetch §4.8): the resource's own methods, the fields that were asked for. A browser sends the
 * request itself only after an ok status; so a path that no resource has is let through, because only then does the page get
 * to read the 404 and the path that was probably meant, instead of "CORS error".
 */
const preflight = (request: HttpRequest, origin: string, standing: Standing): HttpResponse => {
  const { resource, path } = request
  const asked = header(request, 'access-control-request-method') ?? ''
  const methods = resource !== undefined ? allow(resource) : TOKEN.test(asked) ? asked : ''
  const names = (header(request, 'access-control-request-headers') ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => TOKEN.test(name) && name !== '*')
  return {
    status: 204,
    headers: [
      ...grant(origin, standing),
      ...(methods === '' ? [] : ['Access-Control-Allow-Methods', methods]),
      ...(names.length === 0 ? [] : ['Access-Control-Allow-Headers', names.join(', ')]),
      'Access-Control-Max-Age',
      MAX_AGE,
      'Vary',
      'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    ],
    note: `preflight for ${clip(asked)} from ${clip(origin)}${resource === undefined ? `; no resource has the path ${clip(path)}` : ''}`,
  }
}

const grant = (origin: string, standing: Standing): readonly string[] =>
  standing === 'credentials'
    ? ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true']
    : ['Access-Control-Allow-Origin', '*']

/** Which origin is allowed, but without cookies, and what would allow these. */
const uncredited = (origin: string): string =>
  `the origin ${clip(origin)} may not have: "*" lets it in without cookies; --cors ${clip(origin)} would let it in with them`

/** Which origin is not allowed, and what would allow it. */
const unshared = (origin: string): string => {
  if (origin === 'null') return 'the origin null (a file, a sandboxed frame) is never allowed; serve the page over http'
  return isOrigin(origin)
    ? `the origin ${clip(origin)} is not allowed; --cors ${clip(origin)} would allow it`
    : `"${clip(origin)}" is no origin that could be allowed`
}
