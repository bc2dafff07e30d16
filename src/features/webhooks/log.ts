/** What whoever runs the server can see: the targets with their counts, and of each the last deliveries. No secret is in it. */

import type { Fields } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import { answerDocument } from '../../wire/document.js'
import type { HttpRequest, Resource } from '../../wire/message.js'
import { lastSegment } from '../../wire/resource.js'
import type { Service } from '../../wire/service.js'
import { entryOf } from './delivery.js'
import type { Target } from './target.js'

/** Deliveries on their way that are shown. */
const SHOWN_MAX = 100

export const logResources = (targets: readonly Target[], service: Service, root: string): readonly Resource[] => {
  const self = `${root}/webhooks`
  const pathOf = (index: number): string => `${self}/${index + 1}`
  const all = (request: HttpRequest) =>
    answerDocument(service, request, {
      name: 'webhooks',
      title: 'Webhooks',
      self,
      value: { targets: targets.map((target, index) => ({ href: pathOf(index), ...summary(target) })) },
    })
  const one = (request: HttpRequest) => {
    const segment = lastSegment(request.path)
    const index = /^[1-9]\d{0,8}$/.test(segment) ? Number(segment) - 1 : -1
    const target = targets[index]
    if (target === undefined) return service.trouble(new Problem('not-found', missing(targets.length, self)), request)
    const pending = target.pending().slice(0, SHOWN_MAX).map(entryOf)
    const deliveries = target.ended().map(entryOf)
    return answerDocument(service, request, {
      name: 'webhook',
      title: `Webhook ${index + 1}`,
      self: pathOf(index),
      up: self,
      value: { ...summary(target), underway: pending, deliveries },
    })
  }
  return [
    { path: self, methods: { GET: all } },
    { path: `${self}/:number`, methods: { GET: one } },
  ]
}

const summary = (target: Target): Fields => {
  const { url, kinds, families } = target.subscription
  return {
    url: shownUrl(url),
    events: [...kinds],
    ...(families !== undefined && { families: [...families] }),
    status: target.status,
    pending: target.pending().length,
    ...target.counts,
  }
}

/** A URL without its query, where others keep what nobody is to see. */
export const shownUrl = (url: string): string => url.replace(/\?.*$/s, '?…')

const missing = (count: number, self: string): string =>
  count === 0
    ? `No webhooks are set up: ${self} has none.`
    : `There is no webhook with this number: they are counted from 1 to ${count}, as ${self} lists them.`
