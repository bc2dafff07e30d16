/** A stretch of the way between a client and a server, for tests: it can be cut, and it can stop taking anything. */

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Relay {
  readonly port: number
  /** How many connections have been made. */
  readonly connections: () => number
  /** Cuts all connections; new ones can be made at once. */
  cut(): void
}

export const withRelay = async (to: number, use: (relay: Relay) => Promise<void>): Promise<void> => {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer(near => {
    connections++
    const far = connect(to, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const cut = () => sockets.forEach(socket => socket.destroy())
  try {
    await use({ port: (server.address() as AddressInfo).port, connections: () => connections, cut })
  } finally {
    cut()
    await new Promise(resolve => server.close(resolve))
  }
}
