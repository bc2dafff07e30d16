/** The only place where a server listens: it binds, passes on from one app to the next, and closes without losing an answer. */

import { createServer, type Server } from 'node:http'
import type { App } from '../app.js'
import { bindAll } from './bind.js'
import { crowdOf } from './crowd.js'
import { receiversOf } from './receivers.js'
import type { ServeFile } from './static.js'
import type { Observer } from './observer.js'

export interface Listening {
  /** `http://localhost:4000`, without the base. */
  readonly url: string
  readonly port: number
  /**
   * From now on the app that `make` gives is asked; what the one before it has begun, it brings to an end. `folder`: the
   * files that are served beside it. Rejects, and changes nothing, if `make` fails.
   */
  pass(folder: string | undefined, make: () => App): Promise<App>
  /** Stops listening, lets requests in flight finish for at most `grace` milliseconds (1000), then ends them. */
  close(grace?: number): Promise<void>
}

/** So long an app that was replaced has for what its features began. */
const FAREWELL = 10_000

export const listen = async (app: App, observer: Observer = {}): Promise<Listening> => {
  const { config } = app
  // One for all addresses: a limit is about the process.
  const crowd = crowdOf(config.limits)
  /** Who is asked: the one thing here that changes while the server listens. */
  let present = { app, receivers: receiversOf(app, observer, { crowd, serveFile: await filesOf(config.static) }) }
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
      .on('request', (req, res) => present.receivers.request(req, res))
      .on('checkContinue', (req, res) => present.receivers.continuation(req, res))
      .on('checkExpectation', (req, res) => present.receivers.expectation(req, res))
      .on('connect', (req, socket) => present.receivers.tunnel(req, socket))
      .on('clientError', (error, socket) => present.receivers.unparsed(error, socket))
    // A client may say that it has nothing more to send (`nc -N`) and still wait for its answer. Node has no option for it.
    return Object.assign(server, { httpAllowHalfOpen: true })
  }
  const { servers, port } = await bindAll(create, config.host, config.port)
  return {
    url: `http://${hostInUrl(config.host)}:${port}`,
    port,
    async pass(folder, make) {
      const files = await filesOf(folder)
      const before = present.app
      // All in one go: nothing can be written while the features of two apps are open.
      const next = make()
      present = { app: next, receivers: receiversOf(next, observer, { crowd, serveFile: files }) }
      // Nobody waits for what it has under way, but it may come to its end.
      const over = new Promise<void>(resolve => void setTimeout(resolve, FAREWELL).unref())
      before.close(over, next).catch((error: unknown) => observer.failed?.(error))
      const { headersTimeout, requestTimeout, keepAliveTimeout } = next.config.limits
      for (const server of servers) Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout })
      return next
    },
    close: (grace = 1000) => closeAll(servers, present.app, grace),
  }
}

/** sirv is loaded only for somebody who has files. */
const filesOf = async (folder: string | undefined): Promise<ServeFile | undefined> =>
  folder === undefined ? undefined : (await import('./static.js')).serveFiles(folder)

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
  const features = app.close(over)
  servers.forEach(server => server.closeIdleConnections())
  await Promise.all([...closed, Promise.race([features, over])])
  clearTimeout(timer)
}
