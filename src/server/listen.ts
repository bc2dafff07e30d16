/** The only place where a server listens: it binds, and closes without losing an answer. */

import { createServer, type Server } from 'node:http'
import type { App } from '../app.js'
import { bindAll } from './bind.js'
import { crowdOf } from './crowd.js'
import { receiversOf } from './receivers.js'
import type { Observer } from './observer.js'

export interface Listening {
  /** `http://localhost:4000`, without the base. */
  readonly url: string
  readonly port: number
  /** Stops listening, lets requests in flight finish for at most `grace` milliseconds (1000), then ends them. */
  close(grace?: number): Promise<void>
}

export const listen = async (app: App, observer: Observer = {}): Promise<Listening> => {
  const { config } = app
  // sirv is loaded only for somebody who has files.
  const files = config.static === undefined ? undefined : (await import('./static.js')).serveFiles(config.static)
  // One for all addresses: a limit is about the process.
  const crowd = crowdOf(config.limits)
  const receivers = receiversOf(app, observer, { crowd, serveFile: files })
  const create = (): Server => {
    const server = createServer({
      // The parser's limit is for both together; which of the two was too long is told by the guard.
      maxHeaderSize: config.limits.header + config.limits.url,
      headersTimeout: config.limits.headersTimeout,
      requestTimeout: config.limits.requestTimeout,
      keepAliveTimeout: config.limits.keepAliveTimeout,
      // Node looks at its deadlines only every 30 s unless told otherwise.
      connectionsCheckingInterval: 1000,
      // Without a Host the guard answers, with a problem.
      requireHostHeader: false,
    })
      .on('connection', crowd.join)
      .on('request', receivers.request)
      .on('checkContinue', receivers.continuation)
      .on('checkExpectation', receivers.expectation)
      .on('connect', receivers.tunnel)
      .on('clientError', receivers.unparsed)
    // A client may say that it has nothing more to send (`nc -N`) and still wait for its answer. Node has no option for it.
    return Object.assign(server, { httpAllowHalfOpen: true })
  }
  const { servers, port } = await bindAll(create, config.host, config.port)
  return {
    url: `http://${hostInUrl(config.host)}:${port}`,
    port,
    close: (grace = 1000) => closeAll(servers, app, grace),
  }
}

/** An address of everything is reached by the name of this machine; an IPv6 address stands in brackets. */
const hostInUrl = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const closeAll = async (servers: readonly Server[], app: App, grace: number): Promise<void> => {
  const closed = servers.map(server => new Promise<void>(resolve => void server.close(() => resolve())))
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>(resolve => {
    timer = setTimeout(() => {
      servers.forEach(server => server.closeAllConnections())
      resolve()
    }, grace)
  })
  // What features have under way may take as long as requests in flight may, and no longer: nobody is to hang on it.
  const features = app.close({ final: true, over })
  servers.forEach(server => server.closeIdleConnections())
  await Promise.all([...closed, Promise.race([features, over])])
  clearTimeout(timer)
}
