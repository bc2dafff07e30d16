/** Who may ask about the server itself, and change it: below `/-`, whoever is on this machine; from elsewhere, with a token. */

// Which hosts and origins are answered at all is decided before, by `hosts` and `cors`, here as everywhere.

import { settle } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import type { Schema } from '../../core/schema.js'
import { isPrivate } from '../../wire/authority.js'
import { explanationField } from '../../wire/explanation.js'
import { header, withHeaders, type HttpRequest, type Middleware, type Resource } from '../../wire/message.js'
import { prefersExplanation } from '../../wire/prefer.js'
import { varyBy } from '../../wire/vary.js'
import type { Feature } from '../feature.js'
import { changeResources } from './changes.js'
import { clockResource } from './clock.js'
import { settingsResource } from './settings.js'
import { snapshotResources } from './snapshots.js'
import { stateResource } from './state.js'

const options = {
  description: 'Whether the server can be watched and steered below /-/.',
  default: true,
  flag: '--control',
  rare: true,
  env: ['RESTAGE_CONTROL'],
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        token: {
          type: 'string',
          pattern: '^[A-Za-z0-9._~+/-]{8,}=*$',
          description: 'What Authorization: Bearer must say below /-/.',
          hint: 'at least 8 letters, digits or any of ._~+/-',
          flag: '--control-token <text>',
          rare: true,
          env: ['RESTAGE_CONTROL_TOKEN'],
        },
      },
    },
  ],
} as const satisfies Schema

/** Bytes of a token that is made here. */
const TOKEN_BYTES = 18

export const control: Feature<typeof options> = {
  name: 'control',
  doc: 'the server itself can be watched and steered',
  options,
  byDefault: {},
  open({ token: given }, { host, families, service, shared, switches }) {
    const steering = (root: string): Resource[] => {
      const view = { families, service }
      return [
        stateResource(view, root),
        ...snapshotResources(view, root),
        ...changeResources(view, root),
        clockResource(view, root),
        ...(switches === undefined ? [] : [settingsResource(switches, service, root)]),
      ]
    }
    // One for all worlds: nobody is ever told another.
    const token =
      given ?? (isPrivate(host) ? undefined : shared('control token', () => service.chance.token(TOKEN_BYTES)))
    if (token === undefined) return { middleware: explaining, control: steering }
    const steers = (request: HttpRequest): boolean =>
      isSame(/^Bearer +(\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1] ?? '', token)
    return {
      middleware: explaining,
      control: steering,
      late: { steers },
      admit: resource =>
        resource.control === true
          ? next => request => (steers(request) ? next(request) : service.trouble(demand(service.base), request))
          : undefined,
      banner: given === undefined ? [['Control', `Authorization: Bearer ${token}`]] : [],
    }
  },
}

/** Says how an answer came about to whoever prefers to know. In a field, because the content stays what it is. */
const explaining: Middleware = next => request => {
  if (request.headers['prefer'] === undefined || !prefersExplanation(request)) return next(request)
  return settle(next(request), response =>
    withHeaders(varyBy(response, 'Prefer'), [
      'Restage-Explain',
      explanationField(request, response),
      'Preference-Applied',
      'explain',
    ]),
  )
}

const demand = (base: string): Problem =>
  new Problem(
    'unauthenticated',
    'What is below /-/ is for whoever runs the server: send its token as Authorization: Bearer.',
    {},
    // Not Basic: a browser would open a dialog.
    ['WWW-Authenticate', `Bearer realm="${base}/-"`],
  )

/** Takes as long for a near miss as for a far one. */
const isSame = (sent: string, token: string): boolean => {
  let different = sent.length ^ token.length
  for (let index = 0; index < sent.length; index++)
    different |= sent.charCodeAt(index) ^ token.charCodeAt(index % token.length)
  return different === 0
}
