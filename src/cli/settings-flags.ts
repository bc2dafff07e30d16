/** The settings as flags and environment variables: read off the grammar, so that none is written twice. */

import { Option, type Command } from 'commander'
import { grammar, type Settings } from '../grammar.js'
import { typesOf, type Schema } from '../core/schema.js'
import { checkSettings, checkTogether } from '../settings-check.js'
import type { Environment } from './colors.js'
import { UsageError } from './usage-error.js'

interface Flag {
  /** Where the setting stands: `['limits', 'body']`. */
  readonly path: readonly string[]
  readonly schema: Schema & { readonly flag: string }
}

/** Every setting that has a flag, in the order of the grammar. */
export const flagged = (schema: Schema = grammar, path: readonly string[] = []): Flag[] => [
  ...(schema.flag === undefined ? [] : [{ path, schema: { ...schema, flag: schema.flag } }]),
  ...[schema, ...(schema.anyOf ?? [])].flatMap(branch =>
    Object.entries(branch.properties ?? {}).flatMap(([name, member]) => flagged(member, [...path, name])),
  ),
]

/** Values stay text here; they are checked together, by the same rules as those in a file. */
export const addSettingFlags = (command: Command): void => {
  const flags = flagged()
  for (const heading of HEADINGS) {
    for (const { schema } of flags.filter(({ schema: { group = 'Behaviour' } }) => group === heading)) {
      const option = new Option(schema.flag, describe(schema)).helpGroup(`${heading}:`)
      // A list grows with each time that its flag is given. commander's own lists would swallow the fixtures behind them.
      if (typesIn(schema).includes('array'))
        option.argParser((text, before: string[] = []) => [...before, ...listed(text)])
      // The positive form has to come first: alone, commander takes a negative one for a setting that is on.
      if (isNegative(schema)) command.addOption(new Option(schema.flag.replace('--no-', '--')).hideHelp())
      command.addOption(schema.rare === true ? option.hideHelp() : option)
      if (isSwitch(schema) && !isNegative(schema))
        command.addOption(new Option(schema.flag.replace('--', '--no-')).hideHelp())
    }
  }
}

/** In the order of the help, which is the order in which they are added. */
const HEADINGS: readonly Schema['group'][] = ['Server', 'Behaviour', 'Output']

/** The settings that stand on the command line. */
export const settingsFromFlags = (options: Readonly<Record<string, unknown>>): Promise<Settings> =>
  collect(({ schema }) => {
    const option = new Option(schema.flag)
    const value = options[option.attributeName()]
    return value === undefined ? undefined : { value, from: option.long ?? schema.flag }
  })

/** The settings that stand in the environment. */
export const settingsFromEnvironment = (env: Environment): Promise<Settings> =>
  collect(({ schema }) => {
    const name = schema.env?.find(variable => env[variable] !== undefined && env[variable] !== '')
    return name === undefined ? undefined : { value: env[name], from: `${name} in the environment` }
  })

interface Given {
  readonly value: unknown
  /** Where it was said: a flag, a variable. */
  readonly from: string
}

const collect = async (given: (flag: Flag) => Given | undefined): Promise<Settings> => {
  const settings: Record<string, unknown> = {}
  for (const flag of flagged()) {
    const said = given(flag)
    if (said === undefined) continue
    const { from } = said
    // oxlint-disable-next-line no-await-in-loop -- loads the validator once, and only when there is something to check
    const value = await convert(said, flag.schema)
    const [first = '', second] = flag.path
    const [wrong] = second === undefined ? checkTogether({ [first]: value }) : []
    if (wrong !== undefined) throw new UsageError(`${from} cannot be "${String(value)}": ${wrong.message}`)
    if (second === undefined) settings[first] = merged(settings[first], value)
    else settings[first] = { ...(settings[first] as object | undefined), [second]: value }
  }
  return settings as Settings
}

/** A switch beside options of the same setting takes nothing away from them. */
const merged = (before: unknown, value: unknown): unknown =>
  value === true && typeof before === 'object' ? before : value

/** What was said, as the setting's type has it. */
const convert = async ({ value, from }: Given, schema: Schema): Promise<unknown> => {
  const typed = typeof value === 'string' ? fromText(value, typesIn(schema)) : value
  // A plain number or switch needs no validator, and a start without one is a faster start.
  if (isPlain(typed, schema) || (await checkSettings(typed, schema)).length === 0) return typed
  throw new UsageError(`${from} cannot be "${String(value)}": ${schema.hint ?? schema.description ?? 'see the help'}.`)
}

const isPlain = (
  value: unknown,
  { type, minimum = -Infinity, maximum = Infinity, anyOf, enum: values }: Schema,
): boolean => {
  if (values !== undefined) return values.includes(value)
  if (typeof value === 'boolean') return type === 'boolean' || anyOf?.some(branch => branch.type === 'boolean') === true
  return type === 'integer' && Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
}

const SWITCHES: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}

const fromText = (text: string, types: readonly string[]): unknown => {
  const switched = types.includes('boolean') ? SWITCHES[text.toLowerCase()] : undefined
  if (switched !== undefined) return switched
  if (types.includes('array')) return listed(text)
  return types.includes('integer') && /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)

/** The types that a setting may have, in whichever of its forms. */
const typesIn = (schema: Schema): readonly string[] => [schema, ...(schema.anyOf ?? [])].flatMap(typesOf)

const isSwitch = (schema: Schema): boolean => !schema.flag?.includes('<')

/** What is on by default has a flag that turns it off. */
const isNegative = (schema: Schema): boolean => schema.flag?.includes('--no-') === true

const describe = (schema: Schema): string => {
  const { description: said = '', default: value } = schema
  const description = isNegative(schema) ? `Do not ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said
  const text = isSwitch(schema) ? '' : String(value ?? '')
  const shown = text === '' ? '' : ` [${text}]`
  return description.replace(/\.$/, '') + shown
}
