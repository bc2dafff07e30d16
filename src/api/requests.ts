/** What came to the server, for a test to look at and to make claims about. */

import { Problem } from '../core/problem.js'
import type { JournalControl, Service } from '../wire/service.js'
import { ExpectationError, type NearMiss } from './expectation-error.js'

/** Which requests are meant: those that meet all of it; without anything, all. */
export interface RequestFilter {
  /** In any case: `PUT`. */
  readonly method?: string
  /** As it was sent, base included and query left out; `*` stands for any one segment: `/user/*`. */
  readonly path?: string
  /** A status or a class of them: `404`, `'4xx'`. */
  readonly status?: number | string
  /** What came after the request with this id; or from this moment on. */
  readonly since?: number | Date | string
  /** Whether the operation was in the path, as it was of old. */
  readonly style?: 'old' | 'rest'
  /** Whether no resource had the path. */
  readonly unmatched?: boolean
}

/** A content, as far as it was kept: 64 KiB of it, with what is secret taken out. */
export interface RecordedContent {
  /** Its length in bytes; absent when there was none. */
  readonly length?: number
  /** Its text; null when it cannot be shown. */
  readonly content?: string | null
  /** Why it cannot. */
  readonly withheld?: string
  /** The format of the text, where it is not the one that came. */
  readonly shownAs?: string
  /** Something secret was taken out. */
  readonly redacted?: true
  /** Only its beginning was kept. */
  readonly cut?: true
}

/** One request with its answer, as `GET /-/requests/{id}` has it. */
export interface RecordedRequest {
  /** Counted up from 1. */
  readonly id: number
  /** When it came, by the server's clock: `2027-01-31T12:00:00.000Z`. */
  readonly time: string
  readonly method: string
  readonly path: string
  /** What stood behind the `?`; absent when there was nothing. */
  readonly query?: string
  readonly status: number
  /** How long the answer took, in milliseconds. */
  readonly ms: number
  /** The media type of the answer. */
  readonly type?: string
  readonly style: 'old' | 'rest'
  /** The same request as the RESTful table has it, for one of the old style. */
  readonly twin?: string
  /** The path of the resource: `/user/:username`. Absent when none has the path. */
  readonly resource?: string
  /** What was done: `retrieve`, `replace`. */
  readonly action?: string
  /** The name of the problem that was answered. */
  readonly problem?: string
  /** The rule that gave the answer, or changed it. */
  readonly rule?: string
  /** What the access log says beside the status. */
  readonly note?: string
  readonly negotiated: {
    readonly accept: string | null
    readonly range: string | null
    readonly format: string | null
  }
  /** The preconditions that came, and what came of them. */
  readonly precondition?: string
  readonly request: RecordedContent & { readonly headers: Readonly<Record<string, string>> }
  readonly response: RecordedContent & {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    /** Its content goes on, and is not kept. */
    readonly streams?: true
  }
  /** The line that sends it again, secrets left out. */
  readonly curl: string
}

export interface Watching {
  /**
   * The requests that came, the newest first, as the journal keeps them.
   *
   * @param filter Which are meant, and at most how many: 1 to 1000, which is the default.
   * @throws {Error} When the journal is off. @throws {RangeError} When the filter is none.
   */
  requests(filter?: RequestFilter & { readonly limit?: number }): Promise<readonly RecordedRequest[]>
  /**
   * Resolves when such requests have come: as many as `count` says, 0 included; without it, at least one.
   *
   * @throws {ExpectationError} When another number came; it tells of those that are almost the ones meant.
   * @throws {Error} When the journal is off. @throws {RangeError} When the filter is none.
   */
  expect(filter: RequestFilter & { readonly count?: number }): Promise<void>
}

const LIMIT = 1000

export const watch = (service: () => Service | Promise<Service>): Watching => {
  const journal = async (): Promise<JournalControl> => {
    const found = (await service()).late.journal
    if (found === undefined)
      throw new Error('Nobody knows which requests came: the setting journal is false, or control is.')
    return found
  }
  return {
    async requests(filter = {}) {
      const found: unknown = sound(await (await journal()).find(questionOf({ limit: LIMIT, ...filter })))
      return found as readonly RecordedRequest[]
    },
    async expect(filter) {
      const problem = (await journal()).claim(questionOf(filter))
      if (problem === undefined) return
      const { detail, extensions } = problem
      if (problem.name !== 'count-mismatch') throw new RangeError(detail)
      const { expected, found, nearest = [] } = extensions
      throw new ExpectationError(detail, Number(expected), Number(found), nearest as unknown as readonly NearMiss[])
    },
  }
}

const sound = <T>(found: T | Problem): T => {
  if (found instanceof Problem) throw new RangeError(found.detail)
  return found
}

/** The filter as the journal's URL has it. */
const questionOf = (filter: object): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
    .join('&')

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value))
