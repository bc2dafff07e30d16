/** What happens to each kind of message that a server receives; whatever happens, it is answered once. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App } from '../app.js'
import { settle } from '../core/json.js'
import { Problem } from '../core/problem.js'
import type { Handler, HttpResponse, Resource } from '../wire/message.js'
import { guard } from './guard.js'
import { follow, unparsed, type Observer } from './observer.js'
import { readRequest } from './read.js'
import { diagnose, refuse, type ClientError } from './refuse.js'
import { routerOf } from './router.js'
import { serveFiles } from './static.js'
import { writeResponse } from './write.js'

export interface Receivers {
  request(req: IncomingMessage, res: ServerResponse): void
  /** An Expect other than 100-continue. */
  expectation(req: IncomingMessage, res: ServerResponse): void
  /** CONNECT. */
  tunnel(req: IncomingMessage, socket: Duplex): void
  /** What the parser could not read, or what came too late. */
  unparsed(error: ClientError, socket: Duplex): void
}

const EMPTY: HttpResponse = { status: 200, headers: [] }

export const receiversOf = (app: App, observer: Observer): Receivers => {
  const { limits, static: folder } = app.config
  const { trouble } = app.service
  const serveFile = folder === undefined ? undefined : serveFiles(folder)
  /** Who wants to see the response of an exchange under way. */
  const watchers = new WeakMap<ServerResponse, (response: HttpResponse) => void>()

  const respond = (req: IncomingMessage, res: ServerResponse, response: HttpResponse) => {
    watchers.get(res)?.(response)
    writeResponse(req, res, response)
  }

  const handle = (req: IncomingMessage, res: ServerResponse, resource: Resource | undefined) => {
    const request = readRequest(req, res, limits, resource)
    const fail = (error: unknown) => {
      observer.failed?.(error)
      const response = trouble(new Problem('internal', 'Something went wrong inside the server.'), request)
      frame(req, res, () => response)
    }
    try {
      const done = settle(app.handle(request), response => respond(req, res, response))
      if (done instanceof Promise) done.catch(fail)
    } catch (error) {
      fail(error)
    }
  }

  /** Answers that come from no resource, with what the features say of every answer; or what they say against it. */
  const frame = (req: IncomingMessage, res: ServerResponse, handler: Handler) =>
    void settle(app.frame(handler)(readRequest(req, res, limits, undefined)), response => respond(req, res, response))

  const route = routerOf(app.resources, (req, res, resource) => {
    if (resource !== undefined || serveFile === undefined) return handle(req, res, resource)
    const framed = settle(app.frame(() => EMPTY)(readRequest(req, res, limits, undefined)), response => {
      if (response.status !== EMPTY.status) return respond(req, res, response)
      return serveFile(req, res, response.headers, () => handle(req, res, undefined))
    })
    if (framed instanceof Promise) framed.catch(error => (observer.failed?.(error), res.destroy()))
  })

  const reject = (req: IncomingMessage, res: ServerResponse, problem: Problem) => {
    const response = trouble(problem, { headers: req.headers, path: (req.url ?? '*').split('?')[0] ?? '*' })
    // What could not be understood may have left something behind on the connection.
    const closing = { ...response, headers: [...response.headers, 'Connection', 'close'] }
    // A page may read why its request was refused. What is no HTTP did not come from one, and a preflight is not read.
    if (problem.name === 'malformed-request' || req.method === 'OPTIONS') respond(req, res, closing)
    else frame(req, res, () => closing)
  }

  const begin = (req: IncomingMessage, res: ServerResponse) => {
    const watcher = follow(req, res, observer)
    if (watcher !== undefined) watchers.set(res, watcher)
  }

  const report = (response: HttpResponse | undefined, req?: IncomingMessage) => {
    if (response !== undefined) observer.exchanged?.(unparsed(response, req?.method, req?.url))
  }

  return {
    request(req, res) {
      begin(req, res)
      const problem = guard(req, limits)
      if (problem === undefined) route(req, res)
      else reject(req, res, problem)
    },
    expectation(req, res) {
      begin(req, res)
      const asked = req.headers.expect ?? ''
      reject(req, res, new Problem('expectation-failed', `Nothing but 100-continue can be expected, not "${asked}".`))
    },
    tunnel(req, socket) {
      socket.on('error', () => socket.destroy())
      report(
        refuse(socket, new Problem('not-implemented', 'CONNECT asks for a tunnel, and this is no proxy.'), trouble),
        req,
      )
    },
    unparsed(error, socket) {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') socket.destroy()
      else report(refuse(socket, diagnose(error, limits), trouble))
    },
  }
}
