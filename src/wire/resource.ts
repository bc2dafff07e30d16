/** Paths, segments and methods of resources: how a path is matched and taken apart, and what `Allow` says. */

import type { Resource } from './message.js'

/** The methods in the IANA registry that a server may meet; any other is answered 501. */
export const KNOWN_METHODS: ReadonlySet<string> = new Set(
  (
    'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT COPY LABEL LINK LOCK ' +
    'MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE ORDERPATCH PRI PROPFIND PROPPATCH REBIND REPORT ' +
    'SEARCH UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF VERSION-CONTROL'
  ).split(' '),
)

/** The value of `Allow` for a resource (RFC 9110 §10.2.1). */
export const allow = (resource: Resource): string => {
  const methods = Object.keys(resource.methods)
  if (resource.exact === true) return methods.join(', ')
  const implied = [...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']
  return [...new Set(methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).concat(implied))].join(
    ', ',
  )
}

/** The path's segments, raw, if they are exactly those of the resource: case, slashes and all. A parameter is never empty. */
export const exactly = (resource: Resource, path: string): boolean => {
  const pattern = resource.path.split('/')
  const segments = path.split('/')
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
  )
}

/** The raw last segment of a path: where an item's key stands. */
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A segment decoded once (RFC 3986 §2.1), strictly as UTF-8; undefined when the escapes are broken. */
export const decodeSegment = (raw: string): string | undefined => {
  if (!raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return undefined
  }
}

/** A segment as it stands in a path: everything encoded that has a meaning there. */
export const encodeSegment = (text: string): string => encodeURIComponent(text)
