/** The settings that can be switched while they are served, as a resource: what is in force, and what is to be in force from now on. */

// In a sandbox, too, they are those of the one server: latency is not of a world.

import type { Json } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Switches } from '../../core/switches.js'
import { unconditional } from '../../wire/conditional.js'
import { answerDocument } from '../../wire/document.js'
import { byContentType } from '../../wire/formats.js'
import type { Handler, HttpRequest, Resource } from '../../wire/message.js'
import type { Service } from '../../wire/service.js'
import { takeDocument } from '../../wire/take-document.js'
import { unmet } from '../../wire/unmet.js'

/** One meaning under two names: plain JSON is what every front end sends. */
const TYPES = ['application/merge-patch+json', 'application/json']
const ACCEPT_PATCH = ['Accept-Patch', TYPES.join(', ')]

export const settingsResource = (switches: Switches, service: Service, root: string): Resource => {
  const self = `${root}/settings`
  const show = (request: HttpRequest, value = switches.settings()) =>
    answerDocument(service, request, { name: 'settings', title: 'Settings that can be switched', self, value })
  /** What was meant for other settings than these. */
  const against = (request: HttpRequest) => () => unmet(request, service, asked => show(asked))
  const patch: Handler = async request => {
    // What cannot be answered is not done either.
    const before = await show(unconditional(request))
    if (before.status !== 200) return before
    const change = await take(request, service)
    const settings = change instanceof Problem ? change : await switches.patch(change, against(request))
    if (settings instanceof Problem) return service.trouble(settings, request)
    const switched = (settings['switched'] as readonly string[]).join(', ')
    const response = await show(unconditional(request), settings)
    return { ...response, note: switched === '' ? 'nothing switched' : `switched: ${switched}` }
  }
  const reset: Handler = async request => {
    const settings = await switches.reset(against(request))
    if (settings instanceof Problem) return service.trouble(settings, request)
    return { status: 204, headers: [], note: 'nothing switched' }
  }
  return {
    path: self,
    methods: { GET: request => show(request), PATCH: patch, DELETE: reset },
    options: ACCEPT_PATCH,
    doc: 'what can be switched while it is served; DELETE: as it was started',
  }
}

const take = (request: HttpRequest, service: Service): Promise<Json | Problem> => {
  const known = new Map(TYPES.map(type => [type, service.formats.json]))
  const fields = [...ACCEPT_PATCH, 'Accept', TYPES.join(', ')]
  const shape = { name: 'change of the settings', schema: {} }
  return takeDocument(request, shape, service, asked => byContentType(asked, known, TYPES, fields))
}
