/** Answers only requests that are meant for this server by its Host: a name that was rebound to this address is refused. */

// DNS rebinding: a page of evil.test has its own name resolve to 127.0.0.1, and the browser then takes this server for a
// part of that site. Only the Host field tells the difference. IP addresses cannot be rebound.

import { clip } from '../core/clip.js'
import { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import { isLoopback, parseAuthority } from '../wire/authority.js'
import { remembering } from '../wire/origin.js'
import type { Feature } from './feature.js'

const ENTRY = '^(\\*|\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?)$'

const options = {
  description: 'Answer for this host, too; repeatable.',
  default: [],
  hint: 'a host name or address without scheme and port, as in mock.example; several in a list; * for any',
  flag: '--allow-host <name>',
  rare: true,
  env: ['RESTAGE_HOSTS'],
  anyOf: [
    { type: 'boolean' },
    { type: 'string', pattern: ENTRY },
    { type: 'array', items: { type: 'string', pattern: ENTRY } },
  ],
} as const satisfies Schema

export const hosts: Feature<typeof options> = {
  name: 'hosts',
  doc: 'only requests for this host are answered',
  options,
  byDefault: [],
  open(entries, { host, service }) {
    const allowed = hostPolicy(typeof entries === 'string' ? [entries] : entries, host)
    return {
      frame: true,
      middleware: next => request => {
        const sent = request.headers['host']
        // HTTP/1.0 knows no Host, and a browser no HTTP/1.0.
        if (typeof sent !== 'string' || allowed(sent)) return next(request)
        return service.trouble(misdirected(sent), request)
      },
    }
  },
}

/**
 * Whether a Host value means this server: loopback, the address that it listens on, an entry, exactly. The port does not
 * matter: a forwarded port has another number. A server that listens everywhere also takes every literal address.
 */
export const hostPolicy = (entries: readonly string[], listening: string): ((host: string) => boolean) => {
  if (entries.includes('*')) return () => true
  const bare = listening.includes(':') && !listening.startsWith('[') ? `[${listening}]` : listening
  const named = new Set([...entries, bare].flatMap(entry => parseAuthority(entry)?.host ?? []))
  const everywhere = named.has('0.0.0.0') || named.has('[0:0:0:0:0:0:0:0]')
  return remembering(host => {
    const authority = parseAuthority(host)
    if (authority === undefined) return false
    return isLoopback(authority) || named.has(authority.host) || (everywhere && authority.kind !== 'name')
  })
}

const misdirected = (sent: string): Problem => {
  const host = parseAuthority(sent)?.host
  const remedy =
    host === undefined
      ? 'Use localhost in the URL.'
      : `Use localhost in the URL, or start it with --allow-host ${clip(host)}.`
  return new Problem('misdirected-request', `This server does not answer for the host "${clip(sent)}". ${remedy}`, {}, [
    // RFC 9110 §15.5.20: the connection was made for somebody else.
    'Connection',
    'close',
  ])
}
