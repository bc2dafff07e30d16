/** The JSON Schema (draft-07) of a whole fixture file, for editors: the settings' grammar and the collections around it. */

import { grammar } from '../src/grammar.js'
import { RESERVED_SEGMENTS } from '../src/core/family.js'
import { KEY_MAX } from '../src/core/key.js'
import { user } from '../src/core/user.js'
import { settingSchema, type JsonSchema } from './setting-schema.js'

/** No key holds a control character, and "." and ".." cannot be addressed by a URL. */
const KEY_PATTERN = String.raw`^(?!\.{1,2}$)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+$`

const KEY: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: KEY_MAX,
  pattern: KEY_PATTERN,
  patternErrorMessage: 'A key is a text without control characters, and neither "." nor "..".',
}

const { singular, plural, key, secrets } = user

const BUILT_IN = {
  type: 'object',
  description: `A ${singular}: /${singular}/<${key}>. Fields beyond the ${key} are up to you.`,
  properties: {
    [key]: { ...KEY, description: `Names the ${singular}, in the URL too.` },
    ...Object.fromEntries(secrets.map(name => [name, { description: 'Can be written and is never shown.' }])),
  },
} as const satisfies JsonSchema

const RECORD: JsonSchema = { type: 'object', description: 'A record: a map of fields.' }

const collection = (description: string, record: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  description,
  anyOf: [
    { type: 'array', items: record },
    {
      type: 'object',
      // What stands in front of a record in a map is its key.
      propertyNames: KEY,
      additionalProperties: { anyOf: [record, { type: 'null' }] },
    },
    { type: 'null' },
  ],
  ...more,
})

/** `restage.resources.<singular>.key` gives the built-in family another key, and then nothing is known of the usual one. */
const REKEYED: JsonSchema = [`resources`, singular].reduceRight<JsonSchema>(
  (inner, name) => ({ type: 'object', required: [name], properties: { [name]: inner } }),
  { type: 'object', required: ['key'] },
)

export const fixtureSchema = (): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A fixture of restage',
  description: `Collections of records, each served at a path of its own, and under "restage" how the server behaves.`,
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'Where the editor finds this schema.' },
    restage: { description: 'How the server behaves. Everything is optional.', ...settingSchema(grammar) },
    [plural]: collection(
      `The ${plural}: a list, or a map from ${key} to fields. Served at /${plural} and /${singular}/<${key}>.`,
      BUILT_IN,
      { defaultSnippets: [{ label: `a ${singular}`, body: [{ [key]: '${1:alice}', name: '${2:Alice Liddell}' }] }] },
    ),
  },
  propertyNames: { not: { enum: [singular, ...RESERVED_SEGMENTS] } },
  additionalProperties: collection(
    'A collection of your own: a list of records, or a map from key to fields. The key is found: id, slug, name, code or isbn.',
    RECORD,
  ),
  if: { type: 'object', required: ['restage'], properties: { restage: REKEYED } },
  else: {
    properties: {
      [plural]: {
        anyOf: [{ type: 'array', items: { type: 'object', required: [key] } }, { type: ['object', 'null'] }],
      },
    },
  },
  defaultSnippets: [
    {
      label: `${plural} and settings`,
      description: `A fixture with one ${singular}.`,
      body: { [plural]: [{ [key]: '${1:alice}', name: '${2:Alice Liddell}' }], restage: { base: '${3:/api}' } },
    },
  ],
})

/** The schema as the file that editors read. */
export const fixtureSchemaText = (): string => `${JSON.stringify(fixtureSchema(), null, 2)}\n`
