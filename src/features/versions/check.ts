/** Finds what is wrong with declared versions: whatever would hide a record, lose a field, or mean two things at once. */

import type { Family } from '../../core/family.js'
import { step } from '../../core/json.js'
import { nearest } from '../../core/nearest.js'
import type { Flaw } from '../feature.js'
import { hasField, readVersions, shiftOf, type Options, type Version, type Versions } from './settings.js'

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]*$/

export const checkVersions = (options: Options, families: readonly Family[]): Flaw[] => {
  const { all, usual, by } = readVersions(options)
  if (all.length === 0)
    return [
      flaw('', 'No version is declared.', 'Write each by its name, as in 1: { rename: { name: fullName } }', 'name'),
    ]
  const names = all.map(({ name }) => name)
  return [
    ...(usual === undefined
      ? [flaw('/default', `There is no version ${String(options.default)}.`, `There is ${names.join(', ')}.`)]
      : []),
    ...all.flatMap(version => checkVersion(version, by, all, families)),
  ]
}

const checkVersion = (
  version: Version,
  by: Versions['by'],
  all: readonly Version[],
  families: readonly Family[],
): Flaw[] => [
  ...(NAME.test(version.name)
    ? []
    : [
        flaw(
          step(version.name),
          `"${version.name}" cannot name a version.`,
          'A name has letters, digits, dots and dashes.',
          'name',
        ),
      ]),
  ...(by === 'path' ? checkPath(version, all, families) : []),
  ...checkDates(version),
  ...checkFamilies(version, families),
]

const flaw = (pointer: string, message: string, hint: string, at: Flaw['at'] = 'value'): Flaw => ({
  pointer,
  at,
  message,
  hint,
})

const checkPath = (version: Version, all: readonly Version[], families: readonly Family[]): Flaw[] => {
  const { name, segment } = version
  const other = all.find(candidate => candidate.segment === segment && candidate.place < version.place)
  const family = families.find(({ singular, plural }) => singular === segment || plural === segment)
  const taken =
    other !== undefined ? `version ${other.name}` : family !== undefined ? `the family ${family.singular}` : undefined
  if (taken === undefined) return []
  return [
    flaw(
      step(name),
      `/${segment} would be both version ${name} and ${taken}.`,
      'Give the version another name.',
      'name',
    ),
  ]
}

const checkDates = ({ name, deprecated, sunset }: Version): Flaw[] =>
  deprecated !== undefined && sunset !== undefined && sunset < deprecated
    ? [
        flaw(
          `${step(name)}/sunset`,
          `Version ${name} would be gone before it is deprecated.`,
          'The sunset is the later of the two dates.',
        ),
      ]
    : []

/** One thing that is said: a field, and where it is said. */
interface Said {
  readonly kind: 'rename' | 'omit' | 'add'
  readonly field: string
  readonly pointer: string
  readonly families: readonly Family[]
}

const checkFamilies = (version: Version, families: readonly Family[]): Flaw[] => {
  const root = step(version.name)
  const own = version.given.resources ?? {}
  const unknown = Object.keys(own).flatMap(name => {
    if (families.some(({ singular }) => singular === name)) return []
    const singulars = families.map(({ singular }) => singular)
    const near = nearest(name, singulars)
    const hint = near === undefined ? `There is ${singulars.join(', ')}.` : `Did you mean "${near}"?`
    return [flaw(`${root}/resources${step(name)}`, `There is no family "${name}".`, hint, 'name')]
  })
  const said = saidOf(version, families)
  return [
    ...unknown,
    ...said.flatMap(one => [...checkKey(one), ...checkThere(one), ...checkAdded(one, version, families)]),
    ...families.flatMap(family => checkNames(version, family, families, said)),
  ]
}

const saidOf = (version: Version, families: readonly Family[]): Said[] => {
  const root = step(version.name)
  const own = version.given.resources ?? {}
  return [
    ...saidIn(version.given, root, families),
    ...families.flatMap(family =>
      saidIn(own[family.singular] ?? {}, `${root}/resources${step(family.singular)}`, [family]),
    ),
  ]
}

