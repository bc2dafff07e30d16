/** Messages to other servers, handed in: what is below the server says what is to be sent, and never opens a connection. */

import type { Cancel } from './clock.js'
import type { FieldList } from './problem.js'

/** Sends one POST. Where it may go, how long it may take and what of the answer is read is decided by who sends it. */
export type Post = (message: Outgoing) => Sending

export interface Outgoing {
  /** With http or https, and without user information. */
  readonly url: string
  readonly headers: FieldList
  readonly body: string
}

export interface Sending {
  /** Never rejects. */
  readonly done: Promise<Sent>
  /** Ends it at once; `done` is a failure then, unless there was an answer already. */
  readonly cancel: Cancel
}

/** The status of the answer, or in a few words why there is none. */
export type Sent = { readonly status: number } | { readonly failure: string }
