/** Who is logged in: a bounded registry of sessions, each with an idle and an absolute end, by the clock that is handed in. */

import type { Chance } from './chance.js'
import type { Clock } from './clock.js'
import type { Json } from './json.js'

/** How long sessions live, in milliseconds. */
export interface Lifetime {
  /** From its last use. */
  readonly idle: number
  /** From the login, however much it is used. */
  readonly absolute: number
}

export interface Session {
  /** Names it without giving it away. */
  readonly handle: string
  /** The key of the record that logged in. */
  readonly key: string
  /** When it began, was last used, and ends at the latest, in milliseconds since the epoch. */
  readonly created: number
  readonly seen: number
  readonly expires: number
  /** When it ends if nobody uses it any more. */
  readonly idleExpires: number
}

export interface Begun {
  /** What only the client has: whoever knows it is logged in. */
  readonly id: string
  readonly session: Session
}

export interface Sessions {
  /** For those that are there already, too. Said again when the settings change. */
  live(lifetime: Lifetime): void
  /** Always under a new id. `proof` is what the login rests on: the password, as the record has it. */
  begin(key: string, proof: Json): Begun
  /** The session that is alive under this id, which has been used by this. */
  use(id: string): Session | undefined
  /** The same, without using it: whoever only looks keeps nobody logged in. */
  look(id: string): Session | undefined
  /** All that are alive, the oldest first. */
  list(): readonly Session[]
  find(handle: string): Session | undefined
  /** Ends the session of this id. */
  end(id: string): void
  /** Ends every session that this is true of; how many that were alive. */
  endWhere(condition: (session: Session, proof: Json) => boolean): number
  /** Sets when a session ends at the latest. */
  expire(handle: string, at: number): Session | undefined
}

/** More sessions than this are not kept: the oldest goes. */
export const SESSIONS_MAX = 10_000

/** The last moment that a date can tell. */
const TIME_MAX = 8_640_000_000_000_000

/** 128 bits: nobody guesses them. */
const ID_BYTES = 16
const HANDLE_BYTES = 9

interface Kept {
  readonly handle: string
  readonly key: string
  readonly proof: Json
  readonly created: number
  seen: number
  expires: number
}

export const sessionRegistry = (clock: Clock, chance: Chance): Sessions => {
  /** In the order of the logins. */
  const kept = new Map<string, Kept>()
  let lifetime: Lifetime = { idle: 0, absolute: 0 }

  const show = ({ handle, key, created, seen, expires }: Kept): Session => ({
    handle,
    key,
    created,
    seen,
    expires,
    idleExpires: Math.min(later(seen, lifetime.idle), expires),
  })

  const isOver = (session: Kept): boolean => {
    const { idleExpires } = show(session)
    return clock.now() >= idleExpires
  }

  const sweep = (): void => {
    for (const [id, session] of kept) if (isOver(session)) kept.delete(id)
  }

  const alive = (id: string): Kept | undefined => {
    const session = kept.get(id)
    if (session === undefined || !isOver(session)) return session
    kept.delete(id)
    return undefined
  }

  const byHandle = (handle: string): Kept | undefined => {
    sweep()
    return [...kept.values()].find(session => session.handle === handle)
  }

  return {
    live: next => void (lifetime = next),
    begin(key, proof) {
      if (kept.size >= SESSIONS_MAX) sweep()
      for (const id of kept.keys()) {
        if (kept.size < SESSIONS_MAX) break
        kept.delete(id)
      }
      const id = chance.token(ID_BYTES)
      const created = clock.now()
      const handle = chance.token(HANDLE_BYTES)
      const session = { handle, key, proof, created, seen: created, expires: later(created, lifetime.absolute) }
      kept.set(id, session)
      return { id, session: show(session) }
    },
    use(id) {
      const session = alive(id)
      if (session === undefined) return undefined
      session.seen = clock.now()
      return show(session)
    },
    look(id) {
      const session = alive(id)
      return session && show(session)
    },
    list() {
      sweep()
      return [...kept.values()].map(show)
    },
    find(handle) {
      const session = byHandle(handle)
      return session && show(session)
    },
    end: id => void kept.delete(id),
    endWhere(condition) {
      sweep()
      const before = kept.size
      for (const [id, session] of kept) if (condition(show(session), session.proof)) kept.delete(id)
      return before - kept.size
    },
    expire(handle, at) {
      const session = byHandle(handle)
      if (session === undefined) return undefined
      session.expires = Math.min(at, TIME_MAX)
      return show(session)
    },
  }
}

const later = (from: number, span: number): number => Math.min(from + span, TIME_MAX)
