/** What has been changed, as a resource: the list of it, and the last of it, which goes away by being undone. */

import type { Family } from '../../core/family.js'
import type { Json } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Step } from '../../core/world.js'
import { answerDocument } from '../../wire/document.js'
import type { Handler, Resource } from '../../wire/message.js'
import { itemPath } from '../../wire/target.js'
import type { Service } from '../../wire/service.js'
import type { View } from '../feature.js'

/** As many steps are listed, the latest first. */
const LISTED = 100

const nothing = (): Problem => new Problem('not-found', 'Nothing has been changed that could be undone.')

export const changeResources = ({ families, service }: View, root: string): Resource[] => {
  const { world, trouble } = service
  const path = `${root}/changes`

  const all: Handler = request =>
    answerDocument(service, request, {
      name: 'changes',
      title: 'Changes, the latest first',
      self: path,
      value: {
        changes: world.steps
          .slice(-LISTED)
          .toReversed()
          .map(step => told(step, families, service)),
      },
    })
  const last: Handler = request => {
    const step = world.steps.at(-1)
    if (step === undefined) return trouble(nothing(), request)
    const value = { ...(told(step, families, service) as object) }
    return answerDocument(service, request, {
      name: 'change',
      title: 'The last change',
      self: `${path}/last`,
      up: path,
      value,
    })
  }
  const undo: Handler = async request => {
    const step = await world.undo()
    if (step === undefined) return trouble(nothing(), request)
    return {
      status: 204,
      headers: [],
      note: `undone: ${step.changes.map(({ kind, key }) => `${kind} ${key}`).join(', ')}`,
    }
  }
  return [
    { path, methods: { GET: all }, doc: 'the last changes' },
    { path: `${path}/last`, methods: { GET: last, DELETE: undo }, doc: 'the last change; DELETE undoes it' },
  ]
}

const told = ({ at, changes }: Step, families: readonly Family[], service: Service): Json => ({
  at: new Date(at).toISOString(),
  changes: changes.map(({ kind, family: name, key, revision }) => {
    const family = families.find(({ singular }) => singular === name)
    return { kind, href: family === undefined ? null : itemPath(service, family, key), key, revision }
  }),
})
