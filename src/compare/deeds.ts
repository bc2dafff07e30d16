/** The deeds, each done in both styles: what the methods promise, and whether what happened keeps the promise. */

import type { Scene } from './scene.js'
import { inTurn, type Answer, type Asked, type Traffic } from './traffic.js'

/** `broken`: the method promises it, and it is not so. */
export type Verdict = 'yes' | 'no' | 'broken'

export interface Performed {
  /** `POST /user/add?username=carol`. */
  readonly request: string
  readonly status: number
  readonly safe: Verdict
  readonly idempotent: Verdict
  readonly cacheable: Verdict
  /** The header fields of the answer that a client can act on. */
  readonly fields: readonly string[]
}

export interface Deed {
  readonly to: string
  /** Undefined where that style has no way to do it. */
  readonly old: Performed | undefined
  readonly restful: Performed
}

type Request = readonly [method: string, path: string, asked?: Asked]

export const deedsOn = (scene: Scene): Promise<Deed[]> =>
  inTurn(plannedFor(scene), async ([to, old, restful]) => ({
    to,
    old: old === undefined ? undefined : await perform(scene, old),
    restful: await perform(scene, restful),
  }))

const plannedFor = (scene: Scene): readonly [string, Request | undefined, Request][] => {
  const { old, item, freshItem, fresh, newContent, edits, edited } = scene
  const made = { content: newContent }
  const whole = { content: edits[0] }
  const merge = { headers: { 'Content-Type': 'application/merge-patch+json' }, content: { [edited]: edits[0][edited] } }
  return [
    ['create', ['POST', old('add', fresh), made], ['POST', freshItem, made]],
    ['read', ['GET', old('get')], ['GET', item]],
    ['replace', ['POST', old('update'), whole], ['PUT', item, whole]],
    ['amend', undefined, ['PATCH', item, merge]],
    ['remove', ['GET', old('remove')], ['DELETE', item]],
    ['ask', ['OPTIONS', old('get')], ['OPTIONS', item]],
  ]
}

/** Done twice, because once tells nothing about a repetition. */
const perform = async (scene: Scene, [method, path, asked]: Request): Promise<Performed> => {
  await scene.putBack()
  const { ask }: Traffic = scene.open()
  const before = await scene.state()
  const answer = await ask(method, path, asked)
  const once = await scene.state()
  await ask(method, path, asked)
  const twice = await scene.state()
  await scene.putBack()
  return {
    request: `${method} ${path}`,
    status: answer.status,
    safe: verdict(SAFE.has(method), once === before),
    idempotent: verdict(IDEMPOTENT.has(method), twice === once),
    cacheable: verdict(mayBeStored(answer), once === before),
    fields: telling(answer.headers),
  }
}

const verdict = (promised: boolean, kept: boolean): Verdict => (promised ? (kept ? 'yes' : 'broken') : 'no')

/** RFC 9110 §9.2.1 and §9.2.2. */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const IDEMPOTENT: ReadonlySet<string> = new Set([...SAFE, 'PUT', 'DELETE'])

/** RFC 9110 §15.1: what a cache may store without being told for how long. */
const STORABLE: ReadonlySet<number> = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

/** Whether a cache may keep the answer, by its method, status and Cache-Control (RFC 9111 §3). */
const mayBeStored = ({ method, status, headers }: Answer): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  STORABLE.has(status) &&
  !/\bno-store\b/i.test(headers.get('cache-control') ?? '')

const TELLING = ['Location', 'ETag', 'Last-Modified', 'Accept-Post', 'Accept-Patch', 'Deprecation', 'Sunset']

const telling = (headers: Headers): string[] => [
  ...(headers.has('allow') ? [`Allow: ${headers.get('allow')}`] : []),
  ...TELLING.filter(name => headers.has(name)),
  ...(/rel="successor-version"/.test(headers.get('link') ?? '') ? ['Link: successor-version'] : []),
]
