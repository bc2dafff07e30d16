/** What a response says to caches (RFC 9111), where it is other than what its representation says. */

import type { FieldList } from '../core/problem.js'

/** The fields with another Cache-Control; where nothing is said, nothing is added. */
export const withCaching = (headers: FieldList, directives: string): FieldList =>
  headers.map((text, index) => (index % 2 === 1 && headers[index - 1] === 'Cache-Control' ? directives : text))
