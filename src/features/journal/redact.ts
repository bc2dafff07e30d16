/** What nobody gets to see of an exchange: credentials in its fields, its query, its values. */

import type { Family } from '../../core/family.js'
import { isFields, type Fields, type Json } from '../../core/json.js'
import type { FieldList } from '../../core/problem.js'
import { user } from '../../core/user.js'
import type { HttpRequest } from '../../wire/message.js'

/** Stands where something was taken out. */
export const REDACTED = '***'

/** Parameters that hold credentials, whatever the families say. */
const PARAMETERS = [
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'api_key',
  'apikey',
  'secret',
  'client_secret',
]

/** Fields that do; and any that is called like them. */
const FIELD = /^(?:authorization|proxy-authorization)$|token|secret|passw|api-?key/
/** Deeper than any content that is taken. */
const DEPTH_MAX = 200

export interface Secrets {
  /** Whether a member or parameter of this name holds one: `password`, `password:eq`, `login[password]`. */
  names(name: string): boolean
  /** Whether any of the names stands in the text, as a word. */
  mentioned(text: string): boolean
}

export const secretsOf = (families: readonly Family[]): Secrets => {
  const names = new Set(
    [...user.secrets, ...families.flatMap(family => family.secrets), ...PARAMETERS].map(name => name.toLowerCase()),
  )
  const alternatives = [...names].map(name => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|')
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives})(?![\p{L}\p{N}])`, 'iu')
  return {
    names: name => {
      const lower = name.toLowerCase()
      return names.has(lower) || lower.split(/[^\p{L}\p{N}_-]+/u).some(part => names.has(part))
    },
    mentioned: text => word.test(text),
  }
}

/** The value without what stands under the name of a secret, at any depth; in a JSON Patch also what is written there. */
export const redactValue = (value: Json, secrets: Secrets, depth = 0): Json => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return REDACTED
  if (!isFields(value)) return value.map(item => redactValue(item, secrets, depth + 1))
  const members = Object.entries(value).map(([name, inner]): [string, Json] => [
    name,
    secrets.names(name) || (name === 'value' && aims(value, secrets))
      ? REDACTED
      : redactValue(inner, secrets, depth + 1),
  ])
  return Object.fromEntries(members)
}

/** Whether an operation of a JSON Patch writes to the place of a secret. */
const aims = ({ path }: Fields, secrets: Secrets): boolean =>
  typeof path === 'string' && secrets.names(path.replaceAll('~1', '/').replaceAll('~0', '~'))

/** A query, or a content that is written like one: the values of secrets replaced, all else as it was sent. */
export const redactQuery = (query: string, secrets: Secrets): string =>
  query
    .split('&')
    .map(pair => {
      const [name = ''] = pair.split('=', 1)
      return pair.includes('=') && secrets.names(decoded(name)) ? `${name}=${REDACTED}` : pair
    })
    .join('&')

/** What has no end to being decoded is no name of ours. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}

/** The fields of a request, each as one text. */
export const redactHeaders = (headers: HttpRequest['headers'], secrets: Secrets): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, redactField(name, Array.isArray(value) ? value.join(', ') : value, secrets)] as const],
    ),
  )

/** The fields of a response; those that stand there twice are joined. */
export const redactFieldList = (list: FieldList, secrets: Secrets): Record<string, string> => {
  const fields = new Map<string, string>()
  for (let index = 0; index < list.length; index += 2) {
    const name = list[index]?.toLowerCase() ?? ''
    const value = redactField(name, list[index + 1] ?? '', secrets)
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(fields)
}

const redactField = (name: string, value: string, secrets: Secrets): string => {
  // The names tell a reader which cookies came; the attributes how one is kept.
  if (name === 'cookie') return value.replaceAll(/=[^;]*/g, `=${REDACTED}`)
  if (name === 'set-cookie') return value.replace(/=[^;]*/, `=${REDACTED}`)
  // `Bearer` or `Basic` is no secret.
  if (FIELD.test(name)) return /^[A-Za-z]+ /.test(value) ? value.replace(/ .*$/s, ` ${REDACTED}`) : REDACTED
  const mark = value.indexOf('?')
  return mark === -1 || !secrets.mentioned(decoded(value))
    ? value
    : value.slice(0, mark + 1) + redactQuery(value.slice(mark + 1), secrets)
}
