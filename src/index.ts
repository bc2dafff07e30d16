/** restage in a program: serve a fixture, use it, close it. No signal handlers, nothing printed. */

import { enterSandbox, type Sandbox } from './api/sandbox.js'
import { steer, type Steering } from './api/steering.js'
import { WrongSettings } from './app.js'
import { mergeSettings } from './config.js'
import { checkSettings, type SettingFault } from './settings-check.js'
import { FixtureError } from './fixture-error.js'
import type { Settings } from './grammar.js'
import { objectFixture, readFixtures, type Fixture, type Issue, type ObjectIssue } from './fixtures.js'
import { readFiles, UnreadableFile, type FixtureFile } from './server/files.js'
import { NoSuchFolder } from './server/folder.js'
import { start } from './server/start.js'

export { ExpectationError, type NearMiss } from './api/expectation-error.js'
export type { RecordedContent, RecordedRequest, RequestFilter, Watching } from './api/requests.js'
export type { AddedRule, Rule, RulesControl, RunningRule } from './api/rules.js'
export type { Sandbox } from './api/sandbox.js'
export type { ClockControl, StateOf, Steering } from './api/steering.js'
export { FixtureError } from './fixture-error.js'
export type { Settings } from './grammar.js'
export type { Issue } from './fixtures.js'

/** One record: its fields as JSON can hold them. */
export type RecordData = Readonly<Record<string, unknown>>

/** Collections by their names; each a list of records, or records by their keys. */
export type FixtureData = Readonly<Record<string, readonly RecordData[] | Readonly<Record<string, RecordData | null>>>>

/** The collections of fixtures that are given as data; of files, nobody knows them before they are read. */
export type NamesOf<Given> = Given extends string | readonly string[]
  ? string
  : Exclude<keyof Given & string, 'restage'>

/** A running server. */
export interface Api<Names extends string = string> extends Steering<Names> {
  /** Where it answers, base included and without a slash at the end: `http://localhost:49152`. */
  readonly url: string
  readonly port: number
  /** A world of its own beside this one, for a test that runs at the same time as others. */
  sandbox(name?: string): Promise<Sandbox<Names>>
  /** Stops it: requests in flight may finish for at most a second. Can be called twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves fixtures until they are closed.
 *
 * @param fixtures The path of a YAML or JSON file, several of them, or the collections themselves.
 * @param settings What may stand under `restage:` in a file, and stronger than what stands there. The port is 0, any
 *   free one, unless it is said here; and files that change are loaded again only with `watch: true` here.
 * @throws {FixtureError} When the fixtures or the settings are wrong; its message has every place with its line.
 */
export const serve = async <const Given extends string | readonly string[] | FixtureData>(
  fixtures: Given,
  settings: Settings = {},
): Promise<Api<NamesOf<Given>>> => {
  const faults = await checkSettings(settings)
  if (faults.length > 0) throw new FixtureError(faults.map(settingIssue))
  const { fixture, files, watched } = await load(fixtures, settings.resources)
  const merge = (own: object) => mergeSettings([settings, { port: 0 }, own as Settings])
  const merged = merge(fixture.settings)
  const server = await start(fixture, merged).catch((error: unknown) => {
    if (error instanceof WrongSettings) throw new FixtureError(error.flaws.map(flawIssue))
    throw error instanceof NoSuchFolder ? new FixtureError([folderIssue(error)]) : error
  })
  const { poll } = server.app.config
  const watch =
    settings.watch === true && watched.length > 0
      ? (await import('./server/reload.js')).reloadFiles(server, { files, watched, poll, merge })
      : undefined
  let closed: Promise<void> | undefined
  const close = () => (closed ??= Promise.resolve(watch?.close()).then(() => server.close()))
  const url = server.url + server.app.config.base
  const { clock } = server.app.service.world
  return {
    url,
    port: server.port,
    ...steer<NamesOf<Given>>(
      () => server.app.service,
      () => clock,
      () => server.app.families,
    ),
    sandbox: name => enterSandbox<NamesOf<Given>>(() => server.app, url, name),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface Loaded {
  readonly fixture: Fixture
  readonly files: readonly FixtureFile[]
  /** The names of those files that can change. */
  readonly watched: readonly string[]
}

/** What is said about the families belongs to the fixture, wherever it is said: the records are read by it. */
const load = async (
  fixtures: string | readonly string[] | FixtureData,
  resources: Settings['resources'],
): Promise<Loaded> => {
  if (typeof fixtures !== 'string' && !Array.isArray(fixtures)) {
    const { fixture, issues } = await objectFixture(withResources(fixtures as FixtureData, resources))
    if (fixture === undefined) throw new FixtureError(issues.map(dataIssue))
    return { fixture, files: [], watched: [] }
  }
  const names = typeof fixtures === 'string' ? [fixtures] : (fixtures as readonly string[])
  const files = await readFiles(names)
  const unreadable = files.filter(file => file instanceof UnreadableFile)
  if (unreadable.length > 0) throw new FixtureError(unreadable.map(fileIssue))
  const sources = files.filter((file): file is FixtureFile => !(file instanceof UnreadableFile))
  const said = withResources({}, resources)
  const texts = [
    ...sources,
    ...(resources === undefined ? [] : [{ name: 'settings of serve.json', text: JSON.stringify(said, null, 2) }]),
  ]
  const { fixture, issues } = await readFixtures(texts)
  if (fixture === undefined) throw new FixtureError(issues, new Map(texts.map(({ name, text }) => [name, text])))
  return { fixture, files: texts, watched: names.filter(name => name !== '-') }
}

const withResources = (data: Readonly<Record<string, unknown>>, resources: Settings['resources']) => {
  const own = data['restage'] ?? {}
  // What is no map of settings is told as such.
  if (resources === undefined || typeof own !== 'object' || Array.isArray(own)) return data
  return { ...data, restage: mergeSettings([{ resources }, own]) }
}

const NOWHERE = { severity: 'error', line: 0, column: 0, length: 0 } as const

const settingIssue = ({ pointer, message, suggestion }: SettingFault): Issue => ({
  ...NOWHERE,
  file: `settings${pointer}`,
  message,
  ...(suggestion !== undefined && { hint: `Did you mean ${suggestion} ?` }),
})

const flawIssue = ({ pointer, message, hint }: WrongSettings['flaws'][number]): Issue => ({
  ...NOWHERE,
  file: `settings${pointer}`,
  message,
  ...(hint !== undefined && { hint }),
})

const dataIssue = ({ pointer, also, ...issue }: ObjectIssue): Issue => ({
  ...NOWHERE,
  ...issue,
  file: `data${pointer}`,
  ...(also && { also: also.map(other => ({ file: `data${other.pointer}`, line: 0, column: 0, note: other.note })) }),
})

const folderIssue = ({ message }: NoSuchFolder): Issue => ({ ...NOWHERE, file: 'settings/static', message })

const fileIssue = ({ file, message, hint }: UnreadableFile): Issue => ({
  ...NOWHERE,
  file,
  message,
  ...(hint !== undefined && { hint }),
})
