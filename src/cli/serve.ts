/** `restage [fixture…]`: serves until it is told to stop. */

import { basename } from 'node:path'
import { WrongSettings } from '../app.js'
import { configure, mergeSettings, type Config } from '../config.js'
import { printable } from '../core/printable.js'
import type { Settings } from '../grammar.js'
import { NoSuchAddress, PortInUse } from '../server/bind.js'
import { NoSuchFolder } from '../server/folder.js'
import type { Reloading } from '../server/reload.js'
import { start, type Started } from '../server/start.js'
import type { Watch } from '../server/watch.js'
import { logLine } from './access-log.js'
import { banner } from './banner.js'
import { colorsFor, type Environment } from './colors.js'
import { discover } from './discover.js'
import { farewell } from './farewell.js'
import { loadFixture } from './load.js'
import { noticesTo } from './notices.js'
import { FAILED, OK, version, type Process } from './process.js'
import { openDoors } from './open-doors.js'
import { onFreePort } from './port.js'
import { settingsFromEnvironment, settingsFromFlags } from './settings-flags.js'
import { UsageError } from './usage-error.js'

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
        exchanged: (exchange: Parameters<typeof logLine>[1]) =>
          stdout.write(`${logLine(log, exchange, new Date(), logChalk, stdout.columns)}\n`),
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
  if (!quiet) {
    const occasion = {
      version: version(),
      milliseconds: performance.now(),
      source: sources.said,
      warnings: [...portWarning(server, config), ...hostWarning(config), ...warningsOf(server)],
    }
    stderr.write(banner(fixture, server, occasion, chalk))
  }
  const watched = config.watch ? sources.watched : []
  const tell = noticesTo({ stderr, chalk, quiet, issues, warnings: () => warningsOf(server) })
  const watching = watchIfAny({ server, files: read, watched, poll: config.poll, merge, tell })
  return untilStopped(
    async () => {
      await (await watching)?.close()
      await server.close()
      if (!quiet) stderr.write(farewell(server, '  ', '  '))
    },
    process,
    quiet,
  )
}

export interface Sources {
  readonly names: readonly string[]
  /** Those that somebody may change while they are served. */
  readonly watched: readonly string[]
  readonly said: string
}

/** The fixtures to read, and how that is said. */
export const chooseSources = (files: readonly string[]): Sources => {
  if (files.length > 0) return { names: files, watched: files.filter(name => name !== '-'), said: files.join(' ') }
  const here = discover()
  if (here.kind === 'several')
    throw new UsageError(`There is more than one fixture here (${here.names.join(', ')}). Name the one to serve.`)
  return here.kind === 'found'
    ? { names: [here.name], watched: [here.name], said: `${here.name}, found in this folder` }
    : {
        names: [here.name],
        watched: [],
        said: `no fixture in this folder, so: demo data (${basename(here.name)}); nothing is written`,
      }
}

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
const watchIfAny = async ({ server, ...reloading }: Reloading & { server: Started }): Promise<Watch | undefined> =>
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

/** Resolves with the exit code when the server has stopped; a second signal ends it at once. */
const untilStopped = (close: () => Promise<void>, process: Process, quiet: boolean): Promise<number> =>
  new Promise(resolve => {
    let stopping = false
    const stop = (code: number) => () => {
      if (stopping) return process.exit(code)
      stopping = true
      if (!quiet) process.stderr.write('\n  Stopping.\n')
      void close().then(() => {
        process.off('SIGINT', interrupted)
        process.off('SIGTERM', terminated)
        resolve(OK)
      })
    }
    const interrupted = stop(130)
    const terminated = stop(143)
    process.on('SIGINT', interrupted)
    process.on('SIGTERM', terminated)
  })
