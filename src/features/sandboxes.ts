/** Worlds beside each other on one server: who names a sandbox sees records, sessions and counters of its own. */

// Test workers that run at once would otherwise trip over each other's records. A sandbox begins as a copy of what is there
// when it is first named; records are immutable, so it costs their places only, and each change what it changes.

import type { Cancel } from '../core/clock.js'
import { keeper, type Keep } from '../core/keeper.js'
import { milliseconds, SPAN_PATTERN } from '../core/quantity.js'
import { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import { fork, type World } from '../core/world.js'
import { cookieValues } from '../wire/cookies.js'
import { answerDocument } from '../wire/document.js'
import { header, type HttpRequest, type Middleware, type Resource } from '../wire/message.js'
import { decodeSegment, lastSegment } from '../wire/resource.js'
import type { Service } from '../wire/service.js'
import { varyBy, withNote } from '../wire/vary.js'
import type { Feature, Parallel } from './feature.js'

const options = {
  description: 'Worlds of their own for parallel tests, by Restage-Sandbox.',
  default: true,
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        max: {
          type: 'integer',
          minimum: 1,
          maximum: 10_000,
          default: 100,
          description: 'How many there can be at once (503).',
          hint: 'a number from 1 to 10000',
        },
        idle: {
          anyOf: [
            { type: 'string', pattern: SPAN_PATTERN },
            { type: 'integer', minimum: 1 },
          ],
          default: '30m',
          description: 'After how long without a request one is gone.',
          hint: 'a span of time, as in 500ms, 10s or 2m',
        },
      },
    },
  ],
} as const satisfies Schema

/** The field and the cookie that name a sandbox; the field counts when both are there. */
const FIELD = 'Restage-Sandbox'
const COOKIE = 'restage_sandbox'
/** No more than a segment of a path can be: `..` would be another place. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/

interface Sandbox {
  readonly world: Promise<World>
  readonly keep: Keep
  readonly created: number
  used: number
  requests: number
}

export const sandboxes: Feature<typeof options> = {
  name: 'sandboxes',
  doc: 'parallel tests each see a world of their own',
  options,
  byDefault: {},
  outermost: true,
  open({ max = 100, idle = '30m' }, { service, keep, over }) {
    const known = keep('sandboxes', () => new Map<string, Sandbox>())
    const servers = new Map<Sandbox, Promise<Parallel>>()
    const lifetime = milliseconds(idle)
    let sweeping: Cancel | undefined

    const drop = (name: string): boolean => {
      const sandbox = known.get(name)
      if (sandbox === undefined) return false
      known.delete(name)
      void servers.get(sandbox)?.then(server => server.close({ final: true, over: Promise.resolve() }))
      return servers.delete(sandbox) || true
    }
    const sweep = (): void => {
      const now = service.now()
      for (const [name, { used }] of known) if (now - used >= lifetime) drop(name)
      sweeping?.()
      sweeping = known.size === 0 ? undefined : service.clock.after(lifetime, sweep)
    }

    const enter = (name: string): Sandbox | Problem => {
      sweep()
      let sandbox = known.get(name)
      if (sandbox === undefined) {
        if (known.size >= max) return full(max)
        const now = service.now()
        sandbox = { world: fork(service.world), keep: keeper(), created: now, used: now, requests: 0 }
        known.set(name, sandbox)
        sweeping ??= service.clock.after(lifetime, sweep)
      }
      sandbox.used = service.now()
      sandbox.requests++
      return sandbox
    }

    /** The server of a sandbox under the present settings. */
    const serverOf = (sandbox: Sandbox): Promise<Parallel> => {
      const running = servers.get(sandbox) ?? sandbox.world.then(world => over(world, sandbox.keep))
      servers.set(sandbox, running)
      return running
    }

    sweep()
    // What was opened in them under the settings before (feeds, sessions) is taken over as it is in the base world.
    for (const sandbox of known.values()) void serverOf(sandbox)

    const middleware: Middleware = next => request => {
      const name = namedBy(request)
      if (name === undefined) return next(request)
      const sandbox = NAME.test(name) ? enter(name) : misnamed()
      if (sandbox instanceof Problem) return next(refused(request, sandbox, service))
      return serverOf(sandbox).then(async server => {
        const answer = await (server.handle(request) ?? next(request))
        return withNote(varyBy(answer, FIELD), `sandbox ${name}`)
      })
    }

    return {
      middleware,
      late: {
        sandbox(name) {
          const sandbox = enter(name)
          return sandbox instanceof Problem ? undefined : serverOf(sandbox).then(({ service: inner }) => inner)
        },
      },
      control: root => sandboxResources(known, service, `${root}/sandboxes`, drop),
      async close(closing) {
        sweeping?.()
        await Promise.all([...servers.values()].map(async server => (await server).close(closing)))
      },
    }
  },
}

/** Most requests have neither. */
const namedBy = (request: HttpRequest): string | undefined => {
  const named = header(request, 'restage-sandbox')
  if (named !== undefined) return named
  const cookie = header(request, 'cookie')
  return cookie?.includes(COOKIE) === true ? cookieValues(cookie, COOKIE)[0] : undefined
}

/** The request with nothing to meet but the problem: so the journal has it, and a page of another origin may read it. */
const refused = (request: HttpRequest, problem: Problem, { trouble }: Service): HttpRequest => ({
  ...request,
  resource: {
    path: request.resource?.path ?? request.path,
    exact: true,
    methods: { [request.method]: () => trouble(problem, request) },
  },
})

const misnamed = (): Problem =>
  new Problem(
    'invalid-sandbox',
    `A sandbox is named by ${FIELD} with 1 to 64 letters, digits, ".", "_" or "-", and not by "." or "..".`,
  )

const full = (max: number): Problem =>
  new Problem(
    'too-many-sandboxes',
    `There are ${max} sandboxes, and no more at once. DELETE those that are done with, below /-/sandboxes.`,
    { limit: max },
    ['Retry-After', '5'],
  )

const sandboxResources = (
  known: Map<string, Sandbox>,
  service: Service,
  path: string,
  drop: (name: string) => boolean,
): Resource[] => {
  const told = ([name, { created, used, requests }]: readonly [string, Sandbox]) => ({
    name,
    created: new Date(created).toISOString(),
    used: new Date(used).toISOString(),
    requests,
  })
  const absent = (request: HttpRequest) =>
    service.trouble(new Problem('not-found', `There is no sandbox "${nameIn(request)}".`), request)
  return [
    {
      path,
      doc: 'worlds of their own',
      methods: {
        GET(request) {
          const value = { sandboxes: [...known].map(told) }
          return answerDocument(service, request, { name: 'sandboxes', title: 'Sandboxes', self: path, value })
        },
        DELETE() {
          for (const name of known.keys()) drop(name)
          return { status: 204, headers: [] }
        },
      },
    },
    {
      path: `${path}/:name`,
      methods: {
        GET(request) {
          const name = nameIn(request)
          const sandbox = known.get(name)
          if (sandbox === undefined) return absent(request)
          const self = `${path}/${name}`
          return answerDocument(service, request, {
            name: 'sandbox',
            title: name,
            self,
            up: path,
            value: told([name, sandbox]),
          })
        },
        DELETE: request => (drop(nameIn(request)) ? { status: 204, headers: [] } : absent(request)),
      },
    },
  ]
}

const nameIn = (request: HttpRequest): string => decodeSegment(lastSegment(request.path)) ?? ''
