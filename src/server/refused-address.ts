/** Addresses that no message is ever sent to, whatever the settings say: those of this very link, of cloud metadata, of everybody. */

import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const refused = new BlockList()
// Link-local: metadata services of clouds are there, and they hand out credentials.
refused.addSubnet('169.254.0.0', 16, 'ipv4')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addAddress('fd00:ec2::254', 'ipv6')
// "This network", the unspecified address, multicast and broadcast are nobody's.
refused.addSubnet('0.0.0.0', 8, 'ipv4')
refused.addAddress('::', 'ipv6')
refused.addSubnet('224.0.0.0', 4, 'ipv4')
refused.addSubnet('ff00::', 8, 'ipv6')
refused.addAddress('255.255.255.255', 'ipv4')
// The same behind a translator (RFC 6052 §2.1) and behind 6to4 (RFC 3056 §2).
refused.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')
refused.addSubnet('2002:a9fe::', 32, 'ipv6')

/** Whether the address is one of those. Not meant for names: they are looked up first. */
export const isRefused = (address: string): boolean => {
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  if (family === 0) return true
  return refused.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether a host as `URL` has it is an address, written out, that is refused: then nothing is looked up. */
export const isRefusedHost = (hostname: string): boolean => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 && isRefused(bare)
}

export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`${host} has an address that nothing is ever sent to`)
  }
}

type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Looks a name up once and gives the connection exactly the addresses that were checked, so that a second answer of the
 * name server changes nothing. One address that is refused condemns the name.
 */
export const checkedLookup =
  (resolve: Resolve = systemLookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => isRefused(address)))
        return callback(new RefusedAddress(hostname), '', 0)
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family)
    })
