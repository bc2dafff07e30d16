/** Every file that is generated, whole or in parts, with the text that it should have now. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { comparison } from './compare.js'
import { fixtureSchemaText } from './fixture-schema.js'
import { helpBlock } from './help.js'
import { problemsTable, settingsTable } from './reference.js'

const here = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** File names and texts, from the root of the project. */
export const generated = async (): Promise<ReadonlyMap<string, string>> =>
  new Map([
    ['fixture.schema.json', fixtureSchemaText()],
    ['README.md', await readme(readFileSync(here('README.md'), 'utf8'))],
  ])

/** The README with its help and its tables anew. The formatter comes last, so that it has nothing to change afterwards. */
const readme = async (text: string): Promise<string> => {
  const parts = { help: await helpBlock(), settings: settingsTable(), problems: problemsTable() }
  // Only where there is a place for it: it needs a server to run.
  const all = text.includes('<!-- begin compare -->') ? { ...parts, compare: await comparison() } : parts
  const filled = Object.entries(all).reduce((whole, [name, part]) => fill(whole, name, part), text)
  return format(filled, { ...(await resolveConfig(here('README.md'))), parser: 'markdown' })
}

/** Replaces what stands between `<!-- begin name -->` and `<!-- end name -->`. */
export const fill = (text: string, name: string, part: string): string => {
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`]
  const [before, rest, ...more] = text.split(begin)
  const [, after, ...others] = rest?.split(end) ?? []
  if (before === undefined || after === undefined || more.length + others.length > 0)
    throw new Error(`There must be one ${begin} and one ${end} behind it.`)
  return `${before}${begin}\n\n${part}\n\n${end}${after}`
}
