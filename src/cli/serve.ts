/** `restage [fixture…]`: serves until it is told to stop. */

import { basename } from 'node:path'
import type { ChalkInstance } from 'chalk'
import { WrongSettings } from '../flaws.js'
import { configure, mergeSettings, type Config } from '../config.js'
import { printable } from '../core/printable.js'
import type { Settings } from '../grammar.js'
import { NoSuchAddress, PortInUse } from '../server/bind.js'
import { NoSuchFolder } from '../server/folder.js'
import type { Reloading } from '../server/reload.js'
import type { Exchanged } from '../server/observer.js'
import { start, type Started } from '../server/start.js'
import type { Watch } from '../server/watch.js'
import { logLine } from './access-log.js'
import { banner } from './banner.js'
import { colorsFor, type Environment } from './colors.js'
import { discover } from './discover.js'
import { farewell } from './farewell.js'
import { loadFixture } from './load.js'
import { noticesTo } from './notices.js'
import { FAILED, version, type Process } from './process.js'
import { openDoors } from './open-doors.js'
import { pageUrl } from './page-url.js'
import { onFreePort } from './port.js'
import { settingsFromEnvironment, settingsFromFlags } from './settings-flags.js'
import { untilStopped } from './stopping.js'
import { UsageError } from './usage-error.js'
import { isWatching } from './watching.js'

export const serveCommand = async (
  files: readonly string[],
  options: Readonly<Record<string, unknown>>,
  env: Environment,
  process: Process,
): Promise<number> => {
  const { stdout, stderr } = process
  const plain = options['color'] === false
  const chalk = colorsFor(stderr, env, plain)
  const sources = chooseSources(files)
  const [flags, environment] = await Promise.all([settingsFromFlags(options), settingsFromEnvironment(env)])
  const loaded = await loadFixture(sources.names, stderr, chalk)
  if (loaded === undefined) {
    stderr.write(`  Nothing was started.\n`)
    return FAILED
  }
  const { fixture, files: read, issues } = loaded
  const merge = (own: object) => mergeSettings([flags, environment, own as Settings])
  const settings = merge(fixture.settings)
  const config = configure(settings)
  const quiet = options['quiet'] === true
  const attended = stderr.isTTY === true && !env['CI']

  const logChalk = colorsFor(stdout, env, plain)
  const { log } = config
  const observer = {
    failed: (error: unknown) =>
      stderr.write(
        `${chalk.red('x')} ${options['debug'] === true ? (error as Error).stack : (error as Error).message}\n`,
      ),
    ...(!quiet &&
      log !== 'none' && {
        exchanged(exchange: Exchanged) {
          if (!isWatching(exchange, server.app.config.base))
            stdout.write(`${logLine(log, exchange, new Date(), logChalk, stdout.columns)}\n`)
        },
      }),
  }

  let server: Started
  try {
    server = await onFreePort(config.port, settings.port === undefined && attended, port =>
      start(fixture, settings, observer, port),
    )
  } catch (error) {
    const said = explain(error, config)
    if (said === undefined) throw error
    stderr.write(`${chalk.red('x')} ${said}`)
    return FAILED
  }
  if (log === 'json' && !quiet)
    stdout.write(`${JSON.stringify({ event: 'ready', url: server.url + config.base, port: server.port })}\n`)
  const keys = !quiet && attended && canTalk(sources, process) ? await loadKeys() : undefined
  if (!quiet) {
    const occasion = {
      version: version(),
      milliseconds: performance.now(),
      source: sources.said,
      warnings: [...portWarning(server, config), ...hostWarning(config), ...warningsOf(server)],
      keys: keys?.isForeground() === true,
    }
    stderr.write(banner(fixture, server, occasion, chalk))
  }
  if (options['open'] === true) await open(pageUrl(server), env, stderr, chalk)
  const watched = config.watch ? sources.watched : []
  const tell = noticesTo({ stderr, chalk, quiet, issues, warnings: () => warningsOf(server) })
  const watching = watchIfAny({ server, files: read, watched, poll: config.poll, merge, tell })
  return untilStopped(process, quiet, quit => {
    const { origin } = sources
    const keyboard = keys?.listen({ server, origin, chalk, quit }, process, env)
    return async () => {
      await keyboard?.close()
      await (await watching)?.close()
      await server.close()
      if (!quiet) stderr.write(farewell(server, '  ', '  '))
    }
  })
}

