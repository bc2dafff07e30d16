/** What can be said about versions, and what it means for each family. */

import type { Family } from '../../core/family.js'
import { isFields, type Fields } from '../../core/json.js'
import type { Shift } from '../../core/lens.js'
import type { Infer, Schema } from '../../core/schema.js'

const shift = {
  rename: {
    type: 'object',
    additionalProperties: { type: 'string', minLength: 1 },
    description: 'Fields that are called otherwise there: the stored name, and the one that is shown.',
    hint: 'stored names with the names shown, as in { name: fullName }',
  },
  omit: {
    type: 'array',
    items: { type: 'string' },
    description: 'Fields that are not there. Who writes in this version does not lose them.',
    hint: 'a list of fields, as in [roles]',
  },
  add: {
    type: 'object',
    additionalProperties: {},
    description: 'Fields that are always there, with what they hold where a record has none.',
    hint: 'fields with their values, as in { nickname: "" }',
  },
} as const satisfies Readonly<Record<string, Schema>>

const version = {
  type: 'object',
  additionalProperties: false,
  description: 'What one version shows otherwise than the records have it.',
  properties: {
    ...shift,
    resources: {
      type: 'object',
      description: 'The same for one family, by its singular.',
      additionalProperties: { type: 'object', additionalProperties: false, properties: shift },
    },
    deprecated: {
      type: 'string',
      format: 'date',
      description: 'Since when it is deprecated; sent as Deprecation (RFC 9745).',
      hint: 'a date, as in 2026-01-31',
    },
    sunset: {
      type: 'string',
      format: 'date',
      description: 'When it will be gone; sent as Sunset (RFC 8594).',
      hint: 'a date, as in 2027-01-31',
    },
  },
} as const satisfies Schema

export const options = {
  description: 'Versions of the API, each by its name: views of the same records.',
  anyOf: [
    { type: 'boolean' },
    {
      type: 'object',
      properties: {
        by: {
          enum: ['media-type', 'header', 'path'],
          default: 'media-type',
          description: 'Where a request says which version it means: media-type, header or path.',
          hint: 'media-type, header or path',
        },
        default: {
          type: ['string', 'number'],
          description: 'The version that is meant when nobody says one; the last, unless it is said.',
          hint: 'the name of a version',
        },
        header: {
          type: 'string',
          pattern: '^[A-Za-z][A-Za-z0-9-]*$',
          default: 'API-Version',
          description: 'The field that names the version, by header.',
          hint: 'the name of a header field, as in API-Version',
        },
      },
      additionalProperties: version,
    },
  ],
} as const satisfies Schema

export type Options = Exclude<Infer<typeof options>, boolean>
type Given = Infer<typeof version>

export interface Version {
  readonly name: string
  /** From 1, in the order in which they are declared. */
  readonly place: number
  /** What stands before its paths: `v1`. */
  readonly segment: string
  /** Milliseconds since the epoch. */
  readonly deprecated: number | undefined
  readonly sunset: number | undefined
  readonly given: Given
}

export interface Versions {
  readonly by: 'media-type' | 'header' | 'path'
  readonly header: string
  readonly all: readonly Version[]
  /** Undefined where what is said names none: that is a flaw, and nothing is served then. */
  readonly usual: Version | undefined
}

const OWN: ReadonlySet<string> = new Set(['by', 'default', 'header'])

export const readVersions = (given: Options): Versions => {
  const all = Object.entries(given)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value], index): Version => {
      // Nothing behind the colon: the version shows the records as they are.
      const own: Given = isFields(value) ? (value as Given) : {}
      return {
        name,
        place: index + 1,
        segment: /^v\d/.test(name) ? name : `v${name}`,
        deprecated: own.deprecated === undefined ? undefined : Date.parse(own.deprecated),
        sunset: own.sunset === undefined ? undefined : Date.parse(own.sunset),
        given: own,
      }
    })
  const { by = 'media-type', header = 'API-Version', default: wanted } = given
  const usual = wanted === undefined || wanted === null ? all.at(-1) : all.find(({ name }) => name === String(wanted))
  return { by, header, all, usual }
}

/** What a version does with the records of a family: what is said for all, and over it what is said for this one. */
export const shiftOf = ({ given }: Version, family: Family, families: readonly Family[]): Shift => {
  const own = given.resources?.[family.singular] ?? {}
  const renamed = Object.entries(given.rename ?? {}).filter(([name, shown]) => concerns(name, shown, family, families))
  const omitted = own.omit ?? []
  return {
    rename: {
      ...Object.fromEntries(renamed.filter(([name]) => !omitted.includes(name))),
      ...own.rename,
    },
    omit: [...(given.omit ?? []).filter(name => !Object.hasOwn(own.rename ?? {}, name)), ...omitted],
    add: { ...(given.add as Fields | undefined), ...(own.add as Fields | undefined) },
  }
}

/** What is said for all is meant for the families that have the field; where none has it yet, for each that may get it. */
const concerns = (name: string, shown: string, family: Family, families: readonly Family[]): boolean =>
  hasField(family, name) || (!hasField(family, shown) && !families.some(other => hasField(other, name)))

/** Whether records of the family have the field, as far as anybody knows: of a family without records nobody does. */
export const hasField = ({ schema, secrets }: Family, name: string): boolean =>
  schema.properties === undefined ||
  Object.keys(schema.properties).length === 0 ||
  Object.hasOwn(schema.properties, name) ||
  secrets.includes(name)
