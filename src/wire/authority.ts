/** The host and port in a Host field, an origin or a setting, by one strict grammar: what looks like something else is nothing. */

export interface Authority {
  readonly kind: 'name' | 'ipv4' | 'ipv6'
  /** In lower case; an IPv6 address in brackets and with all of its eight groups: `[0:0:0:0:0:0:0:1]`. */
  readonly host: string
  /** As written; undefined when there is none. */
  readonly port: string | undefined
}

const PARTS = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([1-9]\d{0,4}))?$/i
const OCTET = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`)
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
/** A name that ends so is an IPv4 address to a browser, however short (WHATWG URL §3.5). */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/

export const LOOPBACK6 = '[0:0:0:0:0:0:0:1]'

/**
 * A name, a dotted-decimal IPv4 address or an IPv6 address in brackets; then a port from 1 to 65535. Undefined for
 * everything else: user information, octal, hexadecimal and short addresses, empty labels, and a dot at the end, which is
 * another spelling of a name that has one already.
 */
export const parseAuthority = (text: string): Authority | undefined => {
  const [, written, port] = PARTS.exec(text) ?? []
  if (written === undefined || Number(port ?? 1) > 65535) return undefined
  const host = written.toLowerCase()
  if (host.startsWith('[')) {
    const groups = expand(host.slice(1, -1))
    return groups === undefined ? undefined : { kind: 'ipv6', host: `[${groups.join(':')}]`, port }
  }
  if (ENDS_IN_NUMBER.test(host)) return IPV4.test(host) ? { kind: 'ipv4', host, port } : undefined
  return host.length <= 253 && host.split('.').every(label => LABEL.test(label))
    ? { kind: 'name', host, port }
    : undefined
}

/** Whether the host can only be this machine: `localhost` and names below it (RFC 6761 §6.3), 127/8, `::1`. */
export const isLoopback = ({ kind, host }: Authority): boolean => {
  if (kind === 'name') return host === 'localhost' || host.endsWith('.localhost')
  return kind === 'ipv4' ? host.startsWith('127.') : host === LOOPBACK6
}

/** Whether only this machine can reach a server that listens there. */
export const isPrivate = (address: string): boolean => {
  const authority = parseAuthority(address.includes(':') ? `[${address}]` : address)
  return authority !== undefined && isLoopback(authority)
}

/** The eight groups of an IPv6 address (RFC 4291 §2.2), without leading zeros; undefined when it is none. */
const expand = (text: string): string[] | undefined => {
  const [before = '', after, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const head = groupsOf(before)
  const tail = groupsOf(after ?? '')
  if (head === undefined || tail === undefined) return undefined
  const missing = 8 - head.length - tail.length
  // The double colon stands for one group at least.
  if (after === undefined ? missing !== 0 : missing < 1) return undefined
  return [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
}

const groupsOf = (text: string): string[] | undefined => {
  if (text === '') return []
  const groups = text.split(':')
  const last = groups.at(-1) ?? ''
  if (IPV4.test(last)) {
    const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number)
    groups.splice(-1, 1, (a * 256 + b).toString(16), (c * 256 + d).toString(16))
  }
  if (!groups.every(group => /^[0-9a-f]{1,4}$/.test(group))) return undefined
  return groups.map(group => group.replace(/^0+(?=.)/, ''))
}
