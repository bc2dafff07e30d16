/** Files as editors and tools save them, and a server that follows them. */

import { execFile } from 'node:child_process'
import { appendFile, copyFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Settings } from '../../src/index.js'
import { configure } from '../../src/config.js'
import { readFixtures } from '../../src/fixtures.js'
import { readFiles, type FixtureFile } from '../../src/server/files.js'
import { reloadFiles, type Notice } from '../../src/server/reload.js'
import { start, type Started } from '../../src/server/start.js'
import { within } from '../harness.js'

/** Longer than any save is waited for; nobody asks for less than what happens. */
const PATIENCE = 10_000
/** Long enough for a second notice that should not come. */
const AFTERWARDS = 700

/** The path of the file, and what it is to say. */
export type Save = (path: string, text: string) => Promise<unknown>

export const SAVES: Readonly<Record<string, Save>> = {
  'in place': writeFile,
  'in place, in two steps': async (path, text) => {
    await writeFile(path, text.slice(0, 20))
    await appendFile(path, text.slice(20))
  },
  'another file renamed over it': async (path, text) => {
    await writeFile(`${path}.tmp`, text)
    await rename(`${path}.tmp`, path)
  },
  'the old one renamed away, a new one written (vim)': async (path, text) => {
    await rename(path, `${path}~`)
    await writeFile(path, text)
    await rm(`${path}~`)
  },
  'a copy over it (cp)': async (path, text) => {
    await writeFile(`${path}.tmp`, text)
    await copyFile(`${path}.tmp`, path)
    await rm(`${path}.tmp`)
  },
  'sed -i': async (path, text) => {
    const name = / {4}name: (\w+)/.exec(text)?.[1] ?? ''
    await promisify(execFile)('sed', ['-i', '-e', `s/^    name: .*/    name: ${name}/`, path])
  },
  'removed and made again at once': async (path, text) => {
    await rm(path)
    await writeFile(path, text)
  },
  'removed, and made again a while later': async (path, text) => {
    await rm(path)
    await sleep(600)
    await writeFile(path, text)
  },
  'replaced by a link to another file': async (path, text) => {
    await writeFile(`${path}.target`, text)
    await rm(path)
    await symlink(`${path}.target`, path)
  },
}

export const touch = (path: string): Promise<void> => utimes(path, new Date(), new Date())

export interface Followed {
  readonly server: Started
  readonly url: string
  readonly notices: readonly Notice[]
  /** Waits until so many notices of the kind have come; and gives back the last of them. */
  until<K extends Notice['kind']>(kind: K, count?: number): Promise<Extract<Notice, { kind: K }>>
  /** Waits long enough for what should not come. */
  quiet(): Promise<void>
}

/** Serves files and follows them, as the program does, until the test is over. */
export const followed = async (
  paths: readonly string[],
  settings: Settings,
  use: (followed: Followed) => Promise<void>,
): Promise<void> => {
  const files = (await readFiles(paths)) as FixtureFile[]
  const { fixture } = await readFixtures(files)
  if (fixture === undefined) throw new Error('the fixture of the test is broken')
  const merge = (own: object): Settings => ({ port: 0, ...own, ...settings })
  const server = await start(fixture, merge(fixture.settings))
  const notices: Notice[] = []
  const { poll } = configure(settings)
  const watch = reloadFiles(server, { files, watched: paths, poll, merge, tell: notice => void notices.push(notice) })
  const until: Followed['until'] = async (kind, count = 1) => {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      const found = notices.filter(notice => notice.kind === kind)
      // oxlint-disable-next-line no-unsafe-type-assertion -- filtered by its kind
      if (found.length >= count) return found[count - 1] as Extract<Notice, { kind: typeof kind }>
      // oxlint-disable-next-line no-await-in-loop -- until it is there
      await sleep(20)
    }
    throw new Error(`no ${count}. ${kind} but ${JSON.stringify(notices.map(notice => notice.kind))}`)
  }
  try {
    // What is saved before anything is watched is found by the first look; this is about what is saved afterwards.
    await sleep(300)
    await within(40_000, 'the test', use({ server, url: server.url, notices, until, quiet: () => sleep(AFTERWARDS) }))
  } finally {
    await within(
      PATIENCE,
      'closing',
      watch.close().then(() => server.close()),
    )
  }
}

export const fixtureOf = (name: string): string => `users:\n  - username: alice\n    name: ${name}\n`

export const inFolder = (folder: string, name = 'users.yaml'): string => join(folder, name)
