/** The session as a resource: POST logs in, GET tells who is, DELETE logs out. */

import { isFields, type Fields } from '../../core/json.js'
import { normalizeKey } from '../../core/key.js'
import type { Doorkeeper } from '../../core/password.js'
import { invalidContent, Problem, type Fault } from '../../core/problem.js'
import { keyText } from '../../core/family.js'
import type { Session } from '../../core/sessions.js'
import type { Schema } from '../../core/schema.js'
import type { Shape } from '../../wire/codec.js'
import type { Format } from '../../wire/formats.js'
import { withHeaders, type Handler, type HttpRequest, type HttpResponse, type Resource } from '../../wire/message.js'
import { preferredReturn } from '../../wire/prefer.js'
import { takeDocument } from '../../wire/take-document.js'
import { withNote } from '../../wire/vary.js'
import { formatFor, present } from './answer.js'
import { idsIn, sessionOf, sessionPath, unauthenticated, type Gate, type People } from './gate.js'

/** What an answer about a session says to caches: a Set-Cookie does not keep them away by itself (RFC 9111 §7.3). */
const UNSTORED = ['Cache-Control', 'no-store']

export const sessionResource = (gate: Gate, people: People, keeper: Doorkeeper): Resource => {
  const { service } = gate
  return {
    path: sessionPath(service),
    methods: { GET: tell(gate, people), POST: logIn(gate, people, keeper), DELETE: logOut(gate) },
    options: ['Accept-Post', service.formats.read.join(', ')],
    doc: 'log in and out',
  }
}

const tell =
  (gate: Gate, people: People): Handler =>
  request => {
    const { service } = gate
    const session = sessionOf(gate, request)
    if (session === undefined)
      return service.trouble(unauthenticated(gate, request, 'To tell who is logged in takes a session'), request)
    const format = formatFor(service, request, 'document')
    return format instanceof Problem ? service.trouble(format, request) : show(gate, people, session, format)
  }

const logOut =
  (gate: Gate): Handler =>
  request => {
    for (const id of idsIn(gate, request)) gate.sessions.end(id)
    return { status: 204, headers: ['Set-Cookie', gate.cookie.expire(request), ...UNSTORED] }
  }

const logIn = (gate: Gate, people: People, keeper: Doorkeeper): Handler => {
  const { service, sessions } = gate
  const shape = shapeOf(people)
  return async request => {
    const format = formatFor(service, request, 'document')
    if (format instanceof Problem) return service.trouble(format, request)
    const given = await read(request, shape, people, gate)
    if (given instanceof Problem) return service.trouble(given, request)
    const entry = await service.store.get(people.family.singular, given.key)
    const stored = fieldOf(entry?.fields, people.secret)
    const admitted = await keeper.admits(stored, given.password)
    if (!admitted || entry === undefined || stored === undefined) return service.trouble(refusal(gate, people), request)
    // While the password was looked at, somebody may have changed it.
    const now = await service.store.get(people.family.singular, given.key)
    if (fieldOf(now?.fields, people.secret) !== stored) return service.trouble(refusal(gate, people), request)
    // Never the id that came with the request (session fixation), and that one is dead.
    for (const id of idsIn(gate, request)) sessions.end(id)
    const { id, session } = sessions.begin(entry.key, stored)
    return answer(gate, people, { request, format, id, session })
  }
}

interface Login {
  readonly request: HttpRequest
  readonly format: Format
  readonly id: string
  readonly session: Session
}

/** The 201 (RFC 9110 §15.3.2). */
const answer = async (gate: Gate, people: People, { request, format, id, session }: Login): Promise<HttpResponse> => {
  const { service, cookie } = gate
  const preferred = preferredReturn(request)
  const path = sessionPath(service)
  const seconds = (session.expires - session.created) / 1000
  const headers = [
    'Location',
    path,
    'Set-Cookie',
    cookie.set(request, id, seconds),
    ...(preferred === undefined ? [] : ['Preference-Applied', `return=${preferred}`]),
  ]
  const remark = cookie.remark(request)
  const shown: HttpResponse =
    preferred === 'minimal'
      ? { status: 201, headers: [...headers, ...UNSTORED] }
      : withHeaders({ ...(await show(gate, people, session, format)), status: 201 }, [
          ...headers,
          'Content-Location',
          path,
        ])
  const noted = withNote(shown, `"${session.key}" logged in`)
  return remark === undefined ? noted : withNote(noted, remark)
}

/** One for both: whether there is such a record is nobody's business. */
const refusal = ({ challenge }: Gate, { family, secret }: People): Problem =>
  new Problem('unauthenticated', `The ${family.key} or the ${secret} is not right.`, {}, [
    'WWW-Authenticate',
    challenge,
  ])

interface Credentials {
  readonly key: string
  readonly password: string
}

/** What POST takes: both are texts, whatever the records make of them. */
const shapeOf = ({ family, secret }: People): Shape => {
  const text: Schema = { type: 'string' }
  return { name: 'session', schema: { type: 'object', properties: { [family.key]: text, [secret]: text } } }
}

const read = async (
  request: HttpRequest,
  shape: Shape,
  { family, secret }: People,
  { service }: Gate,
): Promise<Credentials | Problem> => {
  const value = await takeDocument(request, shape, service)
  if (value instanceof Problem) return value
  const fields = isFields(value) ? value : undefined
  const key = keyText(fieldOf(fields, family.key))
  const password = keyText(fieldOf(fields, secret))
  const faults = [missing(family.key, key), missing(secret, password)].flat()
  // More members than these are no matter: forms like to send a button along.
  return key === undefined || password === undefined ? invalidContent(faults) : { key: normalizeKey(key), password }
}

const missing = (name: string, value: string | undefined): Fault[] =>
  value === undefined ? [{ pointer: `#/${name}`, detail: `To log in takes a ${name}, a text.` }] : []

const fieldOf = (fields: Fields | undefined, name: string) =>
  fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined

const show = ({ service }: Gate, { family }: People, session: Session, format: Format) =>
  present(service, format, {
    kind: 'document',
    name: 'session',
    plural: 'sessions',
    schema: {},
    title: 'Session',
    self: sessionPath(service),
    up: service.base || '/',
    value: {
      [family.key]: session.key,
      created: dateOf(session.created),
      expires: dateOf(session.expires),
      idleExpires: dateOf(session.idleExpires),
    },
  })

export const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString()
