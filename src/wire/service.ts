/** What every handler needs, put together once at start. */

import type { Chance } from '../core/chance.js'
import type { Clock } from '../core/clock.js'
import type { Crypto } from '../core/crypto.js'
import type { Family } from '../core/family.js'
import type { Graves } from '../core/graves.js'
import type { Awaitable, Fields, Json } from '../core/json.js'
import type { Post } from '../core/post.js'
import type { Problem } from '../core/problem.js'
import type { PageLimits } from '../core/query/parameters.js'
import type { Entry, Store } from '../core/store.js'
import type { World } from '../core/world.js'
import type { View } from './codec.js'
import type { Formats } from './formats.js'
import type { HttpRequest, HttpResponse } from './message.js'
import type { Represent } from './representation.js'
import type { Trouble } from './trouble.js'

/** How collections are listed. */
export interface Listing {
  /** Records on a page: when nobody says, and at most. */
  readonly limits: PageLimits
  readonly form: 'link' | 'envelope'
  /** The longest URL that this server takes, in bytes. */
  readonly urlMax: number
}

export interface Service {
  /** What is served, as one thing: for those who steer it. */
  readonly world: World
  readonly store: Store
  /** What was removed; undefined where no family tells that from what never was. */
  readonly graves: Graves | undefined
  readonly formats: Formats
  readonly represent: Represent
  readonly trouble: Trouble
  /** What stands before every path: empty, or `/api`. */
  readonly base: string
  /** Milliseconds since the epoch: the clock's own. */
  readonly now: () => number
  readonly clock: Clock
  /** The real time, which nobody steers: for pauses and signs of life on a connection. */
  readonly wall: Clock
  readonly chance: Chance
  readonly crypto: Crypto
  readonly post: Post
  /** What features do for the handlers of all resources; known once all are open, so it is asked during a request only. */
  readonly late: Late
  /** Whether a change needs a precondition (428). */
  readonly requireMatch: boolean
  /** Whether PUT makes what is not there. */
  readonly put: 'update' | 'create'
  readonly listing: Listing
  /** Where the server is reached, for commands to copy; known once it listens. */
  readonly origin: () => string | undefined
  /** The same record as the other versions have it; absent where there is one version only. */
  readonly others?: (family: Family, entry: Entry) => readonly Shown[]
}

/** A record as one version has it. */
export interface Shown {
  readonly service: Service
  readonly family: Family
  readonly entry: Entry
}

/** Who is logged in. */
export interface Login {
  /** The key of the record that logged in. */
  readonly key: string
  /** Names the session without giving it away: for lists, logs and counting. */
  readonly handle: string
}

/** What serves a world of its own beside the one that is served, found or made by its name; undefined when there can be no more. */
export type SandboxOf = (name: string) => Promise<Service> | undefined

/** The journal for those who ask without a request. Questions are written as the query of its URL is. */
export interface JournalControl {
  /** All that is known of the requests that are meant, the newest first; or what is wrong with the question. */
  find(question: string): Awaitable<readonly Fields[] | Problem>
  /** Undefined when as many have come as `count` says, or any at all where it says nothing; else what came instead. */
  claim(question: string): Problem | undefined
}

/** The rules for those who steer without a request. */
export interface RuleControl {
  /** In the order in which they are asked. */
  list(): readonly Fields[]
  /** The rule as it is in force now, before all others; or why it cannot be. */
  add(rule: Json): Promise<Fields | Problem>
  /** Undefined when it is gone. */
  remove(handle: string): Problem | undefined
  /** Removes all that were added. */
  clear(): void
}

/** What some features can do and all handlers may need. Undefined as long as the feature is off. */
export interface Late {
  /** Who sent the request, by a session that is alive. */
  readonly login: ((request: HttpRequest) => Login | undefined) | undefined
  /** Whether whoever sent the request may read records now; asked again and again for what stays open. */
  readonly reads: ((request: HttpRequest) => boolean) | undefined
  /** What WWW-Authenticate says. */
  readonly challenge: string | undefined
  /** Answers with what is to come instead of what is there: the changes of one record, or of a family. */
  readonly follow:
    | ((request: HttpRequest, about: { family: Family; key?: string; service: Service }) => Awaitable<HttpResponse>)
    | undefined
  readonly sandbox: SandboxOf | undefined
  /** Whether whoever sent the request may watch and steer the server now; asked again and again for what stays open. */
  readonly steers: ((request: HttpRequest) => boolean) | undefined
  /** The families as requests have them that name no version; undefined where there are no versions. */
  readonly usual: readonly Family[] | undefined
  readonly journal: JournalControl | undefined
  readonly rules: RuleControl | undefined
}

/** What every view of this server has in common. */
export const surroundings = (service: Service): Pick<View, 'formats' | 'origin' | 'parameter'> => {
  const origin = service.origin()
  const { written, parameter } = service.formats
  return { formats: written, ...(parameter !== '' && { parameter }), ...(origin !== undefined && { origin }) }
}
