/** Sessions (RFC 6265): one logs in with a cookie, and what the settings protect is only for those who did. */

import type { Family } from '../../core/family.js'
import { settle, type Awaitable, type Json } from '../../core/json.js'
import { doorkeeper, isDerived, isPassword, parseDerived, type Doorkeeper } from '../../core/password.js'
import { milliseconds } from '../../core/quantity.js'
import { sessionRegistry, type Sessions } from '../../core/sessions.js'
import type { Entry } from '../../core/store.js'
import { user } from '../../core/user.js'
import type { HttpRequest } from '../../wire/message.js'
import type { Feature } from '../feature.js'
import { admission, type Rules } from './admission.js'
import { sessionCookie } from './cookie.js'
import { challengeOf, seenSessionOf, sessionPath, type Gate, type People } from './gate.js'
import { sessionsResources } from './list.js'
import { options, type AuthSettings } from './options.js'
import { sessionResource } from './session.js'

/** Bytes of the key under which passwords are compared. */
const KEY_BYTES = 32

export const auth: Feature<typeof options> = {
  name: 'auth',
  doc: 'sessions, and what needs one',
  options,
  byDefault: {},
  open(settings, { families, service, keep }) {
    const { cookie: given = 'restage_sid', idle = '30m', absolute = '12h', realm } = settings
    const people = peopleOf(families)
    const rules = rulesOf(settings)
    const cookie = sessionCookie(given, service.base)
    const sessions = keep('sessions', () => sessionRegistry(service.clock, service.chance))
    sessions.live({ idle: milliseconds(idle), absolute: milliseconds(absolute) })
    const form = people && sessionPath(service)
    const challenge = challengeOf(realm ?? people?.family.plural ?? 'api', cookie.name, form)
    const gate: Gate = { service, sessions, cookie, people, challenge }
    const kept = rules.protect === 'none' ? {} : { admit: admission(gate, rules) }
    const reads =
      rules.protect === 'all' ? (request: HttpRequest) => seenSessionOf(gate, request) !== undefined : undefined
    if (people === undefined)
      return {
        ...kept,
        late: { reads, challenge },
        warnings: rules.protect === 'none' ? [] : [nobody(rules, 'there is nobody with a password')],
      }

    const keeper = doorkeeper(service.crypto, service.chance.token(KEY_BYTES))
    const { store } = service
    const survey = ifItCan(() => settle(store.list(people.family.singular), entries => look(people, entries, keeper)))
    // What has outlived a change of the fixture rests on passwords that may be others now.
    for (const key of new Set(sessions.list().map(session => session.key)))
      void ifItCan(() => settle(store.get(people.family.singular, key), entry => recheck(sessions, people, key, entry)))
    const leave = service.store.watch(({ family, key, entry }) => {
      if (family !== people.family.singular) return
      keeper.notice(passwordOf(people, entry))
      recheck(sessions, people, key, entry)
    })
    return {
      ...kept,
      resources: [sessionResource(gate, people, keeper)],
      control: root => sessionsResources(gate, people, root),
      late: { login: request => seenSessionOf(gate, request), reads, challenge },
      banner: rules.protect === 'none' ? [] : [['Login', `POST ${form} for ${rules.protect}`]],
      warnings: [
        ...cookie.warnings,
        ...rulesWarnings(settings),
        ...(survey === undefined || survey instanceof Promise ? [] : surveyWarnings(survey, rules, people)),
      ],
      close: leave,
    }
  },
}

/** A store that fails at the start is told of by the requests that need it. */
const ifItCan = <T>(ask: () => Awaitable<T>): Awaitable<T | undefined> => {
  try {
    const answer = ask()
    return answer instanceof Promise ? answer.catch(() => undefined) : answer
  } catch {
    return undefined
  }
}

/** The built-in family logs in, with its first secret for a password. */
const peopleOf = (families: readonly Family[]): People | undefined => {
  const family = families.find(({ singular }) => singular === user.singular)
  const secret = family?.secrets[0]
  return family === undefined || secret === undefined ? undefined : { family, secret }
}

/** Who may change what is a question of changes, so these are protected where nothing is said. */
const rulesOf = ({ protect, owner = false, roles = [] }: AuthSettings): Rules => ({
  protect: protect ?? (owner || roles.length > 0 ? 'writes' : 'none'),
  owner,
  roles,
})

const rulesWarnings = ({ protect, owner = false, roles = [] }: AuthSettings): string[] =>
  protect === 'none' && (owner || roles.length > 0)
    ? ['auth.protect is none, so owner and roles keep nobody from anything: leave it out, or say writes or all.']
    : []

interface Survey {
  /** Whether anybody has a password. */
  readonly anybody: boolean
  /** Scrypt strings that are none, by their keys: what is wrong with each. */
  readonly broken: readonly (readonly [key: string, reason: string])[]
}

const look = (people: People, entries: readonly Entry[], keeper: Doorkeeper): Survey => {
  const broken: [string, string][] = []
  let anybody = false
  for (const entry of entries) {
    const stored = passwordOf(people, entry)
    keeper.notice(stored)
    if (isPassword(stored)) anybody = true
    else if (isDerived(stored)) broken.push([entry.key, String(parseDerived(stored))])
  }
  return { anybody, broken }
}

const surveyWarnings = ({ anybody, broken }: Survey, rules: Rules, { family, secret }: People): string[] => [
  ...broken.map(
    ([key, reason]) =>
      `${family.singular} ${JSON.stringify(key)} cannot log in: its ${secret} begins like a scrypt string, and ${reason}.`,
  ),
  ...(anybody || rules.protect === 'none' ? [] : [nobody(rules, `no ${family.singular} has a ${secret}`)]),
]

const nobody = ({ protect }: Rules, why: string): string =>
  `Nobody can log in: ${why}. So ${protect === 'all' ? 'everything' : 'every change'} is answered 401.`

const passwordOf = ({ secret }: People, entry: Entry | undefined): Json | undefined =>
  entry !== undefined && Object.hasOwn(entry.fields, secret) ? entry.fields[secret] : undefined

/** Ends the sessions of a record that is gone, or has another password. */
const recheck = (sessions: Sessions, people: People, key: string, entry: Entry | undefined): void => {
  const stored = passwordOf(people, entry)
  sessions.endWhere((session, proof) => session.key === key && proof !== stored)
}