const saidIn = (shift: Version['given'], root: string, families: readonly Family[]): Said[] => [
  ...Object.keys(shift.rename ?? {}).map((field): Said => ({
    kind: 'rename',
    field,
    pointer: `${root}/rename${step(field)}`,
    families,
  })),
  ...(shift.omit ?? []).map((field, index): Said => ({
    kind: 'omit',
    field,
    pointer: `${root}/omit/${index}`,
    families,
  })),
  ...Object.keys(shift.add ?? {}).map((field): Said => ({
    kind: 'add',
    field,
    pointer: `${root}/add${step(field)}`,
    families,
  })),
]

const DONE = { rename: 'renamed', omit: 'left out', add: 'added' }

/** The key stands in the URL, which has no versions. */
const checkKey = ({ kind, field, pointer, families }: Said): Flaw[] => {
  const family = families.find(({ key }) => key === field)
  if (family === undefined) return []
  const elsewhere = families.length > 1 ? ' Say it for the others, under resources.' : ''
  return [
    flaw(
      pointer,
      `"${field}" names a ${family.singular}, so it cannot be ${DONE[kind]}.`,
      `Every version has the same keys.${elsewhere}`,
      kind === 'omit' ? 'value' : 'name',
    ),
  ]
}

/** What nobody has may still come; but what is nearly the name of a field is that name misspelt. */
const checkThere = (said: Said): Flaw[] => {
  const { kind, field, pointer, families } = said
  const near = isKnown(said) ? undefined : nearest(field, new Set(families.flatMap(fieldsOf)))
  if (near === undefined) return []
  return [flaw(pointer, noSuchField(said), `Did you mean "${near}"?`, kind === 'omit' ? 'value' : 'name')]
}

const isKnown = ({ kind, field, families }: Said): boolean =>
  kind === 'add' || families.length === 0 || families.some(family => hasField(family, field))

const fieldsOf = ({ schema }: Family): string[] => Object.keys(schema.properties ?? {})

const noSuchField = ({ field, families }: Said): string => {
  const [first] = families
  return `No ${families.length === 1 && first !== undefined ? first.singular : 'record'} has a field "${field}".`
}

/** Said at the start about fields that no record has. */
export const unknownFields = (options: Options, families: readonly Family[]): string[] =>
  readVersions(options).all.flatMap(version =>
    saidOf(version, families)
      .filter(said => !isKnown(said))
      .map(said => `Version ${version.name} speaks of a field that is not there. ${noSuchField(said)}`),
  )

/** What is renamed or left out is there already, so it cannot be added under its stored name. */
const checkAdded = ({ kind, field, pointer, families }: Said, version: Version, all: readonly Family[]): Flaw[] =>
  kind === 'add' &&
  families.some(family => {
    const { rename, omit } = shiftOf(version, family, all)
    return Object.hasOwn(rename, field) || omit.includes(field)
  })
    ? [flaw(pointer, `"${field}" is both added and taken away.`, 'Keep one of the two.', 'name')]
    : []

/** No two fields of a family under one name. */
const checkNames = (version: Version, family: Family, all: readonly Family[], said: readonly Said[]): Flaw[] => {
  const { rename, omit, add } = shiftOf(version, family, all)
  const pointerOf = (field: string): string =>
    said.findLast(one => one.kind === 'rename' && one.field === field && one.families.includes(family))?.pointer ?? ''
  return Object.entries(rename).flatMap(([field, shown]) => {
    const report = (message: string, hint: string) => [flaw(pointerOf(field), message, hint)]
    if (omit.includes(field)) return report(`"${field}" is both renamed and left out.`, 'Keep one of the two.')
    if (shown === '__proto__') return report(`No field can be called "${shown}".`, 'Choose another name.')
    if (shown === family.key)
      return report(`"${shown}" names a ${family.singular}, so nothing else can be called so.`, 'Choose another name.')
    const twin = Object.keys(rename).find(other => other !== field && rename[other] === shown)
    if (twin !== undefined)
      return report(`"${field}" and "${twin}" would both be called "${shown}".`, 'Choose another name for one of them.')
    const stays =
      (Object.hasOwn(family.schema.properties ?? {}, shown) || family.secrets.includes(shown)) &&
      !Object.hasOwn(rename, shown) &&
      !omit.includes(shown)
    if (stays || Object.hasOwn(add, shown))
      return report(
        `A ${family.singular} has a field "${shown}" already, so "${field}" cannot be called so.`,
        `Choose another name, or omit "${shown}".`,
      )
    return []
  })
}
