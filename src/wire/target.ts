/** What a request is about: its key, decoded and checked, and whether the record is there as the action needs it. */

import type { Family } from '../core/family.js'
import { isDotSegment, normalizeKey, refuseKey } from '../core/key.js'
import { settle, type Awaitable } from '../core/json.js'
import type { Action } from '../core/lifecycle.js'
import { nearest } from '../core/nearest.js'
import { Problem } from '../core/problem.js'
import type { Entry } from '../core/store.js'
import { decodeSegment, encodeSegment } from './resource.js'
import type { Service } from './service.js'

export const itemPath = (service: Service, family: Family, key: string): string =>
  `${service.base}/${family.singular}/${encodeSegment(key)}`

/** The key that a raw segment names, whether there can be such a record or not; undefined when it cannot be read. */
export const namedKey = (raw: string): string | undefined => {
  const decoded = decodeSegment(raw)
  return decoded === undefined ? undefined : normalizeKey(decoded)
}

/** The key that a raw segment names; or why it names no record of this family. */
export const keyOf = (raw: string | Problem, family: Family, action: Action): string | Problem => {
  if (raw instanceof Problem) return raw
  const key = namedKey(raw)
  if (key === undefined)
    return new Problem('malformed-request', `"${raw}" is not percent-encoded UTF-8 (RFC 3986 §2.1).`)
  const reason = refuseKey(key)
  if (reason === undefined) return key
  // What can never be there is not found; but who wants to create it has to learn why not.
  if (action.expects !== 'present' || isDotSegment(key))
    return new Problem('invalid-key', `The ${family.key} ${JSON.stringify(key)} ${reason}.`)
  return new Problem('not-found', `There is no ${family.singular} with this ${family.key}; it ${reason}.`)
}

/** What is wrong with the target being there, or not (404, 410, 409). */
export const checkTarget = (
  service: Service,
  family: Family,
  action: Action,
  key: string,
  entry: Entry | undefined,
): Awaitable<Problem> | undefined => {
  if (action.expects === 'absent' && entry !== undefined) return alreadyExists(service, family, key)
  if (action.expects === 'present' && entry === undefined)
    return isGone(service, family, key) ? gone(service, family, key) : notFound(service, family, key)
  return undefined
}

export const alreadyExists = (service: Service, family: Family, key: string): Problem =>
  new Problem(
    'already-exists',
    `There is a ${family.singular} "${key}" already. To change it: PUT ${itemPath(service, family, key)}.`,
  )

const isGone = ({ graves }: Service, family: Family, key: string): boolean =>
  family.gone === true && graves?.has(family.singular, key) === true

const gone = (service: Service, family: Family, key: string): Problem =>
  new Problem(
    'gone',
    `The ${family.singular} "${key}" was removed. To create it anew: POST ${itemPath(service, family, key)}.`,
  )

const notFound = (service: Service, family: Family, key: string): Awaitable<Problem> =>
  settle(service.store.list(family.singular), entries => {
    const near = nearest(key, keysOf(entries))
    const path = near === undefined ? undefined : itemPath(service, family, near)
    const meant = near === undefined ? '' : ` Did you mean "${near}"?`
    return new Problem(
      'not-found',
      `There is no ${family.singular} "${key}".${meant}`,
      path === undefined ? {} : { suggestion: path },
    )
  })

function* keysOf(entries: readonly Entry[]): Generator<string> {
  for (const entry of entries) yield entry.key
}
