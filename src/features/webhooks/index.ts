/** Webhooks: every change is told to the URLs in the settings, signed as Standard Webhooks 1.0.0 has it. Off unless there are some. */

import type { Family } from '../../core/family.js'
import { nearest } from '../../core/nearest.js'
import { printable } from '../../core/printable.js'
import type { Infer, Schema } from '../../core/schema.js'
import { isLoopback, parseAuthority } from '../../wire/authority.js'
import type { Service } from '../../wire/service.js'
import type { Context, Feature } from '../feature.js'
import { newDispatch, takeOver } from './dispatch.js'
import { logResources, shownUrl } from './log.js'
import { keyOf, makeSecret, SECRET_PATTERN } from './secret.js'
import type { Subscription } from './target.js'

const KINDS = ['created', 'updated', 'removed'] as const

const SECRET = { type: 'string', pattern: SECRET_PATTERN } as const

const target = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      // No user information, which would end up in logs; no fragment, which is never sent.
      pattern: '^https?://(?:\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?(?:[/?][!-"$-~]*)?$',
      description: 'Where every change is sent with POST.',
      hint: 'a URL with http or https, without a name and a password in it, as in http://localhost:9000/hook',
    },
    events: {
      type: 'array',
      items: { enum: KINDS },
      default: KINDS,
      description: 'Which changes.',
      hint: 'a list of created, updated, removed',
    },
    families: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'Changes of which records, by the name of their collection; all, unless it is said.',
      hint: 'a list of collections, as in [books]',
    },
    secret: {
      anyOf: [SECRET, { type: 'array', items: SECRET }],
      writeOnly: true,
      description:
        'What the messages are signed with; two in a list while it is being changed. Made at start unless given.',
      hint: 'whsec_ and the base64 of 24 to 64 random bytes',
    },
  },
} as const satisfies Schema

const options = {
  description: 'URLs that are told of every change, signed as Standard Webhooks.',
  hint: 'a list of targets, each with a url',
  anyOf: [{ type: 'boolean' }, { type: 'array', items: target }],
} as const satisfies Schema

export const webhooks: Feature<typeof options> = {
  name: 'webhooks',
  doc: 'every change is told to the URLs in the settings',
  options,
  open(given, context) {
    const { families, service, keep } = context
    // `true`, and nothing behind the colon, name no target.
    const settings = Array.isArray(given) ? given : []
    const readable = settings.filter(({ url }) => URL.canParse(url))
    const prepared = readable.map(setting => prepare(setting, context))
    const subscriptions = prepared.map(({ subscription }) => subscription)
    const { targets, close } = takeOver(keep('webhooks', newDispatch), subscriptions, families, service)
    return {
      control: root => logResources(targets, service, root),
      banner: prepared.map(({ subscription, made }, index): [string, string] => [
        index === 0 ? 'Webhooks' : '',
        shownUrl(subscription.url) + (made === undefined ? '' : `  signed with ${made}`),
      ]),
      warnings: [
        ...settings
          .filter(({ url }) => !URL.canParse(url))
          .map(({ url }) => `${url} is no URL: nothing is sent there.`),
        ...subscriptions.flatMap(abroad),
        ...settings.flatMap(setting => strangers(setting, families)),
      ],
      close,
    }
  },
}

type Setting = Infer<typeof target>

const prepare = (
  setting: Setting,
  { families, service, keep }: Context,
): { readonly subscription: Subscription; readonly made: string | undefined } => {
  const { url, events, families: named, secret } = setting
  const given = typeof secret === 'string' ? [secret] : (secret ?? [])
  // Unsigned messages are none of the standard's, and a receiver that is tried with them would be tried for nothing.
  const made = given.length > 0 ? undefined : secretFor(setting, service, keep)
  const subscription = {
    url,
    kinds: events ?? KINDS,
    families: named?.map(name => familyOf(name, families)?.singular ?? name),
    keys: (made === undefined ? given : [made]).map(keyOf),
  }
  return { subscription, made }
}

/** The secrets that were made, by their target in the settings: all worlds that are served under them sign with the same. */
const madeSecrets = new WeakMap<Setting, string>()

const secretFor = (setting: Setting, { chance }: Service, keep: Context['keep']): string => {
  const made = madeSecrets.get(setting) ?? keep(`webhook secret ${setting.url}`, () => makeSecret(chance))
  madeSecrets.set(setting, made)
  return made
}

const familyOf = (name: string, families: readonly Family[]): Family | undefined =>
  families.find(({ plural, singular }) => plural === name || singular === name)

/** What leaves this machine is said aloud: a fixture can come from anybody. */
const abroad = ({ url }: Subscription): string[] => {
  const { host } = new URL(url)
  const authority = parseAuthority(host)
  return authority !== undefined && isLoopback(authority)
    ? []
    : [`Webhooks tell ${host} of every change: this data leaves your machine.`]
}

const strangers = ({ url, families: named = [] }: Setting, families: readonly Family[]): string[] =>
  named
    .filter(name => familyOf(name, families) === undefined)
    .map(name => {
      const near = nearest(
        name,
        families.map(({ plural }) => plural),
      )
      const meant = near === undefined ? '' : ` Did you mean "${near}"?`
      return `The webhook ${shownUrl(url)} is about "${printable(name)}", and there is no such collection.${meant}`
    })
