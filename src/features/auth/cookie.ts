/** The cookie that carries a session: its form as the settings have it, and what a browser would make of it. */

import { isLoopback, parseAuthority } from '../../wire/authority.js'
import { expireCookie, setCookie, type CookieForm } from '../../wire/cookies.js'
import { header, type HttpRequest } from '../../wire/message.js'
import { isOwn } from '../../wire/origin.js'
import type { CookieSettings } from './options.js'

export interface SessionCookie {
  readonly name: string
  /** The Set-Cookie value for a session that ends in so many seconds at the latest. */
  set(request: HttpRequest, id: string, seconds: number): string
  /** The one that takes it back. */
  expire(request: HttpRequest): string
  /** Why a browser would not keep what `set` gave it for this request; undefined when it would. */
  remark(request: HttpRequest): string | undefined
  /** What is wrong with it whoever asks. */
  readonly warnings: readonly string[]
}

const SAME_SITE = { lax: 'Lax', strict: 'Strict', none: 'None' } as const

export const sessionCookie = (given: CookieSettings, base: string): SessionCookie => {
  const { name, sameSite, secure, path, domain } = completed(given, base)
  const form: CookieForm = { name, path, domain, sameSite: SAME_SITE[sameSite] }
  const isSecure = (request: HttpRequest): boolean => (secure === 'auto' ? isHttps(request) : secure)
  return {
    name,
    set: (request, id, seconds) => setCookie(form, id, seconds, isSecure(request)),
    expire: request => expireCookie(form, isSecure(request)),
    remark: request => remarkOn(form, isSecure(request), request),
    warnings: warningsOf(form, secure),
  }
}

const completed = (given: CookieSettings, base: string) => {
  const {
    name = 'restage_sid',
    sameSite = 'lax',
    secure,
    path,
    domain,
  } = typeof given === 'string' ? { name: given } : given
  const prefix = prefixOf(name)
  return {
    name,
    sameSite,
    domain,
    // What a prefix demands need not be said once more.
    secure: secure ?? (prefix === undefined ? ('auto' as const) : true),
    path: path ?? (prefix === '__Host-' || base === '' ? '/' : base),
  }
}

/** Names that promise something (6265bis §4.1.3); browsers do not look at their case. */
const prefixOf = (name: string): '__Host-' | '__Secure-' | undefined => {
  if (/^__host-/i.test(name)) return '__Host-'
  return /^__secure-/i.test(name) ? '__Secure-' : undefined
}

const warningsOf = ({ name, path, domain, sameSite }: CookieForm, secure: 'auto' | boolean): string[] => {
  const prefix = prefixOf(name)
  const broken = [
    ...(prefix !== undefined && secure !== true ? ['secure: true'] : []),
    ...(prefix === '__Host-' && path !== '/' ? ['path: /'] : []),
    ...(prefix === '__Host-' && domain !== undefined ? ['no domain'] : []),
  ]
  return [
    ...(broken.length === 0
      ? []
      : [
          `Browsers will drop the cookie ${name}: a name that begins with ${prefix} needs ${broken.join(' and ')} under auth.cookie.`,
        ]),
    ...(sameSite === 'None' && secure !== true
      ? [
          `Browsers will drop the cookie ${name} over http: sameSite: none needs secure: true, which they take from localhost, too.`,
        ]
      : []),
  ]
}

const remarkOn = ({ sameSite, domain }: CookieForm, isSecure: boolean, request: HttpRequest): string | undefined => {
  const authority = parseAuthority(header(request, 'host') ?? '')
  if (sameSite === 'None' && !isSecure) return 'a browser drops the cookie: SameSite=None without Secure'
  if (isSecure && !isHttps(request) && authority !== undefined && !isLoopback(authority))
    return 'a browser drops the cookie: Secure, and this is plain http'
  const parent = domain?.replace(/^\./, '').toLowerCase()
  if (parent !== undefined && authority !== undefined && !`.${authority.host}`.endsWith(`.${parent}`))
    return `a browser drops the cookie: Domain=${domain} is not the domain of this host`
  if (!isFromElsewhere(request)) return undefined
  // Chromium keeps none of another site in a private window, whatever SameSite says, and others keep none at all.
  if (header(request, 'sec-fetch-site') === 'cross-site' && !isNavigation(request))
    return `a browser drops the cookie: ${sameSite === 'None' ? 'it' : `SameSite=${sameSite}, and it`} is for another site than the page (localhost and 127.0.0.1 are two)`
  return request.headers['cookie'] === undefined && !isNavigation(request)
    ? 'a page of another origin keeps the cookie only if it fetches with credentials: "include"'
    : undefined
}

const isNavigation = (request: HttpRequest): boolean => header(request, 'sec-fetch-mode') === 'navigate'

/** Whether a page of another origin sent it. */
export const isFromElsewhere = (request: HttpRequest): boolean => {
  const origin = header(request, 'origin')
  return (
    origin !== undefined &&
    !isOwn(origin, header(request, 'host')) &&
    header(request, 'sec-fetch-site') !== 'same-origin'
  )
}

/** Whether the client spoke https to a proxy in front: here nobody speaks TLS. Nothing but an attribute depends on it. */
const isHttps = (request: HttpRequest): boolean => {
  const [first = ''] = (header(request, 'forwarded') ?? '').split(',', 1)
  const proto = /(?:^|;)[ \t]*proto="?([a-z]+)/i.exec(first)?.[1] ?? header(request, 'x-forwarded-proto')
  return /^[ \t]*https[ \t]*(?:,|$)/i.test(proto ?? '')
}
