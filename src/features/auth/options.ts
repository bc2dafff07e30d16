/** The settings of sessions and of what needs one. */

import type { Infer, Schema } from '../../core/schema.js'
import { span } from '../../core/span.js'

/** RFC 6265 §4.1.1: a token. */
const COOKIE_NAME = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$"

export const options = {
  description: 'Whether one can log in, with POST /session.',
  default: true,
  flag: '--auth',
  rare: true,
  env: ['RESTAGE_AUTH'],
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        protect: {
          enum: ['none', 'writes', 'all'],
          default: 'none',
          description: 'What needs a login: none, writes or all.',
          hint: 'one of none, writes, all',
          flag: '--protect <what>',
          env: ['RESTAGE_PROTECT'],
        },
        owner: {
          type: 'boolean',
          default: false,
          description: 'Whoever is logged in may change only their own record (403).',
        },
        roles: {
          type: 'array',
          items: { type: 'string', minLength: 1 },
          description: 'Roles, by the field roles or role of the own record, that may change the records of all.',
          hint: 'a list of roles, as in [admin]',
        },
        cookie: {
          default: 'restage_sid',
          description: 'The name of the cookie, or its name and attributes.',
          hint: 'a name of letters, digits, "_" and "-", or a map with name, sameSite, secure, path, domain',
          flag: '--cookie <name>',
          rare: true,
          env: ['RESTAGE_COOKIE'],
          anyOf: [
            { type: 'string', pattern: COOKIE_NAME },
            {
              type: 'object',
              additionalProperties: false,
              properties: {
                name: {
                  type: 'string',
                  pattern: COOKIE_NAME,
                  default: 'restage_sid',
                  description: 'Its name.',
                  hint: 'letters, digits, "_" and "-"',
                },
                sameSite: {
                  enum: ['lax', 'strict', 'none'],
                  default: 'lax',
                  description: 'Which pages of other sites it rides with: lax, strict or none.',
                  hint: 'one of lax, strict, none',
                },
                secure: {
                  enum: ['auto', true, false],
                  default: 'auto',
                  description: 'Whether it is for https only; auto: when a proxy in front says that the request was.',
                  hint: 'auto, true or false',
                },
                path: {
                  type: 'string',
                  pattern: '^/[\\x21-\\x3a\\x3c-\\x7e]*$',
                  description: 'The paths it is for; the base where nothing is said.',
                  hint: 'a path, as in / or /api',
                },
                domain: {
                  type: 'string',
                  pattern: '^\\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$',
                  description: 'The hosts it is for; where nothing is said, only the one that set it.',
                  hint: 'a host name, as in mock.example',
                },
              },
            },
          ],
        },
        idle: span('How long a session lives after its last use.', '30m'),
        absolute: span('How long a session lives after the login.', '12h'),
        realm: {
          type: 'string',
          pattern: '^[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
          description:
            'What WWW-Authenticate calls what is protected; the name of the collection where nothing is said.',
          hint: 'printable ASCII without quotes and backslashes',
        },
      },
    },
  ],
} as const satisfies Schema

export type AuthSettings = Exclude<Infer<typeof options>, boolean>
export type CookieSettings = NonNullable<AuthSettings['cookie']>
