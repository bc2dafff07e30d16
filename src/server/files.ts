/** Reads fixture files, and says in a sentence why one cannot be read. */

import { open, readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { nearest } from '../core/nearest.js'

/** Larger files are a mistake, or want a database. */
const BYTES_MAX = 64 * 1024 * 1024

export interface FixtureFile {
  /** As it was given. */
  readonly name: string
  readonly text: string
}

/** A file that cannot be read at all. */
export class UnreadableFile extends Error {
  readonly file: string
  readonly hint: string | undefined
  /** It is not there at all. */
  readonly gone: boolean

  constructor(file: string, message: string, hint?: string, gone = false) {
    super(message)
    this.file = file
    this.hint = hint
    this.gone = gone
  }
}

/** The text of each file, or the reason why there is none. `-` is the standard input. */
export const readFiles = (names: readonly string[]): Promise<(FixtureFile | UnreadableFile)[]> =>
  Promise.all(
    names.map(async name => {
      try {
        return name === '-' ? { name: 'standard input', text: await readInput() } : { name, text: await readText(name) }
      } catch (error) {
        return error instanceof UnreadableFile ? error : explain(name, error as NodeJS.ErrnoException)
      }
    }),
  )

/** What reads a whole stream is loaded for nobody else. */
const readInput = async (): Promise<string> => (await import('node:stream/consumers')).text(process.stdin)

const readText = async (name: string): Promise<string> => {
  await using file = await open(name, 'r')
  const { size } = await file.stat().then(stat => {
    if (stat.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    return stat
  })
  if (size > BYTES_MAX)
    throw new UnreadableFile(
      name,
      `${name} has ${Math.round(size / 1024 / 1024)} MB; ${BYTES_MAX / 1024 / 1024} MB is the most for a fixture.`,
    )
  const bytes = await file.readFile()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile(name, `${name} is not UTF-8 text.`, 'Save it as UTF-8.')
  }
}

const explain = async (name: string, error: NodeJS.ErrnoException): Promise<UnreadableFile> => {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR': {
      const near = nearFixture(basename(name), await neighbours(name))
      const folder = dirname(name)
      const path = near === undefined ? undefined : folder === '.' ? near : `${folder}/${near}`
      return new UnreadableFile(
        name,
        `There is no file ${name}.`,
        path === undefined ? undefined : `Did you mean ${path} ?`,
        true,
      )
    }
    case 'EISDIR': {
      const fixture = (await neighbours(`${name}/x`)).find(file => FIXTURE.test(file))
      return new UnreadableFile(
        name,
        `${name} is a folder; a fixture is a YAML or JSON file.`,
        fixture === undefined ? undefined : `Did you mean ${name.replace(/\/$/, '')}/${fixture} ?`,
      )
    }
    case 'EACCES':
    case 'EPERM':
      return new UnreadableFile(name, `${name} may not be read by this account.`)
    default:
      return new UnreadableFile(name, `${name} cannot be read: ${error.code ?? error.message}.`)
  }
}

const FIXTURE = /\.(ya?ml|json)$/

const stem = (file: string): string => file.replace(FIXTURE, '')

/** Names are compared without their endings: `.yaml` is no likeness, and `.yml` no difference. */
const nearFixture = (name: string, files: readonly string[]): string | undefined => {
  const fixtures = files.filter(file => FIXTURE.test(file))
  const same = fixtures.find(file => stem(file) === stem(name))
  const meant = nearest(stem(name), fixtures.map(stem))
  return same ?? fixtures.find(file => stem(file) === meant)
}

const neighbours = async (name: string): Promise<string[]> => {
  try {
    return await readdir(dirname(name))
  } catch {
    return []
  }
}
