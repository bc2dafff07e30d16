/** How often each client may ask: a quota, told with every answer, and 429 when it is used up. */

// The fields are those of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` and `RateLimit`, Lists of Strings.

import { clientAt } from '../core/client-address.js'
import { settle } from '../core/json.js'
import { Problem } from '../core/problem.js'
import { meter, QUOTA_PATTERN, readQuota, type Meter, type Quota, type Standing } from '../core/quota.js'
import type { Schema } from '../core/schema.js'
import { withHeaders, type HttpRequest, type Middleware, type Resource } from '../wire/message.js'
import type { Service } from '../wire/service.js'
import type { Feature } from './feature.js'

/** What it is on with when nothing but that is said. */
const USUAL = '100/1m'

const options = {
  description: 'Requests per client, as in 100/1m (429).',
  hint: 'a number of requests and a span of time, as in 100/1m or 5/s; true: 100/1m',
  flag: '--rate <quota>',
  env: ['RESTAGE_RATE'],
  anyOf: [{ type: 'boolean' }, { type: 'string', pattern: QUOTA_PATTERN }],
} as const satisfies Schema

/** What the policy is called in the fields and in the problem. */
const POLICY = 'default'

export const rate: Feature<typeof options> = {
  name: 'rate',
  doc: 'each client may send so many requests in a span of time',
  options,
  live: USUAL,
  open(text, { service, keep }) {
    const quota = readQuota(typeof text === 'string' ? text : USUAL)
    const limit = limiting(quota, keep('rate', meter), service)
    return {
      admit: resource => (isExempt(resource, service.base) ? undefined : limit),
      banner: [['Quota', `${quota.requests} requests in ${quota.seconds} s for each client, then 429`]],
    }
  },
}

/** What is about the server itself, and the pages that explain a 429. */
const isExempt = ({ control, path }: Resource, base: string): boolean =>
  control !== undefined || path.startsWith('/-/') || path.startsWith(`${base}/-/`)

const limiting =
  (quota: Quota, clients: Meter, service: Service): Middleware =>
  next =>
  request => {
    const standing = clients.take(clientOf(request, service), quota, service.now())
    const answer = standing.admitted ? next(request) : service.trouble(exceeded(quota, standing), request)
    return settle(answer, response => withHeaders(response, fieldsOf(quota, standing)))
  }

/** By the session, else by the address of the socket. What a request says of where it came from can be made up. */
const clientOf = (request: HttpRequest, { late }: Service): string => {
  const login = late.login?.(request)
  return login === undefined ? `address ${clientAt(request.client)}` : `session ${login.handle}`
}

const fieldsOf = ({ requests, seconds }: Quota, { remaining, reset }: Standing): readonly string[] => [
  'RateLimit-Policy',
  `"${POLICY}";q=${requests};w=${seconds}`,
  'RateLimit',
  `"${POLICY}";r=${remaining};t=${reset}`,
]

const exceeded = ({ requests, seconds }: Quota, { reset }: Standing): Problem =>
  new Problem(
    'quota-exceeded',
    `A client may send ${requests} requests in ${seconds} s, and these are used up. Try again in ${reset} s.`,
    // As the registered type calls it. XML can carry the hyphen, too.
    { 'violated-policies': [POLICY] },
    ['Retry-After', String(reset)],
  )
