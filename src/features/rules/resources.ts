/** The rules as resources: the list in the order in which they are asked, POST adds one, PUT replaces those that were added. */

import type { Awaitable, Json } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Kind, Shape } from '../../wire/codec.js'
import { unconditional } from '../../wire/conditional.js'
import { answerAfresh, answerDocument } from '../../wire/document.js'
import { notAcceptable } from '../../wire/formats.js'
import { header, type Handler, type HttpRequest, type HttpResponse, type Resource } from '../../wire/message.js'
import { decodeSegment, lastSegment } from '../../wire/resource.js'
import type { Service } from '../../wire/service.js'
import { takeDocument } from '../../wire/take-document.js'
import { absent, ADDED_MAX, told, type Book, type Running } from './book.js'
import { readRule, readRules } from './given.js'
import { options } from './schema.js'

export const ruleResources = (root: string, book: Book, service: Service): Resource[] => {
  const self = `${root}/rules`
  const itemPath = (handle: unknown) => `${self}/${String(handle)}`

  const list: Handler = request => {
    const { all } = book
    return answerAfresh(service, request, {
      kind: 'collection',
      name: 'rule',
      plural: 'rules',
      schema: {},
      value: all.map(told),
      title: 'Rules',
      self,
      key: 'handle',
      itemPath: ({ handle }) => itemPath(handle),
      headers: ['X-Total-Count', String(all.length)],
    })
  }
  const show = (request: HttpRequest, running: Running) => {
    const { handle, rule } = running
    const document = { name: 'rule', title: rule.when, self: itemPath(handle), up: self, value: told(running) }
    return answerDocument(service, request, document)
  }

  const add: Handler = async request => {
    const value = await take(request, 'document', { name: 'rule', schema: options.items }, service)
    const given = value instanceof Problem ? value : await readRule(value)
    const running = given instanceof Problem ? given : book.add(given.rule, service.now())
    if (running instanceof Problem) return service.trouble(running, request)
    const shown = await show(unconditional(request), running)
    const path = itemPath(running.handle)
    return { ...shown, status: 201, headers: ['Location', path, ...shown.headers], note: `-> ${path}` }
  }
  const replace: Handler = async request => {
    const value = await take(request, 'collection', { name: 'rules', schema: options }, service)
    const given = value instanceof Problem ? value : await readRules(value)
    const problem = given instanceof Problem ? given : book.replace(given, service.now())
    return problem === undefined ? list(unconditional(request)) : service.trouble(problem, request)
  }
  const clear: Handler = () => gone(`rules removed: ${book.clear()}`)

  const one: Handler = request => {
    const handle = handleIn(request)
    const running = book.all.find(found => found.handle === handle)
    return running === undefined ? service.trouble(absent(handle), request) : show(request, running)
  }
  const remove: Handler = request => {
    const problem = book.remove(handleIn(request))
    return problem === undefined ? gone() : service.trouble(problem, request)
  }
  return [
    {
      path: self,
      methods: { GET: list, POST: add, PUT: replace, DELETE: clear },
      options: ['Accept-Post', service.formats.read.join(', ')],
      doc: `what requests get instead of what they ask for; POST adds a rule, at most ${ADDED_MAX}`,
    },
    { path: `${self}/:handle`, methods: { GET: one, DELETE: remove } },
  ]
}

const gone = (note?: string): HttpResponse => ({ status: 204, headers: [], ...(note !== undefined && { note }) })

const handleIn = (request: HttpRequest): string => decodeSegment(lastSegment(request.path)) ?? ''

/** The content, unless the answer could not be written: what cannot be answered is not done either. */
const take = (request: HttpRequest, kind: Kind, shape: Shape, service: Service): Awaitable<Json | Problem> => {
  const accept = header(request, 'accept')
  const { choose, written } = service.formats.of(kind)
  return choose(accept) === undefined ? notAcceptable(accept, written) : takeDocument(request, shape, service)
}
