/** The values that every layer speaks: what JSON can hold, and nothing else. */

export type Json = null | boolean | number | string | readonly Json[] | Fields

/** The members of one record, in the order in which they are shown. */
export interface Fields {
  readonly [name: string]: Json
}

/** A value now, or a promise of it: a store may be in memory or far away. */
export type Awaitable<T> = T | Promise<T>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Goes on at once where the value is at hand, so that the common case pays for no promise. */
export const settle = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)

/** One step of a JSON Pointer (RFC 6901 §3) for a member's name or an index. */
export const step = (name: string | number): string => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** The same in a pointer that is a URI fragment (RFC 6901 §6): ASCII, so that every format can carry it. */
export const fragmentStep = (name: string | number): string =>
  // A lone surrogate has no encoding; it stands as the replacement character.
  `/${encodeURIComponent(
    step(name)
      .slice(1)
      .replaceAll(/\p{Cs}/gu, '\ufffd'),
  )}`
