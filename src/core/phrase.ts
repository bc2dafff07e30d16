/** Says in a plain sentence what a value must be like and is not, keyword by keyword; never what the value is. */

import { inPlace, type Declared, type SchemaNode } from './declared.js'
import { isFields, type Json } from './json.js'
import { nearest } from './nearest.js'
import { printable, quoted } from './printable.js'

/** What does not fit, and what it does not fit. */
export interface Where {
  readonly keyword: string
  /** The schema that has the keyword. */
  readonly node: SchemaNode
  /** The schema around it, and the keywords that lead there. */
  readonly owner: SchemaNode | undefined
  readonly edges: readonly string[]
  /** From the record to the value. */
  readonly path: readonly (string | number)[]
  readonly value: Json | undefined
  /** More than one form fits where exactly one should. */
  readonly several?: true
  /** Neither what the value is nor what it could be is told. */
  readonly secret?: boolean
}

export interface Sentence {
  readonly detail: string
  /** Whether it is the name that is wrong. */
  readonly name?: true
}

/** More values than this are not listed. */
const LISTED = 10

export const phrase = (where: Where, declared: Declared, singular: string): Sentence => {
  const subject = nameOf(where.path, singular)
  if (where.keyword === 'not' && isNever(where.node)) return never(where, subject, declared, singular)
  return { detail: `${subject} ${predicate(where)}`, ...(where.keyword === 'propertyNames' && { name: true }) }
}

/** `The user`, `"address.zip"`, `"roles[1]"`. */
const nameOf = (path: readonly (string | number)[], singular: string): string => {
  const [first, ...rest] = path
  if (first === undefined) return `The ${singular}`
  const name = rest.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    String(first),
  )
  return quoted(name, 80)
}

const predicate = ({ keyword, node, value, several, secret }: Where): string => {
  const limit = node[keyword]
  switch (keyword) {
    case 'type':
      return `must be ${either(typesOf(node).map(type => NOUNS[type] ?? type))}; it is ${kindOf(value, typesOf(node))}.`
    case 'required':
    case 'dependentRequired':
      return secret === true
        ? 'lacks something that it must have.'
        : `must have ${both(missing(keyword, node, value))}.`
    case 'enum':
      return secret === true ? 'is none of the values that it can have.' : `must be ${oneOf(node.enum ?? [])}.`
    case 'const':
      return secret === true ? 'is not the value that it must have.' : `must be ${show(node.const ?? null)}.`
    case 'pattern':
      return `must match the pattern ${printable(String(limit))}.`
    case 'format':
      return `must be ${FORMATS[String(limit)] ?? `of the format ${String(limit)}`}.`
    case 'minLength':
      return limit === 1 ? 'must not be empty.' : `must have at least ${count(limit, 'character')}.`
    case 'maxLength':
      return `must have at most ${count(limit, 'character')}.`
    case 'minItems':
      return limit === 1 ? 'must not be empty.' : `must have at least ${count(limit, 'item')}.`
    case 'maxItems':
      return `must have at most ${count(limit, 'item')}.`
    case 'minProperties':
      return limit === 1 ? 'must not be empty.' : `must have at least ${count(limit, 'member')}.`
    case 'maxProperties':
      return `must have at most ${count(limit, 'member')}.`
    case 'minimum':
      return `must be ${String(limit)} or more.`
    case 'maximum':
      return `must be ${String(limit)} or less.`
    case 'exclusiveMinimum':
      return `must be more than ${String(limit)}.`
    case 'exclusiveMaximum':
      return `must be less than ${String(limit)}.`
    case 'multipleOf':
      return `must be a multiple of ${String(limit)}.`
    case 'uniqueItems':
      return 'must not have an item twice.'
    case 'contains':
      return 'has no item of the kind that it must have.'
    case 'minContains':
      return `must have at least ${count(limit, 'item')} of a kind that it has fewer of.`
    case 'maxContains':
      return `must have at most ${count(limit, 'item')} of a kind that it has more of.`
    case 'propertyNames':
      return 'is a name that no member can have here.'
    case 'not':
      return 'is just what it must not be.'
    case 'oneOf':
      return several === true
        ? 'fits more than one of the forms of which it must have exactly one.'
        : 'has none of the forms that it can have.'
    default:
      return 'has none of the forms that it can have.'
  }
}

