/** `restage compare [fixture…]`: runs both styles against a server of its own, and tells what the difference is. */

import { compare, type Comparison } from '../compare/comparison.js'
import { serverGround } from '../compare/server-ground.js'
import { NoSubject } from '../compare/scene.js'
import { configure, mergeSettings } from '../config.js'
import { printable } from '../core/printable.js'
import { user } from '../core/user.js'
import type { Settings } from '../grammar.js'
import { start, type Started } from '../server/start.js'
import { colorsFor, type Environment } from './colors.js'
import { markdown } from './comparison/markdown.js'
import { drawn } from './comparison/terminal.js'
import { loadFixture, printFailure } from './load.js'
import { FAILED, OK, type Process } from './process.js'
import { chooseSources, explain } from './serve.js'
import { settingsFromEnvironment, settingsFromFlags } from './settings-flags.js'
import { UsageError } from './usage-error.js'

/** Of a stream that is no terminal. */
const WIDTH = 80
/** Nothing can be read in less. */
const WIDTH_MIN = 40

export const compareCommand = async (
  files: readonly string[],
  own: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
  env: Environment,
  process: Process,
): Promise<number> => {
  const { stdout, stderr } = process
  const plain = options['color'] === false
  const chalk = colorsFor(stderr, env, plain)
  if (own['json'] === true && own['markdown'] === true) throw new UsageError('Choose --json or --markdown, not both.')
  const sources = chooseSources(files)
  const [flags, environment] = await Promise.all([settingsFromFlags(options), settingsFromEnvironment(env)])
  const loaded = await loadFixture(sources.names, stderr, chalk)
  if (loaded === undefined) return FAILED
  const settings = stageFor(mergeSettings([flags, environment, loaded.fixture.settings as Settings]))
  let server: Started
  try {
    server = await start(loaded.fixture, settings)
  } catch (error) {
    const said = explain(error, configure(settings))
    if (said === undefined) throw error
    stderr.write(`${chalk.red('x')} ${said}`)
    return FAILED
  }
  try {
    const wanted = own[user.singular]
    const comparison = await compare(serverGround(server), typeof wanted === 'string' ? wanted : undefined)
    const said = [`Both styles, tried on ${comparison.family} ${comparison.record}`, sources.said].map(printable)
    stdout.write(written(comparison, own, said, process, env, plain))
    return comparison.passed ? OK : FAILED
  } catch (error) {
    if (!(error instanceof NoSubject)) throw error
    printFailure(error, stderr, chalk)
    return FAILED
  } finally {
    await server.close()
  }
}

/** Only what belongs to the comparison: nobody is to log in, wait or be refused in it. */
const stageFor = ({ base, put }: Settings): Settings => ({
  host: '127.0.0.1',
  port: 0,
  log: 'none',
  legacy: true,
  ...(base !== undefined && { base }),
  ...(put !== undefined && { put }),
})

const written = (
  comparison: Comparison,
  own: Readonly<Record<string, unknown>>,
  said: readonly string[],
  { stdout }: Process,
  env: Environment,
  plain: boolean,
): string => {
  if (own['json'] === true) return `${JSON.stringify(comparison, null, 2)}\n`
  if (own['markdown'] === true) return markdown(comparison)
  return drawn(comparison, said, widthOf(stdout, env), colorsFor(stdout, env, plain))
}

const widthOf = ({ columns }: Process['stdout'], { COLUMNS }: Environment): number => {
  const said = columns ?? Number(COLUMNS)
  return Number.isFinite(said) && said > 0 ? Math.max(WIDTH_MIN, said) : WIDTH
}