export interface Sources {
  readonly names: readonly string[]
  /** Those that somebody may change while they are served. */
  readonly watched: readonly string[]
  readonly said: string
  /** Where the records come from, in the middle of a sentence. */
  readonly origin: string
}

/** The fixtures to read, and how that is said. */
export const chooseSources = (files: readonly string[]): Sources => {
  if (files.length > 0) {
    const watched = files.filter(name => name !== '-')
    return { names: files, watched, said: files.join(' '), origin: inShort(files) }
  }
  const here = discover()
  if (here.kind === 'several')
    throw new UsageError(`There is more than one fixture here (${here.names.join(', ')}). Name the one to serve.`)
  const names = [here.name]
  return here.kind === 'found'
    ? { names, watched: names, said: `${here.name}, found in this folder`, origin: inShort(names) }
    : {
        names,
        watched: [],
        said: `no fixture in this folder, so: demo data (${basename(here.name)}); nothing is written`,
        origin: 'the demo data',
      }
}

/** Short enough for a sentence. */
const inShort = (files: readonly string[]): string =>
  files.length > 2 ? `the ${files.length} files` : files.map(name => printable(basename(name))).join(' and ')

/**
 * Whether lines from the terminal are meant for us: not where they are the fixture. Where our output goes into a pipe, the
 * one at its end may be a pager, which reads the same terminal.
 */
const canTalk = ({ names }: Sources, { stdin, stdout }: Process): boolean =>
  !names.includes('-') && stdout.isTTY === true && stdin.isTTY === true

/** The browser starts while we go on; where there is none, that is no reason to stop. */
const open = async (url: string, env: Environment, stderr: Process['stderr'], chalk: ChalkInstance): Promise<void> => {
  const { openBrowser } = await import('./browser.js')
  openBrowser(url, env, reason => stderr.write(`  ${chalk.yellow('!')} No browser: ${reason}. The page is ${url}\n`))
}

/** What talks is loaded for nobody else. */
const loadKeys = () => import('./listen-to-keys.js')

/** Why a server could not start, and the way out; undefined for what nobody expected. */
export const explain = (error: unknown, config: Config): string | undefined => {
  if (error instanceof PortInUse)
    return `Port ${error.port} is already in use.\n  Try: another one with --port ${error.port + 1}, or any free one with --port 0\n`
  if (error instanceof NoSuchFolder)
    return `${printable(error.message)}\n  Try: --static with a folder that is there; the path is relative to this one\n`
  if (error instanceof WrongSettings) return `${printable(error.message)}\n`
  if (error instanceof NoSuchAddress)
    return `This machine has no address ${error.host}.\n  Try: --host localhost for this machine only, --host 0.0.0.0 for the network\n`
  if ((error as NodeJS.ErrnoException).code === 'EACCES')
    return `Port ${config.port} may not be opened by this account.\n  Try: a port above 1023, as in --port 8080\n`
  return undefined
}

/** What watches is loaded for nobody else. */
const watchIfAny = async ({
  server,
  ...reloading
}: Reloading & { server: Pick<Started, 'replace'> }): Promise<Watch | undefined> =>
  reloading.watched.length === 0 ? undefined : (await import('../server/reload.js')).reloadFiles(server, reloading)

/** What may become true with any change of the settings. */
const warningsOf = ({ app }: Started): string[] => [...openDoors(app.config), ...app.warnings]

const portWarning = (server: Started, config: Config): string[] =>
  server.port === config.port || config.port === 0
    ? []
    : [`Port ${config.port} is in use, so this server uses ${server.port}.`]

export const hostWarning = ({ host }: Config): string[] =>
  ['localhost', '127.0.0.1', '::1'].includes(host)
    ? []
    : [`Listening on ${host}: everybody on the network can read and change this data.`]
