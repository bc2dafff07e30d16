/** Reads YAML 1.2: one document of what JSON can hold, with the places of it all and with everything that is wrong. */

import type { Document, DocumentOptions, ParseOptions, SchemaOptions } from 'yaml'
import type { Flaw, Reading } from '../../core/source.js'
import { locate } from './locate.js'
import { reword } from './reword.js'
import { valueOf } from './value.js'

let kept: Promise<typeof import('yaml')> | undefined

/** The package, loaded when the first YAML is met. */
export const yamlPackage = (): Promise<typeof import('yaml')> => (kept ??= import('yaml'))

const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.2',
  strict: true,
  stringKeys: true,
  merge: false,
  // `!!binary` and the like hold what JSON cannot.
  resolveKnownTags: false,
  // The package's own search for repeated names takes a time that grows with the square of their number.
  uniqueKeys: false,
  // Its pretty messages take minutes on a text made to have a hundred thousand errors.
  prettyErrors: false,
  logLevel: 'error',
}

export const readYaml = async (text: string): Promise<Reading> => {
  const { parseDocument, ...nodes } = await yamlPackage()
  let document: Document.Parsed
  try {
    document = parseDocument(text, OPTIONS)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // The stack ran out before the package could say where.
    return unreadable([{ offset: 0, length: 1, message: 'The nesting is too deep to be read.' }])
  }
  const flaws = reword(text, [...document.errors, ...document.warnings])
  if (document.errors.length > 0) return unreadable(flaws)
  const { value, flaws: more, doubts, targets } = valueOf(nodes, document, text)
  return {
    value,
    flaws: [...flaws, ...more].toSorted((a, b) => a.offset - b.offset),
    doubts,
    locate: locate(nodes, document, text, targets),
  }
}

const unreadable = (flaws: readonly Flaw[]): Reading => ({
  value: undefined,
  flaws,
  doubts: [],
  locate: () => ({ offset: 0, length: 1 }),
})
