/** `restage run [fixture…] -- COMMAND`: serves while a command runs, and ends as the command does. */

import { configure, mergeSettings, type Config } from '../config.js'
import { printable } from '../core/printable.js'
import type { Settings } from '../grammar.js'
import { start, type Started } from '../server/start.js'
import { logLine } from './access-log.js'
import { runChild } from './child.js'
import { colorsFor, type Environment } from './colors.js'
import { farewell } from './farewell.js'
import { loadFixture } from './load.js'
import { openDoors } from './open-doors.js'
import { FAILED, type Process } from './process.js'
import { chooseSources, explain, hostWarning } from './serve.js'
import { settingsFromEnvironment, settingsFromFlags } from './settings-flags.js'
import { unmatchedRequests } from './unmatched.js'
import { UsageError } from './usage-error.js'

/** The variable that tells the command where the server is. */
const URL_VARIABLE = 'RESTAGE_URL'

/** `command`: its name and its arguments. The standard output is the command's alone. */
export const runCommand = async (
  files: readonly string[],
  command: readonly string[],
  options: Readonly<Record<string, unknown>>,
  env: Environment,
  process: Process,
): Promise<number> => {
  const { stderr } = process
  if (command.length === 0)
    throw new UsageError('run takes the command to run behind --, as in: restage run users.yaml -- npm test')
  const plain = options['color'] === false
  const chalk = colorsFor(stderr, env, plain)
  const sources = chooseSources(files)
  const [flags, environment] = await Promise.all([settingsFromFlags(options), settingsFromEnvironment(env)])
  const loaded = await loadFixture(sources.names, stderr, chalk)
  if (loaded === undefined) {
    stderr.write('  Nothing was started.\n')
    return FAILED
  }
  const { fixture } = loaded
  // Any free port, so that two of them can run at once; nobody has to know it.
  const settings = mergeSettings([flags, environment, fixture.settings as Settings, { port: 0 }])
  const config = configure(settings)
  const quiet = options['quiet'] === true
  const unmatched = unmatchedRequests()
  const logged = !quiet && settings.log !== undefined && config.log !== 'none' ? config.log : undefined

  let server: Started
  try {
    server = await start(fixture, settings, {
      failed: error => stderr.write(`${chalk.red('x')} ${(error as Error).message}\n`),
      exchanged(exchange) {
        unmatched.see(exchange)
        if (logged !== undefined) stderr.write(`${logLine(logged, exchange, new Date(), chalk, stderr.columns)}\n`)
      },
    })
  } catch (error) {
    const said = explain(error, config)
    if (said === undefined) throw error
    stderr.write(`${chalk.red('x')} ${said}`)
    return FAILED
  }
  const url = server.url + config.base
  if (!quiet) stderr.write(opening(sources.said, url, [...warnings(config), ...server.app.warnings, ...drawn(server)]))
  try {
    const ended = await runChild(command, { ...env, [URL_VARIABLE]: url }, process)
    if (ended.failure !== undefined) stderr.write(`${chalk.red('x')} ${printable(ended.failure)}\n  Nothing was run.\n`)
    return ended.code
  } finally {
    await server.close()
    stderr.write(unmatched.report())
    if (!quiet) stderr.write(farewell(server, 'restage: '))
  }
}

const opening = (source: string, url: string, warned: readonly string[]): string =>
  [`${URL_VARIABLE}=${url} (${printable(source)})`, ...warned].map(line => `restage: ${line}\n`).join('')

/** What was made up at the start, and nobody can know but by being told. */
const drawn = ({ app }: Started): string[] =>
  app.banner.filter(([head]) => head === 'Control' || head === 'Seed').map(([head, text]) => `${head}: ${text}`)

const warnings = (config: Config): string[] => [...hostWarning(config), ...openDoors(config)]
