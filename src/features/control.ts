/** Who may ask about the server itself, and change it: below `/-`, whoever is on this machine; from elsewhere, with a token. */

// Which hosts and origins are answered at all is decided before, by `hosts` and `cors`, here as everywhere.

import { Problem } from '../core/problem.js'
import type { Schema } from '../core/schema.js'
import { isPrivate } from '../wire/authority.js'
import { header } from '../wire/message.js'
import type { Feature } from './feature.js'

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
  open({ token: given }, { host, service, keep }) {
    const token =
      given ?? (isPrivate(host) ? undefined : keep('control token', () => service.chance.token(TOKEN_BYTES)))
    if (token === undefined) return {}
    return {
      admit: resource =>
        resource.control === true
          ? next => request =>
              isSame(/^Bearer +(\S+)$/i.exec(header(request, 'authorization') ?? '')?.[1] ?? '', token)
                ? next(request)
                : service.trouble(demand(service.base), request)
          : undefined,
      banner: given === undefined ? [['Control', `Authorization: Bearer ${token}`]] : [],
    }
  },
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
