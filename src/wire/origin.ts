/** Origins as browsers send them (RFC 6454 §6.2): which are allowed, which one is the server's own. */

import { isLoopback, parseAuthority } from './authority.js'

/** What an origin may do. `credentials`: everything, with cookies; `open`: everything without; `foreign`: nothing. */
export type Standing = 'credentials' | 'open' | 'foreign'

/** More different values than this are not remembered. */
const REMEMBERED = 256

const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@]+)$/
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': ':80', 'https:': ':443' }

/**
 * The standing of an origin: loopback origins of http and https, and those on the list, exactly. `*` on the list opens
 * the rest, never with credentials. `null` is nobody, and so is what no browser would send.
 */
export const originPolicy = (list: readonly string[]): ((origin: string) => Standing) => {
  const exact = new Set(list.map(withoutDefaultPort))
  const open = exact.has('*')
  return remembering(origin => {
    const parts = parseOrigin(origin)
    if (parts === undefined) return 'foreign'
    if (exact.has(origin) || parts.loopback) return 'credentials'
    return open ? 'open' : 'foreign'
  })
}

/** Nobody from elsewhere. */
export const noOrigin = (): Standing => 'foreign'

/** Whether the origin is one that a browser could send, and a setting could name. */
export const isOrigin = (origin: string): boolean => parseOrigin(origin) !== undefined

/** Whether a page of this origin came from the very server that a request with this Host is sent to. */
export const isOwn = (origin: string, host: string | undefined): boolean =>
  host !== undefined && origin === withoutDefaultPort(`http://${host.toLowerCase()}`)

/** Keeps the outcome per raw value, for a bounded number of short values: clients send the same few again and again. */
export const remembering = <T>(decide: (value: string) => T): ((value: string) => T) => {
  const kept = new Map<string, T>()
  return value => {
    const known = kept.get(value)
    if (known !== undefined) return known
    const outcome = decide(value)
    // Too long to be remembered is no reason to forget the others.
    if (value.length > 512) return outcome
    if (kept.size >= REMEMBERED) kept.clear()
    kept.set(value, outcome)
    return outcome
  }
}

const parseOrigin = (origin: string): { readonly loopback: boolean } | undefined => {
  const [, scheme = '', rest = ''] = ORIGIN.exec(origin) ?? []
  // A browser writes a host in one way only: another way is somebody else.
  const authority = rest === rest.toLowerCase() ? parseAuthority(rest) : undefined
  if (authority === undefined) return undefined
  const canonical = authority.kind !== 'ipv6' || rest.startsWith('[::1]')
  return { loopback: (scheme === 'http' || scheme === 'https') && canonical && isLoopback(authority) }
}

const withoutDefaultPort = (origin: string): string => {
  const port = DEFAULT_PORTS[origin.slice(0, origin.indexOf(':') + 1)]
  return port !== undefined && origin.endsWith(port) ? origin.slice(0, -port.length) : origin
}
