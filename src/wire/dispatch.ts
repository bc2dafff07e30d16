/** Finds the method in the resource: 404, 501, 405 with `Allow`, OPTIONS and HEAD are answered here, for every resource alike. */

import { Problem } from '../core/problem.js'
import { settle } from '../core/json.js'
import { type Handler, type HttpRequest } from './message.js'
import { allow, KNOWN_METHODS } from './resource.js'
import type { Resource } from './message.js'
import { considerPaths, suggestPath } from './suggest.js'
import type { Trouble } from './trouble.js'

export const dispatch =
  (resources: readonly Resource[], base: string, trouble: Trouble): Handler =>
  request => {
    const { resource, method } = request
    if (resource === undefined) {
      // OPTIONS * asks about the server as a whole (RFC 9110 §9.3.7).
      if (request.path === '*' && method === 'OPTIONS') return { status: 204, headers: [] }
      return trouble(noSuchRoute(resources, base, request.path), request)
    }
    const handler = handlerOf(resource, method)
    const answer = handler === undefined ? trouble(refused(resource, request), request) : handler(request)
    const { finish } = resource
    return finish === undefined ? answer : settle(answer, response => finish(request, response))
  }

const handlerOf = (resource: Resource, method: string): Handler | undefined => {
  const { methods } = resource
  if (Object.hasOwn(methods, method)) return methods[method]
  if (resource.exact === true) return undefined
  // HEAD is GET without the content, which is left away where the response is written.
  if (method === 'HEAD') return methods['GET']
  if (method === 'OPTIONS')
    return () => ({ status: 204, headers: ['Allow', allow(resource), ...(resource.options ?? [])] })
  return undefined
}

const refused = (resource: Resource, { method, path }: HttpRequest): Problem => {
  if (!KNOWN_METHODS.has(method))
    return new Problem('not-implemented', `${method} is not a method of HTTP. ${path} takes ${allow(resource)}.`)
  return new Problem(
    'method-not-allowed',
    `${method} cannot be used on ${path}, which takes ${allow(resource)}.`,
    {
      considered: { resource: resource.path, allowed: allow(resource).split(', ') },
    },
    ['Allow', allow(resource)],
  )
}

const noSuchRoute = (resources: readonly Resource[], base: string, path: string): Problem => {
  const suggestion = suggestPath(resources, base, path)
  const meant = suggestion === undefined ? `GET ${base || '/'} lists what there is.` : `Did you mean ${suggestion} ?`
  return new Problem('no-such-route', `No resource has the path ${path}. ${meant}`, {
    ...(suggestion !== undefined && { suggestion }),
    considered: considerPaths(resources, path),
  })
}
