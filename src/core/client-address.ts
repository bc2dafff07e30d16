/** Whom an address stands for: one client has one IPv4 address, or a whole /64 of IPv6. */

const MAPPED = /^(?:0{1,4}:){5}ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/** The client behind a socket's address: an IPv4 address as it is, mapped into IPv6 or not; of an IPv6 address its /64. */
export const clientAt = (address: string): string => {
  const bare = (address.split('%')[0] ?? '').toLowerCase()
  if (!bare.includes(':')) return bare
  const full = unfold(bare)
  const [, high, low] = MAPPED.exec(full) ?? []
  if (high !== undefined && low !== undefined) return [...octets(high), ...octets(low)].join('.')
  return `${full
    .split(':')
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** All eight groups, an IPv4 address at the end and `::` written out. */
const unfold = (address: string): string => {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map(group => group.toString(16)).join(':'),
  )
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].join(':')
}

const octets = (group: string): number[] => {
  const number = Number.parseInt(group, 16)
  return [number >> 8, number & 255]
}
