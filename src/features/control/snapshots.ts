/** States that are kept under a name, to come back to: PUT takes one, and PUT of the state with its name goes back. */

import { Problem } from '../../core/problem.js'
import { normalizeKey, refuseKey } from '../../core/key.js'
import { nearest } from '../../core/nearest.js'
import { FIXTURE, SNAPSHOTS_MAX } from '../../core/world.js'
import type { State } from '../../core/store.js'
import { unconditional } from '../../wire/conditional.js'
import { answerDocument } from '../../wire/document.js'
import type { Handler, HttpRequest, HttpResponse, Resource } from '../../wire/message.js'
import { decodeSegment, encodeSegment, lastSegment } from '../../wire/resource.js'
import { unmet } from '../../wire/unmet.js'
import type { View } from '../feature.js'
import { shown } from './state.js'

export const snapshotResources = ({ families, service }: View, root: string): Resource[] => {
  const { world, trouble } = service
  const path = `${root}/snapshots`
  const to = (name: string) => `${path}/${encodeSegment(name)}`

  const all: Handler = request =>
    answerDocument(service, request, {
      name: 'snapshots',
      title: 'Snapshots',
      self: path,
      value: Object.fromEntries([
        [FIXTURE, { href: to(FIXTURE), taken: null }],
        ...[...world.snapshots.values()].map(({ name, taken }) => [
          name,
          { href: to(name), taken: new Date(taken).toISOString() },
        ]),
      ]),
    })

  const named =
    (
      handle: (name: string, request: HttpRequest) => HttpResponse | Problem | Promise<HttpResponse | Problem>,
    ): Handler =>
    async request => {
      const raw = decodeSegment(lastSegment(request.path))
      const name = raw === undefined ? '' : normalizeKey(raw)
      const refused = raw === undefined ? 'is not percent-encoded UTF-8' : refuseKey(name)
      const answer =
        refused === undefined
          ? await handle(name, request)
          : new Problem('invalid-key', `The name of the snapshot ${refused}.`)
      return answer instanceof Problem ? trouble(answer, request) : answer
    }

  const absent = (name: string): Problem => {
    const near = nearest(name, [FIXTURE, ...world.snapshots.keys()])
    return new Problem(
      'not-found',
      `There is no snapshot "${name}".${near === undefined ? ` PUT ${to(name)} takes one.` : ` Did you mean "${near}"?`}`,
    )
  }

  const show = async (request: HttpRequest, name: string, state: State) =>
    answerDocument(service, request, {
      name: 'state',
      title: name,
      self: to(name),
      up: path,
      value: shown(state, families),
    })

  const get = named((name, request) => {
    const state = world.named(name)
    return state === undefined ? absent(name) : show(request, name, state)
  })
  const put = named(async (name, request) => {
    if (name === FIXTURE) return fixed()
    const against = await unmet(request, service, get)
    if (against !== undefined) return against
    const known = world.snapshots.has(name)
    const taken = await show(unconditional(request), name, (await world.take(name)).state)
    return known || taken.status !== 200
      ? taken
      : { ...taken, status: 201, headers: ['Location', to(name), ...taken.headers], note: `-> ${to(name)}` }
  })
  const remove = named(async (name, request) => {
    if (name === FIXTURE) return fixed()
    const against = await unmet(request, service, get)
    if (against !== undefined) return against
    return world.forget(name) ? { status: 204, headers: [] } : absent(name)
  })
  return [
    { path, methods: { GET: all }, doc: `states by name, at most ${SNAPSHOTS_MAX}` },
    { path: `${path}/:name`, methods: { GET: get, PUT: put, DELETE: remove } },
  ]
}

const fixed = (): Problem =>
  new Problem('conflict', `The snapshot "${FIXTURE}" is what the files say, so it changes with them alone.`)
