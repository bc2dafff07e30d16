/** Something that can be done to the server. */

export interface Deed {
  /** What its button says. */
  readonly name: string
  readonly method: 'PATCH' | 'PUT' | 'POST' | 'DELETE'
  /** Behind the root: `/settings`. */
  readonly path: string
  /** What is so when it has been done, as a sentence. */
  readonly done: string
  /** Sent as JSON. */
  readonly content?: unknown
}

export const deedOf = (name: string, method: Deed['method'], path: string, done: string, content?: unknown): Deed => ({
  name,
  method,
  path,
  done,
  content,
})
