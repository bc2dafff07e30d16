/** The keywords of JSON Schema, and what may stand behind each: a slip in a schema must not pass for an annotation. */

import { isFields, step, type Json } from './json.js'
import { nearest } from './nearest.js'
import { quoted } from './printable.js'

/** The drafts that are known. */
export type Draft = '2020-12' | '7'

type Kind =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'definitions'
  | 'names'
  | 'dependencies'
  | 'type'
  | 'count'
  | 'number'
  | 'text'
  | 'pattern'
  | 'list'
  | 'boolean'
  | 'any'
  | 'remark'

export interface Refusal {
  /** The pointer from the keyword's value to the place, where it is not the value itself. */
  readonly inside?: string
  readonly at?: 'name' | 'value'
  readonly message: string
  readonly hint?: string
}

const words = (kind: Kind, names: string): [string, Kind][] => names.split(' ').map(name => [name, kind])

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...words('schema', 'items contains additionalProperties unevaluatedProperties unevaluatedItems propertyNames'),
  ...words('schema', 'not if then else additionalItems'),
  ...words('schemas', 'allOf anyOf oneOf prefixItems'),
  ...words('map', 'properties patternProperties dependentSchemas'),
  ...words('definitions', '$defs definitions'),
  ...words('names', 'required'),
  ...words('dependencies', 'dependentRequired dependencies'),
  ...words('type', 'type'),
  ...words('count', 'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties'),
  ...words('number', 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'),
  ...words('text', 'format title description $ref $anchor $id $schema $comment contentEncoding contentMediaType'),
  ...words('pattern', 'pattern'),
  ...words('list', 'enum examples'),
  ...words('boolean', 'uniqueItems deprecated readOnly writeOnly'),
  ...words('any', 'const default'),
  ...words('remark', 'example contentSchema xml discriminator externalDocs $vocabulary'),
])

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

/** The formats that the validator can tell; another one is a remark. */
const FORMATS =
  'date time date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer relative-json-pointer'.split(
    ' ',
  )

/** What the two drafts call differently, and how it is called in 2020-12. */
const RENAMED: Readonly<Record<string, string>> = { additionalItems: 'items', dependencies: 'dependentRequired' }

/** What stands behind a keyword; a word that is none is a remark. */
export const kindOf = (keyword: string): Kind => KINDS.get(keyword) ?? 'remark'

/** Why a keyword cannot stand here with this value; undefined when it can. Schemas inside are not looked at. */
export const refuseKeyword = (keyword: string, value: Json, draft: Draft, top: boolean): Refusal | undefined => {
  if (keyword === '$dynamicRef' || keyword === '$recursiveRef')
    return { at: 'name', message: `${keyword} is not followed here.`, hint: 'Use $ref.' }
  if (keyword === '$id' && !top)
    return { at: 'name', message: 'A schema inside another has no $id of its own here.', hint: 'Use $defs and $ref.' }
  const kind = KINDS.get(keyword)
  if (kind === undefined) return misspelt(keyword)
  const renamed = draft === '7' ? undefined : RENAMED[keyword]
  if (renamed !== undefined)
    return {
      at: 'name',
      message: `${keyword} is a keyword of draft-07, and this schema is of draft 2020-12.`,
      hint: `Write ${renamed}, or name the draft with $schema.`,
    }
  if (keyword === 'items' && Array.isArray(value)) {
    if (draft === '7') return undefined
    return { message: 'In draft 2020-12 items is one schema.', hint: 'Write prefixItems for a list of schemas.' }
  }
  return refuseValue(keyword, kind, value)
}

const misspelt = (keyword: string): Refusal | undefined => {
  // A word of somebody's own is an annotation; a word that is nearly a keyword was meant as one.
  const meant = keyword.length < 4 || keyword.startsWith('x-') ? undefined : nearest(keyword, longKeywords)
  return meant === undefined
    ? undefined
    : { at: 'name', message: `There is no keyword ${quoted(keyword)}.`, hint: `Did you mean "${meant}"?` }
}

const longKeywords = [...KINDS.keys()].filter(name => name.length >= 4)

const refuseValue = (keyword: string, kind: Kind, value: Json): Refusal | undefined => {
  const must = (fits: boolean, what: string): Refusal | undefined =>
    fits ? undefined : { message: `${keyword} must be ${what}.` }
  switch (kind) {
    case 'schemas':
      return must(Array.isArray(value) && value.length > 0, 'a list of schemas')
    case 'map':
    case 'definitions':
      return (
        must(isFields(value), 'a map of schemas') ??
        (keyword === 'patternProperties' ? refusePatterns(value) : undefined)
      )
    case 'names':
      return must(isNames(value), 'a list of names')
    case 'dependencies':
      return must(
        isFields(value) &&
          Object.values(value).every(
            member => isNames(member) || (keyword === 'dependencies' && !Array.isArray(member)),
          ),
        'a map from names to lists of names',
      )
    case 'type':
      return refuseType(value)
    case 'count':
      return must(typeof value === 'number' && Number.isInteger(value) && value >= 0, 'a whole number, zero or more')
    case 'number':
      return keyword === 'multipleOf'
        ? must(typeof value === 'number' && value > 0, 'a number above zero')
        : must(typeof value === 'number', 'a number')
    case 'text':
      return (
        must(typeof value === 'string', 'a text') ?? (keyword === 'format' ? refuseFormat(String(value)) : undefined)
      )
    case 'pattern':
      return must(typeof value === 'string', 'a text') ?? refusePattern(String(value))
    case 'list':
      return must(Array.isArray(value) && (keyword !== 'enum' || value.length > 0), 'a list of values')
    case 'boolean':
      return must(typeof value === 'boolean', 'true or false')
    case 'schema':
    case 'any':
    case 'remark':
      return undefined
  }
}

const isNames = (value: Json): boolean => Array.isArray(value) && value.every(name => typeof name === 'string')

const refuseType = (value: Json): Refusal | undefined => {
  const names: readonly Json[] = Array.isArray(value) ? value : [value]
  const index = names.findIndex(name => typeof name !== 'string' || !TYPES.includes(name))
  if (index === -1) return names.length > 0 ? undefined : { message: 'type must name a type.' }
  const name = names[index]
  const meant = typeof name === 'string' ? nearest(name, TYPES) : undefined
  return {
    inside: Array.isArray(value) ? step(index) : '',
    message: typeof name === 'string' ? `There is no type ${quoted(name)}.` : 'A type is named by a text.',
    hint: meant === undefined ? `The types are ${TYPES.join(', ')}.` : `Did you mean "${meant}"?`,
  }
}

const refuseFormat = (name: string): Refusal | undefined => {
  const meant = FORMATS.includes(name) || name.startsWith('idn-') ? undefined : nearest(name, FORMATS)
  // A format that nobody knows is a remark (JSON Schema Validation §7.2.1), unless it is nearly one.
  return meant === undefined || name.length < 4
    ? undefined
    : { message: `There is no format ${quoted(name)}.`, hint: `Did you mean "${meant}"?` }
}

const refusePattern = (pattern: string): Refusal | undefined => {
  try {
    'any'.search(new RegExp(pattern, 'u'))
  } catch {
    return { message: 'This is no regular expression of ECMAScript with the flag u.' }
  }
  return undefined
}

const refusePatterns = (value: Json): Refusal | undefined => {
  for (const name of Object.keys(value as object)) {
    const refused = refusePattern(name)
    if (refused !== undefined) return { ...refused, inside: step(name), at: 'name' }
  }
  return undefined
}
