/** Binds one server to each address that a host name stands for here, all on the same port. */

import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that somebody else has. */
export class PortInUse extends Error {
  readonly port: number

  constructor(port: number) {
    super(`Port ${port} is already in use.`)
    this.port = port
  }
}

/** An address that this machine does not have. */
export class NoSuchAddress extends Error {
  readonly host: string

  constructor(host: string) {
    super(`This machine has no address ${host}.`)
    this.host = host
  }
}

export interface Bound {
  readonly servers: readonly Server[]
  readonly port: number
}

/** How often a free port is looked for that is free for both families of addresses. */
const ATTEMPTS = 20

/**
 * `localhost` is both loopbacks: a client that resolves it to the other family would otherwise meet a stranger, or nobody.
 * A machine without IPv6 has one loopback only, and that is enough.
 */
export const bindAll = async (create: () => Server, host: string, port: number): Promise<Bound> => {
  if (host !== 'localhost') return bound([await bind(create(), host, port)])
  for (let attempt = 1; ; attempt++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the second takes the port that the first got
    const first = await bind(create(), '127.0.0.1', port)
    try {
      // oxlint-disable-next-line no-await-in-loop -- the same
      return bound([first, await bind(create(), '::1', portOf(first))])
    } catch (error) {
      if (error instanceof NoSuchAddress) return bound([first])
      first.close()
      if (port !== 0 || attempt === ATTEMPTS) throw error
    }
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const bound = (servers: readonly [Server, ...Server[]]): Bound => ({ servers, port: portOf(servers[0]) })

const bind = (server: Server, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new PortInUse(port))
      else if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EINVAL'].includes(error.code ?? ''))
        reject(new NoSuchAddress(host))
      else reject(error)
    })
    server.listen({ host, port }, () => {
      server.removeAllListeners('error')
      // A socket that cannot be accepted (no descriptors left) must not end the process.
      server.on('error', () => undefined)
      resolve(server)
    })
  })
