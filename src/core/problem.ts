/** The catalogue of expected failures (RFC 9457): status, title, what each means and how to mend it. The detail is written at the place. */

import { access } from './catalogue/access.js'
import { control } from './catalogue/control.js'
import type { ProblemKind } from './catalogue/kind.js'
import { message } from './catalogue/message.js'
import { record } from './catalogue/record.js'
import type { Fields, Json } from './json.js'

const kinds = { ...message, ...access, ...record, ...control }

export type ProblemName = keyof typeof kinds

/** By their names, in the order of their status codes. */
export const catalogue = Object.fromEntries(
  Object.entries(kinds).toSorted(([, a], [, b]) => a.status - b.status),
) as Readonly<Record<ProblemName, ProblemKind>>

/** Header fields that a status needs: alternating names and values. */
export type FieldList = readonly string[]

/** A failure on its way to the client. A value, not an exception: nobody throws it past a layer. */
export class Problem {
  readonly name: ProblemName
  readonly detail: string
  /** Extension members (RFC 9457 §3.2): letters, digits and `_`, so that XML can carry them. */
  readonly extensions: Fields
  readonly headers: FieldList

  constructor(name: ProblemName, detail: string, extensions: Fields = {}, headers: FieldList = []) {
    this.name = name
    this.detail = detail
    this.extensions = extensions
    this.headers = headers
  }

  get status(): number {
    return catalogue[this.name].status
  }

  get title(): string {
    return catalogue[this.name].title
  }
}

/** One thing that is wrong in a content, at a JSON Pointer (RFC 6901) as a URI fragment, as RFC 9457 §3 shows it. */
export interface Fault {
  readonly pointer: string
  readonly detail: string
}

/** All that is wrong with a content, as one problem. */
export const invalidContent = (faults: readonly Fault[]): Problem => {
  const [first] = faults
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : ''
  return new Problem('invalid-content', first === undefined ? 'The content is not valid.' : `${first.detail}${more}`, {
    errors: faults.map(({ pointer, detail }): Json => ({ pointer, detail })),
  })
}
