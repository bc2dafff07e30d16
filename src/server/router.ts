/** polka, tamed: it matches paths and nothing else, and whatever happens in a handler is answered. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import polka from 'polka'
import { exactly } from '../wire/resource.js'
import { hasParameter } from '../wire/query.js'
import type { Resource } from '../wire/message.js'

/** Called with the resource whose path matches, or undefined when none does. */
export type Answer = (req: IncomingMessage, res: ServerResponse, resource: Resource | undefined) => void

type Listener = (req: IncomingMessage, res: ServerResponse) => void

/**
 * The listener that finds the resource. polka ignores case and a trailing slash, merges the parameters of all matches and
 * knows no 405; so each resource is registered for every method, and a match counts only if it is exact.
 */
export const routerOf = (resources: readonly Resource[], answer: Answer): Listener => {
  const router = polka({
    onNoMatch: (req, res) => answer(req, res, undefined),
    // Nothing of what went wrong inside is told: polka's own handler would send the error's message.
    onError: (_error, _req, res) => {
      if (res.headersSent) res.destroy()
      else res.writeHead(500).end()
    },
  })
  for (const [shape, group] of shapesOf(resources)) {
    router.all(shape, (req, res, next) => {
      const resource = group.find(req.path, req.url)
      return resource === undefined ? next() : answer(req, res, resource)
    })
  }
  const { handler } = router
  // Called without `next`, which polka then makes itself; its types ask for one.
  return (req, res) => void (handler as unknown as Listener)(req, res)
}

interface Group {
  find(path: string, url: string): Resource | undefined
}

/**
 * The resources by the shape of their paths, the last segment left open: polka tries every pattern for every request, so
 * `/book/add` and `/book/:isbn` share one.
 */
const shapesOf = (resources: readonly Resource[]): Map<string, Group> => {
  const shapes = grouped(resources, ({ path }) => path.replaceAll(/:[^/]+/g, ':key').replace(/[^/]+$/, ':key'))
  return new Map([...shapes].map(([shape, group]) => [shape, groupOf(group)]))
}

const groupOf = (resources: readonly Resource[]): Group => {
  const literal = grouped(
    resources.filter(({ path }) => !path.includes(':')),
    ({ path }) => path,
  )
  const open = resources
    .filter(({ path }) => path.includes(':'))
    .map(resource => ({ resource, matches: matcherOf(resource) }))
  return {
    find: (path, url) =>
      literal.get(path)?.find(({ parameter }) => parameter === undefined || hasParameter(queryOf(url), parameter)) ??
      open.find(({ matches }) => matches(path))?.resource,
  }
}

/** Whether a raw path is exactly that of the resource. The usual shape, one parameter at the end, needs no splitting. */
const matcherOf = (resource: Resource): ((path: string) => boolean) => {
  const { path } = resource
  const prefix = path.slice(0, path.indexOf(':'))
  if (path.includes('/', prefix.length)) return sent => exactly(resource, sent)
  return sent => sent.length > prefix.length && sent.startsWith(prefix) && !sent.includes('/', prefix.length)
}

const grouped = (resources: readonly Resource[], by: (resource: Resource) => string): Map<string, Resource[]> => {
  const groups = new Map<string, Resource[]>()
  for (const resource of resources) {
    const group = groups.get(by(resource))
    if (group === undefined) groups.set(by(resource), [resource])
    else group.push(resource)
  }
  return groups
}

const queryOf = (url: string): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}
