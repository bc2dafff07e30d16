/** What can be switched while it is served, as whoever steers the server sees it. */

import type { Awaitable, Fields, Json } from './json.js'
import type { Problem } from './problem.js'

/**
 * What there is against a change, asked when it is its turn and nobody else can switch any more: so of two with the same
 * idea of the settings only one succeeds.
 */
export type Unless = () => Awaitable<Problem | undefined>

export interface Switches {
  /**
   * The setting of each by its name, as it is in force: `false` where it is off. `switched` lists those that are not left
   * to what the server was started with, or to what its files say since.
   */
  settings(): Fields
  /**
   * A JSON Merge Patch (RFC 7396) of what is in force; `true` is on in the usual way, `null` gives a setting back. Resolves
   * when the very next request meets it, with what is in force then; or with what is wrong, and nothing is changed.
   */
  patch(change: Json, unless?: Unless): Promise<Fields | Problem>
  /** Gives all of them back. */
  reset(unless?: Unless): Promise<Fields | Problem>
}
