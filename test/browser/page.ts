/** A page for a test in a browser: nothing but an origin, on a port of its own. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const withPage = async (use: (port: number) => Promise<void>): Promise<void> => {
  const server = createServer((_, res) => {
    res
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><link rel="icon" href="data:,"><title>app</title>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await use((server.address() as AddressInfo).port)
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}
