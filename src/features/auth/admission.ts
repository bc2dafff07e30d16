/** What stands before the records: whether a request needs somebody who is logged in (401), and whether they may (403). */

import { settle, type Awaitable, type Fields, type Json } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Session } from '../../core/sessions.js'
import { withCaching } from '../../wire/caching.js'
import type { HttpRequest, Middleware, Resource, Subject } from '../../wire/message.js'
import { canChange } from '../../wire/safety.js'
import { sessionOf, unauthenticated, type Gate } from './gate.js'

export interface Rules {
  readonly protect: 'none' | 'writes' | 'all'
  /** Whoever is logged in may change their own record. */
  readonly owner: boolean
  /** Who has one of these may change the records of all. */
  readonly roles: readonly string[]
}

/** Gives nothing for what needs nobody: such a resource costs what it would without this feature. */
export const admission =
  (gate: Gate, rules: Rules) =>
  ({ about }: Resource): Middleware | undefined => {
    if (about === undefined || rules.protect === 'none') return undefined
    const { trouble } = gate.service
    return next => request => {
      // Asked of reads, too: whoever reads is there.
      const session = sessionOf(gate, request)
      const changes = canChange(request)
      if (!changes && rules.protect === 'writes') return next(request)
      if (session === undefined) return trouble(unauthenticated(gate, request, needs(request, rules)), request)
      return settle(changes ? judge(gate, rules, { session, about, request }) : undefined, problem => {
        if (problem !== undefined) return trouble(problem, request)
        const answer = next(request)
        return rules.protect === 'all' ? settle(answer, forOne) : answer
      })
    }
  }

/** What only some may read is in no cache that others share. */
const forOne = <T extends { readonly headers: readonly string[] }>(response: T): T =>
  response.headers.includes('no-cache')
    ? { ...response, headers: withCaching(response.headers, 'private, no-cache') }
    : response

const needs = ({ method, path }: HttpRequest, { protect }: Rules): string =>
  protect === 'all'
    ? `${method} ${path} needs a session, as everything here does`
    : `${method} ${path} needs a session, as every change does`

interface Attempt {
  readonly session: Session
  readonly about: Subject
  readonly request: HttpRequest
}

/** Why somebody may not change this; undefined when they may. */
const judge = (
  { service, people }: Gate,
  { owner, roles }: Rules,
  { session, about, request }: Attempt,
): Awaitable<Problem | undefined> => {
  if (!owner && roles.length === 0) return undefined
  const { family, keyOf } = about
  // The rules are about those who can log in; other records belong to nobody.
  if (people === undefined || family.singular !== people.family.singular) return undefined
  if (owner && keyOf?.(request) === session.key) return undefined
  return settle(service.store.get(family.singular, session.key), entry => {
    if (entry !== undefined && rolesOf(entry.fields).some(role => typeof role === 'string' && roles.includes(role)))
      return undefined
    const own = owner ? `the record "${session.key}"` : 'nothing here'
    const others = roles.length === 0 ? '' : `; ${roles.join(' or ')} may change all`
    return new Problem(
      'forbidden',
      `${request.method} ${request.path}: "${session.key}" may change ${own}${others}. Nothing was changed.`,
    )
  })
}

/** The roles that a record has: a list under `roles`, or a text under `role`; each may as well be the other. */
const rolesOf = (fields: Fields): readonly Json[] =>
  ['roles', 'role'].flatMap(name => (Object.hasOwn(fields, name) ? (fields[name] ?? []) : []))
