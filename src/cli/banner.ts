/** What is said when the server listens: where, what, and the first thing to try. */

import type { ChalkInstance } from 'chalk'
import type { Fixture } from '../fixtures.js'
import type { Started } from '../server/start.js'
import { clip } from '../core/clip.js'
import type { Family } from '../core/family.js'
import { printable } from '../core/printable.js'
import { outlineOf, type States } from '../core/states.js'
import { counted } from './counted.js'

export interface Occasion {
  readonly version: string
  readonly milliseconds: number
  /** What was read, in words. */
  readonly source: string
  /** One line each, said aloud: another port than usual, an open door. */
  readonly warnings: readonly string[]
  /** Whether keys in the terminal do something. */
  readonly keys: boolean
}

export const banner = (fixture: Fixture, server: Started, occasion: Occasion, chalk: ChalkInstance): string => {
  const { config, service, resources, banner: said } = server.app
  const { base } = config
  const families = fixture.collections.map(({ family, records, keyFrom }) => {
    const found = keyFrom === 'found' ? `  (named by ${family.key})` : ''
    const count = counted(records.length, family).padEnd(12)
    return row(count, `${base}/${family.plural}  ${base}/${family.singular}/<${family.key}>${found}`)
  })
  const old = resources.filter(resource => resource.parameter !== undefined && resource.doc !== undefined)
  const first = exampleKey(fixture)
  return [
    '',
    `  ${chalk.bold('restage')} ${occasion.version}   ready in ${Math.round(occasion.milliseconds)} ms   ${printable(occasion.source)}`,
    '',
    `  ${chalk.cyan(`${server.url}${base || '/'}`)}`,
    '',
    ...families,
    ...old.map((resource, index) => row(index === 0 ? 'Old style' : '', resource.doc ?? '')),
    ...fixture.collections.flatMap(({ family }) => (family.states ? [stateRow(family, family.states)] : [])),
    ...(server.app.features.has('page') ? [row('Page', `${base}/-/  both styles, traffic, records, controls`)] : []),
    row('Writes', service.formats.of('collection').written.map(shortly).join('  ')),
    row('Reads', service.formats.read.map(shortly).join('  ')),
    ...said.map(([head, text]) => row(head, text)),
    ...(config.static === undefined ? [] : [row('Files', config.static)]),
    '',
    ...occasion.warnings.map(warning => `  ${chalk.yellow('!')} ${warning}`),
    ...(occasion.warnings.length > 0 ? [''] : []),
    ...(first === undefined ? [] : [`  Try:  curl ${server.url}${base}${first}`, '']),
    `  ${chalk.dim(`Changes stay in memory. Ctrl-C stops${occasion.keys ? ', h + Enter shows keys' : ''}.`)}`,
    '',
    '',
  ].join('\n')
}

const stateRow = ({ singular }: Family, states: States): string =>
  row('States', printable(clip(`${singular}.${states.field}: ${outlineOf(states)}`)))

/** `json` for `application/json`: enough for who knows, and it fits on a line. */
const shortly = (mediaType: string): string =>
  mediaType.replace(/^.*\/(?:x-)?/, '').replace('www-form-urlencoded', 'form')

const row = (head: string, text: string): string => `  ${head.padEnd(12)}  ${text}`

/** The path of the first record whose key needs no quotes in a shell. */
const exampleKey = (fixture: Fixture): string | undefined => {
  for (const { family, records } of fixture.collections) {
    const plain = records.find(({ key }) => /^[\w.-]+$/.test(key))
    if (plain !== undefined) return `/${family.singular}/${plain.key}`
  }
  return undefined
}
