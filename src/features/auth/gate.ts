/** Who is who: what the parts of this feature share, put together once from the settings. */

import type { Family } from '../../core/family.js'
import { Problem } from '../../core/problem.js'
import type { Session, Sessions } from '../../core/sessions.js'
import { cookieValues } from '../../wire/cookies.js'
import { header, type HttpRequest } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import { isFromElsewhere, type SessionCookie } from './cookie.js'

export interface Gate {
  readonly service: Service
  readonly sessions: Sessions
  readonly cookie: SessionCookie
  /** The records that can log in, and the field of theirs that has the password; undefined where there are none. */
  readonly people: People | undefined
  /** What WWW-Authenticate says (RFC 9110 §11.6.1). */
  readonly challenge: string
}

export interface People {
  readonly family: Family
  readonly secret: string
}

export const sessionPath = ({ base }: Service): string => `${base}/session`

/** The ids that a request brings: those of other servers on this host, and old ones, may be among them. */
export const idsIn = ({ cookie }: Gate, request: HttpRequest): readonly string[] =>
  cookieValues(header(request, 'cookie'), cookie.name)

/** The session that the request is part of, and that is thereby used. */
export const sessionOf = (gate: Gate, request: HttpRequest): Session | undefined =>
  first(gate, request, id => gate.sessions.use(id))

/** The same for who only wants to know: a feed that is open for hours keeps nobody logged in. */
export const seenSessionOf = (gate: Gate, request: HttpRequest): Session | undefined =>
  first(gate, request, id => gate.sessions.look(id))

const first = (gate: Gate, request: HttpRequest, find: (id: string) => Session | undefined): Session | undefined => {
  // Nearly every request that has none ends here.
  if (request.headers['cookie'] === undefined) return undefined
  for (const id of idsIn(gate, request)) {
    const session = find(id)
    if (session !== undefined) return session
  }
  return undefined
}

/**
 * The challenge. HTTP has no scheme for cookies, so the syntax is that of draft-broyer-http-cookie-auth; never Basic, for
 * which a browser would open a dialog.
 */
export const challengeOf = (realm: string, cookie: string, form: string | undefined): string =>
  [`Cookie realm="${realm}"`, ...(form === undefined ? [] : [`form-action="${form}"`]), `cookie-name="${cookie}"`].join(
    ', ',
  )

/** The 401 of a request that needs a session: it says which of the three reasons it is, and what to do. */
export const unauthenticated = (gate: Gate, request: HttpRequest, what: string): Problem => {
  const { service, people, challenge } = gate
  const log =
    people === undefined
      ? 'Nobody can log in here: no record has a password.'
      : `Log in with POST ${sessionPath(service)}.`
  return new Problem('unauthenticated', `${what}, and ${reason(gate, request)}. ${log}`, {}, [
    'WWW-Authenticate',
    challenge,
  ])
}

const reason = (gate: Gate, request: HttpRequest): string => {
  const { name } = gate.cookie
  if (idsIn(gate, request).length > 0) return `the session in the cookie ${name} has ended`
  if (request.headers['cookie'] !== undefined) return `the cookie ${name} is not among those that came with it`
  return isFromElsewhere(request)
    ? 'no cookie came with it; a page of another origin has to fetch with credentials: "include"'
    : 'no cookie came with it'
}