const isNever = ({ not }: SchemaNode): boolean => not !== undefined && Object.keys(not).length === 0

/** What stands under `false` cannot be there, whatever it is. */
const never = (
  { edges, path, owner, secret }: Where,
  subject: string,
  declared: Declared,
  singular: string,
): Sentence => {
  const edge = edges.at(-1)
  if (secret === true && path.length === 1) return { detail: `${subject} cannot be as it is.` }
  if (edge === 'items' || edge === 'unevaluatedItems')
    return { detail: `${nameOf(path.slice(0, -1), singular)} cannot have so many items.` }
  if (edge !== 'additionalProperties' && edge !== 'unevaluatedProperties')
    return path.length === 0 || typeof path.at(-1) === 'number'
      ? { detail: `${subject} cannot be there.` }
      : { detail: `${subject} cannot be there.`, name: true }
  const meant = owner && nearest(String(path.at(-1)), membersOf(owner, declared))
  const around = path.length === 1 ? `A ${singular}` : nameOf(path.slice(0, -1), singular)
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return { detail: `${around} has no member ${quoted(String(path.at(-1)))}.${question}`, name: true }
}

/** Every member that a schema knows, wherever it says so. */
const membersOf = (node: SchemaNode, declared: Declared, seen: Set<SchemaNode> = new Set()): string[] => {
  if (seen.has(node)) return []
  seen.add(node)
  return [
    ...Object.keys(node.properties ?? {}),
    ...inPlace(node, declared).flatMap(inner => membersOf(inner, declared, seen)),
  ]
}

const missing = (keyword: string, node: SchemaNode, value: Json | undefined): string[] => {
  const members = isFields(value) ? value : {}
  const wanted =
    keyword === 'required'
      ? (node.required ?? [])
      : Object.entries(node.dependentRequired ?? {}).flatMap(([name, names]) =>
          Object.hasOwn(members, name) ? names : [],
        )
  return [...new Set(wanted)].filter(name => !Object.hasOwn(members, name)).map(name => quoted(name))
}

const typesOf = ({ type = [] }: SchemaNode): readonly string[] => (typeof type === 'string' ? [type] : type)

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
}

const kindOf = (value: Json | undefined, wanted: readonly string[]): string => {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number') return wanted.includes('integer') ? 'a number with a fraction' : 'a number'
  return typeof value === 'boolean' ? 'a truth value' : (NOUNS[typeof value] ?? typeof value)
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date, as in 2026-01-31',
  time: 'a time of day with its offset, as in 13:45:00Z',
  'date-time': 'a date with a time, as in 2026-01-31T13:45:00Z',
  duration: 'a duration, as in PT1H30M',
  email: 'an email address, as in alice@example.com',
  uri: 'a URI, as in https://example.com/',
  url: 'a URL, as in https://example.com/',
  uuid: 'a UUID, as in 123e4567-e89b-12d3-a456-426614174000',
  ipv4: 'an IPv4 address, as in 192.0.2.1',
  ipv6: 'an IPv6 address, as in 2001:db8::1',
  hostname: 'a host name, as in api.example',
  regex: 'a regular expression',
}

const count = (limit: unknown, noun: string): string => `${String(limit)} ${noun}${limit === 1 ? '' : 's'}`

const show = (value: Json): string =>
  typeof value === 'string' ? quoted(value) : quoted(JSON.stringify(value), 60).slice(1, -1)

const oneOf = (values: readonly Json[]): string => {
  const shown = values.slice(0, LISTED).map(show)
  if (values.length > LISTED) return `one of ${shown.join(', ')} and ${values.length - LISTED} more`
  return values.length === 1 ? shown.join('') : `one of ${shown.join(', ')}`
}

const either = (words: readonly string[]): string => listing(words, 'or')

const both = (words: readonly string[]): string => listing(words, 'and')

const listing = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`
