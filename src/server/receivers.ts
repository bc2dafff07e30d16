/** What happens to each kind of message that a server receives, by one app; whatever happens, it is answered once. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { App } from '../app.js'
import { clip } from '../core/clip.js'
import { settle } from '../core/json.js'
import { Problem } from '../core/problem.js'
import { redactQuery, secretsOf } from '../features/journal/redact.js'
import type { Handler, HttpRequest, HttpResponse, Resource } from '../wire/message.js'
import { varyBy } from '../wire/vary.js'
import { awaitsContinue } from './content.js'
import type { Crowd } from './crowd.js'
import { guard } from './guard.js'
import { follow, unparsed, type Observer } from './observer.js'
import { readRequest } from './read.js'
import { diagnose, refuse, type ClientError } from './refuse.js'
import { routerOf } from './router.js'
import { sight, type Sighted } from './sight.js'
import type { ServeFile } from './static.js'
import { inTurn } from './turn.js'
import { writeResponse } from './write.js'

export interface Receivers {
  request(req: IncomingMessage, res: ServerResponse): void
  /** An Expect that says 100-continue, and perhaps more. */
  continuation(req: IncomingMessage, res: ServerResponse): void
  /** An Expect other than 100-continue. */
  expectation(req: IncomingMessage, res: ServerResponse): void
  /** CONNECT. */
  tunnel(req: IncomingMessage, socket: Duplex): void
  /** What the parser could not read, or what came too late. */
  unparsed(error: ClientError, socket: Duplex): void
}

/** Who wants to see the response of an exchange under way, whichever app answers it. */
const watchers = new WeakMap<ServerResponse, (response: HttpResponse) => void>()

const EMPTY: HttpResponse = { status: 200, headers: [], facts: { file: true } }

const respond = (req: IncomingMessage, res: ServerResponse, response: HttpResponse) => {
  watchers.get(res)?.(response)
  writeResponse(req, res, response)
}

/** A file in place of a resource is there for some values of Accept only. */
const varied = (response: HttpResponse, resource: Resource | undefined): HttpResponse =>
  resource === undefined ? response : varyBy(response, 'Accept')

/** What there is beside the app. */
export interface Surroundings {
  readonly crowd: Crowd
  readonly serveFile: ServeFile | undefined
}

export const receiversOf = (app: App, observer: Observer, { crowd, serveFile }: Surroundings): Receivers => {
  const { limits } = app.config
  const { trouble } = app.service
  const secrets = secretsOf(app.families)
  /** Logs are read by others, too, and kept for long. */
  const shown = (target: string): string => {
    const mark = target.indexOf('?')
    return mark === -1 ? target : target.slice(0, mark + 1) + redactQuery(target.slice(mark + 1), secrets)
  }

  const failing = (req: IncomingMessage, res: ServerResponse, request: HttpRequest) => (error: unknown) => {
    const response = trouble(new Problem('internal', 'Something went wrong inside the server.'), request)
    // The client first: it waits, and whoever is told may fail, too.
    frame(req, res, () => response)
    observer.failed?.(error)
  }

  const handle = (req: IncomingMessage, res: ServerResponse, resource: Resource | undefined) => {
    const request = readRequest(req, res, limits, resource)
    const fail = failing(req, res, request)
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
    if (serveFile === undefined || (resource !== undefined && resource.yields?.(req) !== true))
      return handle(req, res, resource)
    const framed = settle(app.frame(() => EMPTY)(readRequest(req, res, limits, undefined)), response =>
      response.status === EMPTY.status
        ? serveFile(req, res, varied(response, resource).headers, () => handle(req, res, resource))
        : respond(req, res, response),
    )
    if (framed instanceof Promise) framed.catch(failing(req, res, readRequest(req, res, limits, undefined)))
  })

  const reject = (req: IncomingMessage, res: ServerResponse, problem: Problem) => {
    const response = trouble(problem, { headers: req.headers, path: (req.url ?? '*').split('?')[0] ?? '*' })
    // What could not be understood may have left something behind on the connection.
    const closing = { ...response, headers: [...response.headers, 'Connection', 'close'] }
    // A page may read why its request was refused. What is no HTTP did not come from one, and a preflight is not read.
    if (problem.name === 'malformed-request' || req.method === 'OPTIONS') respond(req, res, closing)
    else frame(req, res, () => closing)
  }

  /** The content cannot be read to its end: this is the answer, and nothing more comes from this connection. */
  const abandon = (res: ServerResponse, problem: Problem) => {
    const response = trouble(problem, { headers: res.req.headers, path: (res.req.url ?? '*').split('?')[0] ?? '*' })
    watchers.get(res)?.(response)
    res.writeHead(response.status, [...response.headers, 'Connection', 'close'])
    if (res.req.method === 'HEAD') res.end()
    else res.end(response.body)
  }

  const begin = (req: IncomingMessage, res: ServerResponse) => {
    const watcher = follow(req, res, observer, shown)
    if (watcher !== undefined) watchers.set(res, watcher)
  }

  const refuseUnparsed = (socket: Duplex, problem: Problem, sighted?: Sighted) => {
    const response = refuse(socket, problem, trouble, sighted)
    observer.exchanged?.(unparsed(response, sighted?.method, sighted && shown(sighted.target)))
  }

  const request = (req: IncomingMessage, res: ServerResponse) => {
    begin(req, res)
    const problem = crowd.refusal(req.socket) ?? guard(req, limits)
    if (problem === undefined) route(req, res)
    else reject(req, res, problem)
  }

  const expectation = (req: IncomingMessage, res: ServerResponse) => {
    begin(req, res)
    const asked = clip(req.headers.expect ?? '')
    const problem = new Problem('expectation-failed', `Nothing but 100-continue can be expected, not "${asked}".`)
    reject(req, res, crowd.refusal(req.socket) ?? guard(req, limits) ?? problem)
  }

  return {
    request,
    continuation(req, res) {
      if (awaitsContinue(req)) request(req, res)
      else expectation(req, res)
    },
    expectation,
    tunnel(req, socket) {
      socket.on('error', () => socket.destroy())
      // What is meant for the other end of the tunnel goes nowhere.
      socket.resume()
      const problem = new Problem('not-implemented', 'CONNECT asks for a tunnel, and this is no proxy.')
      inTurn(socket, () => refuseUnparsed(socket, problem, { method: 'CONNECT', target: req.url ?? '-' }))
    },
    unparsed(error, socket) {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return void socket.destroy()
      const problem = diagnose(error, limits)
      inTurn(socket, res => {
        if (res === undefined) refuseUnparsed(socket, problem, sight(error.rawPacket, error.bytesParsed))
        else abandon(res, problem)
      })
    },
  }
}
