/** The tables of the README that are read off the source: the settings and the problem types. */

import { grammar } from '../src/grammar.js'
import { catalogue } from '../src/core/problem.js'
import type { Schema } from '../src/core/schema.js'

/** One line for each setting, the deepest included, in the order of the grammar. */
export const settingsTable = (): string =>
  table(
    ['Setting', 'Default', 'Flag', 'Environment', 'Meaning'],
    settingRows(grammar, '').map(({ name, schema }) => [
      code(name),
      schema.default === undefined || schema.default === '' ? '' : code(String(schema.default)),
      schema.flag === undefined ? '' : code(schema.flag),
      (schema.env ?? []).map(code).join(', '),
      meaning(schema),
    ]),
  )

/** One line for each problem type, in the order of the catalogue, which is that of the status codes. */
export const problemsTable = (): string =>
  table(
    ['Status', 'Type', 'Meaning'],
    Object.entries(catalogue).map(([name, { status, meaning: text }]) => [
      String(status),
      code(`/-/problems/${name}`),
      text,
    ]),
  )

interface SettingRow {
  readonly name: string
  readonly schema: Schema
}

/** A setting that only groups others has no line of its own; one that can also be just on or off has. */
const settingRows = (schema: Schema, name: string): SettingRow[] => {
  const branches = [schema, ...(schema.anyOf ?? [])]
  const members = branches.flatMap(branch =>
    Object.entries(branch.properties ?? {}).flatMap(([member, inner]) =>
      settingRows(inner, name === '' ? member : `${name}.${member}`),
    ),
  )
  const others = branches.flatMap(({ additionalProperties: other }) =>
    typeof other === 'object' && other.properties !== undefined
      ? settingRows(other, `${name}.${placeholder(name)}`)
      : [],
  )
  const inner = [...members, ...others]
  return inner.length > 0 && schema.anyOf === undefined ? inner : [{ name, schema }, ...inner]
}

/** What the names of such a map are. */
const placeholder = (name: string): string => (name === 'versions' ? '<version>' : '<singular>')

const meaning = ({ description = '', enum: values }: Schema): string =>
  values === undefined || values.every(value => description.includes(String(value)))
    ? description
    : `${description} One of ${values.map(value => code(String(value))).join(', ')}.`

const code = (text: string): string => `\`${text}\``

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n')
