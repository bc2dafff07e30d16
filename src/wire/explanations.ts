/** The pages that the `type` of a problem leads to: what it means, and how to mend it. */

import { catalogue, Problem, type ProblemName } from '../core/problem.js'
import { nearest } from '../core/nearest.js'
import { serveDocument } from './document.js'
import type { Handler } from './message.js'
import { decodeSegment, lastSegment } from './resource.js'
import type { Resource } from './message.js'
import type { Service } from './service.js'
import { problemNames } from './trouble.js'

/** One page for each problem of the catalogue, and their list; `control` is where the server's own matters are. */
export const explanations = (service: Service, control: string): Resource[] => {
  const root = `${control}/problems`
  const pages = new Map(problemNames.map(name => [name as string, serveDocument(service, page(name, root))]))
  const one: Handler = request => {
    const name = decodeSegment(lastSegment(request.path)) ?? ''
    const known = pages.get(name)
    if (known !== undefined) return known(request)
    const near = nearest(name, problemNames)
    const meant = near === undefined ? '' : ` Did you mean ${root}/${near} ?`
    return service.trouble(new Problem('not-found', `No problem is called "${name}".${meant}`), request)
  }
  const all = serveDocument(service, {
    name: 'problems',
    title: 'Problems',
    self: root,
    value: Object.fromEntries(
      problemNames.map(name => [
        name,
        { status: catalogue[name].status, title: catalogue[name].title, href: `${root}/${name}` },
      ]),
    ),
  })
  return [
    { path: root, methods: { GET: all } },
    { path: `${root}/:name`, methods: { GET: one } },
  ]
}

const page = (name: ProblemName, root: string) => {
  const { status, title, meaning, remedy } = catalogue[name]
  return { name: 'problem', title, self: `${root}/${name}`, up: root, value: { name, status, title, meaning, remedy } }
}
