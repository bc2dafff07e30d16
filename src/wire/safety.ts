/** Which requests can change something: those whose method may, and those of the old style that do it by GET. */

import type { HttpRequest } from './message.js'

/** RFC 9110 §9.2.1, RFC 10008 §2: of these nothing changes, whoever sends them. */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE'])

/** Whether the request would be performed by something that can change anything. What no resource does changes nothing. */
export const canChange = ({ method, resource }: Pick<HttpRequest, 'method' | 'resource'>): boolean => {
  // Most requests end here.
  if (SAFE.has(method) && resource?.unsafe !== true) return false
  return resource !== undefined && Object.hasOwn(resource.methods, method) && method !== 'OPTIONS'
}
