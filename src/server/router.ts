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
  for (const resource of resources) {
    const { parameter } = resource
    const matches = matcherOf(resource)
    router.all(resource.path.replaceAll(/:[^/]+/g, ':key'), (req, res, next) => {
      if (matches(req.path) && (parameter === undefined || hasParameter(queryOf(req.url), parameter)))
        return answer(req, res, resource)
      return next()
    })
  }
  const { handler } = router
  // Called without `next`, which polka then makes itself; its types ask for one.
  return (req, res) => void (handler as unknown as Listener)(req, res)
}

/** Whether a raw path is exactly that of the resource. The usual shape, one parameter at the end, needs no splitting. */
const matcherOf = (resource: Resource): ((path: string) => boolean) => {
  const { path } = resource
  const colon = path.indexOf(':')
  if (colon === -1) return sent => sent === path
  const prefix = path.slice(0, colon)
  if (path.includes('/', colon)) return sent => exactly(resource, sent)
  return sent => sent.length > prefix.length && sent.startsWith(prefix) && !sent.includes('/', prefix.length)
}

const queryOf = (url: string): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}
