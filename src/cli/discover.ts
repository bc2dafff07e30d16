/** What to serve when no file is named: the one of this folder, or the demonstration. */

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { user } from '../core/user.js'

export type Discovered =
  | { readonly kind: 'found'; readonly name: string }
  | { readonly kind: 'several'; readonly names: readonly string[] }
  | { readonly kind: 'demo'; readonly name: string }

/** The names that are looked for, in this folder only. */
export const FIXTURE_NAMES: readonly string[] = ['restage', user.plural].flatMap(name => [
  `${name}.yaml`,
  `${name}.yml`,
  `${name}.json`,
])

export const discover = (): Discovered => {
  const names = FIXTURE_NAMES.filter(name => existsSync(name))
  const [first, ...more] = names
  if (first === undefined) return { kind: 'demo', name: DEMO }
  return more.length === 0 ? { kind: 'found', name: first } : { kind: 'several', names }
}

/** The demonstration's fixture, which comes with the package. */
export const DEMO = fileURLToPath(new URL(`../../fixtures/${user.plural}.yaml`, import.meta.url))
