/** Files that are served and change: what is good takes the place of what was there, what is broken is told and changes nothing. */

import type { Fields } from '../core/json.js'
import { readFixtures, type Issue } from '../fixtures.js'
import type { Settings } from '../grammar.js'
import { readFiles, UnreadableFile, type FixtureFile } from './files.js'
import type { Replaced } from './replace.js'
import type { Started } from './start.js'
import { watchFiles, type Watch } from './watch.js'

/** What there is to tell. Each is told once. */
export type Notice =
  | ({ readonly kind: 'reloaded'; readonly files: readonly string[]; readonly replaced: Replaced } & Judged)
  /** It cannot be served, and what was there goes on being served. */
  | ({ readonly kind: 'broken' } & Judged)
  | { readonly kind: 'refused'; readonly error: Error }
  | { readonly kind: 'gone'; readonly files: readonly string[] }
  /** There again, as it was. */
  | { readonly kind: 'back'; readonly files: readonly string[] }
  /** Nobody tells us of changes any more. */
  | { readonly kind: 'blind'; readonly error: Error }

interface Judged {
  readonly issues: readonly Issue[]
  readonly texts: ReadonlyMap<string, string>
}

export interface Reloading {
  /** All that was read at the start, in its order. */
  readonly files: readonly FixtureFile[]
  /** Those among them that can change, by their names. */
  readonly watched: readonly string[]
  readonly poll: number | undefined
  /** What the fixture's settings are among all others. */
  merge(settings: Fields): Settings
  tell?(notice: Notice): void
}

/** A file is gone only after so many looks: some editors take their time between the old file and the new. */
const LOOKS = 4
const LOOKS_MAX = 25
const PAUSE = 80

/** Follows the files until it is closed. */
export const reloadFiles = (
  server: Pick<Started, 'replace'>,
  { files, watched, poll, merge, tell: told }: Reloading,
): Watch => {
  const tell = (notice: Notice) => told?.(notice)
  /** What each file said when it was read last. */
  let seen = new Map(files.map(({ name, text }) => [name, text]))
  /** What it said when that was served. */
  let served = seen
  let missing = new Set<string>()
  /** What was said last about files that cannot be read. */
  let grievance = ''

  const look = async (): Promise<void> => {
    const { texts, gone, unreadable } = await readSettled(watched)
    const lost = [...gone].filter(name => !missing.has(name))
    const found = [...missing].filter(name => !gone.has(name))
    missing = gone
    if (lost.length > 0) tell({ kind: 'gone', files: lost })
    const said = unreadable.map(({ message }) => message).join('\n')
    const again = said === grievance
    grievance = said
    if (unreadable.length > 0) {
      if (!again) for (const error of unreadable) tell({ kind: 'refused', error })
      return
    }
    const changed = [...texts].filter(([name, text]) => seen.get(name) !== text).map(([name]) => name)
    const back = found.filter(name => !changed.includes(name))
    if (back.length > 0) tell({ kind: 'back', files: back })
    if (changed.length === 0) return
    seen = new Map([...seen, ...texts])
    await reload(changed)
  }

  const reload = async (changed: readonly string[]): Promise<void> => {
    const texts = seen
    const { fixture, issues } = await readFixtures([...texts].map(([name, text]) => ({ name, text })))
    if (fixture === undefined) return tell({ kind: 'broken', issues, texts })
    try {
      const replaced = await server.replace(fixture, merge(fixture.settings))
      const names = [...texts].filter(([name, text]) => served.get(name) !== text).map(([name]) => name)
      served = texts
      tell({ kind: 'reloaded', files: names.length > 0 ? names : changed, replaced, issues, texts })
    } catch (error) {
      tell({ kind: 'refused', error: error as Error })
    }
  }

  return watchFiles(watched, { poll, look, failed: error => tell({ kind: 'blind', error }) })
}

interface Settled {
  readonly texts: ReadonlyMap<string, string>
  readonly gone: Set<string>
  readonly unreadable: readonly UnreadableFile[]
}

/** Reads until two readings agree: what is half written is not what was meant. */
const readSettled = async (names: readonly string[]): Promise<Settled> => {
  let before = await readAll(names)
  for (let looks = 1; ; looks++) {
    // oxlint-disable-next-line no-await-in-loop -- that is the point
    await new Promise(resolve => void setTimeout(resolve, PAUSE))
    // oxlint-disable-next-line no-await-in-loop -- the same
    const now = await readAll(names)
    const patient = now.gone.size > 0 && looks < LOOKS
    // A file that never comes to rest is read as it is: it may be good.
    if ((!patient && isSame(before, now)) || looks >= LOOKS_MAX) return now
    before = now
  }
}

const readAll = async (names: readonly string[]): Promise<Settled> => {
  const read = await readFiles(names)
  const broken = read.filter(file => file instanceof UnreadableFile)
  return {
    texts: new Map(read.flatMap(file => (file instanceof UnreadableFile ? [] : [[file.name, file.text]]))),
    gone: new Set(broken.filter(({ gone }) => gone).map(({ file }) => file)),
    unreadable: broken.filter(({ gone }) => !gone),
  }
}

const isSame = (one: Settled, other: Settled): boolean =>
  one.texts.size === other.texts.size &&
  [...one.texts].every(([name, text]) => other.texts.get(name) === text) &&
  [...one.gone].every(name => other.gone.has(name))
