/** The program as a function: arguments, environment and streams in, exit code out. */

import { Command, CommanderError } from 'commander'
import { user } from '../core/user.js'
import { colorLevel, colorsFor, type Environment } from './colors.js'
import { misspelt } from './misspelt.js'
import { FAILED, MISUSED, OK, version, type Process } from './process.js'
import { addSettingFlags } from './settings-flags.js'
import { UsageError } from './usage-error.js'

/** Runs the command line. `argv` is the process's own: the program and its script stand first. */
export const main = async (argv: readonly string[], env: Environment, process: Process): Promise<number> => {
  // Whoever reads our output may stop reading: `restage … | head -1`. That is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? OK : FAILED))
  // Nobody reads the remarks any more; whoever sends requests is served all the same.
  process.stderr.on('error', () => undefined)
  const plain = argv.includes('--no-color')
  const chalk = colorsFor(process.stderr, env, plain)
  let code = OK
  let command: readonly string[] = []
  const program = describeProgram(env, process, plain)
  program.action(async (files: string[], options: Record<string, unknown>) => {
    const [word] = files
    const names = program.commands.map(one => one.name())
    const meant = misspelt(word, names)
    if (meant !== undefined) throw new UsageError(`There is no file or command "${word}". Did you mean ${meant} ?`)
    const { serveCommand } = await import('./serve.js')
    code = await serveCommand(files, options, env, process)
  })
  program
    .command('check')
    .description('Tell all that is wrong in fixtures; serve nothing')
    .usage('[fixture...] [options]')
    .helpOption('-h, --help', 'Show this help')
    .argument('[fixture...]', 'YAML or JSON files; - reads the standard input')
    .action(async (files: string[]) => {
      const { checkCommand } = await import('./check.js')
      code = await checkCommand(files, env, process, plain)
    })
  program
    .command('run')
    .description('Serve while the command behind -- runs; end as it does')
    .usage('[fixture...] [options] -- <command> [argument...]')
    .helpOption('-h, --help', 'Show this help')
    .argument('[fixture...]', 'YAML or JSON files; - reads the standard input')
    .addHelpText('after', RUNNING)
    .action(async (files: string[]) => {
      const { runCommand } = await import('./run.js')
      code = await runCommand(files, command, program.opts(), env, process)
    })
  program
    .command('compare')
    .description('Do it all in both styles, and prove the difference')
    .usage('[fixture...] [options]')
    .helpOption('-h, --help', 'Show this help')
    .argument('[fixture...]', 'YAML or JSON files; - reads the standard input')
    .option(`--${user.singular} <${user.key}>`, 'The record to look at; the first one unless it is said')
    .option('--markdown', 'Print Markdown')
    .option('--json', 'Print JSON, every request included')
    .action(async (files: string[], own: Record<string, unknown>) => {
      const { compareCommand } = await import('./compare.js')
      code = await compareCommand(files, own, program.opts(), env, process)
    })
  try {
    const mark = argv.indexOf('--')
    // What stands behind the mark is fixtures, unless it is a command that is to be run: then it is nothing of ours.
    const [word] = mark === -1 ? [] : describeProgram(env, process, plain).parseOptions(argv.slice(2, mark)).operands
    if (word === 'run') command = argv.slice(mark + 1)
    await program.parseAsync(word === 'run' ? argv.slice(0, mark) : argv)
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? OK : MISUSED
    if (error instanceof UsageError) {
      process.stderr.write(`${chalk.red('x')} ${error.message}\n  Try: restage --help\n`)
      return MISUSED
    }
    process.stderr.write(`${chalk.red('x')} Something went wrong inside restage: ${(error as Error).message}\n`)
    if (argv.includes('--debug')) process.stderr.write(`${(error as Error).stack}\n`)
    else process.stderr.write('  Try: the same with --debug, and report what it prints.\n')
    return FAILED
  }
}

const FILE = `${user.plural}.yaml`

const EXAMPLES = `Examples:
  restage                            the fixture of this folder, or demo data
  restage ${FILE}                 /${user.plural} and /${user.singular}/<${user.key}>, in memory
  restage ${FILE} --legacy        old-style URLs beside the RESTful ones
`

const RUNNING = `
Example:
  restage run ${FILE} --legacy -- npx playwright test

RESTAGE_URL tells the command where the server is: on a free port, unless one is
chosen. All flags of restage itself can be used.`

const describeProgram = (env: Environment, process: Process, plain: boolean): Command => {
  const program = new Command('restage')
    .description('Stages a REST backend before it exists, from one YAML file.')
    .usage('[fixture...] [options]')
    .argument('[fixture...]')
    .addHelpText('before', EXAMPLES)
    .addHelpText('after', '\nAll settings, and rarer flags: Settings in the README')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: text => process.stdout.write(text),
      writeErr: text => process.stderr.write(text),
      getOutHasColors: () => colorLevel(process.stdout, env, plain) > 0,
      getErrHasColors: () => colorLevel(process.stderr, env, plain) > 0,
      outputError: (text, write) => write(`${text.replace(/^error: /, 'x ').trimEnd()}\n  Try: restage --help\n`),
    })
    // Its flags are told in its own help; here a longer term would narrow all that stands beside it.
    .configureHelp({ subcommandTerm: command => `${command.name()} [file...]` })
    .showSuggestionAfterError()
  addSettingFlags(program)
  return program
    .optionsGroup('Output:')
    .option('-o, --open', 'Open the page in a browser')
    .option('-q, --quiet', 'No banner and no access log, only errors')
    .option('--no-color', 'No colours, as with NO_COLOR=1')
    .option('--debug', 'Show where an unexpected error came from')
    .version(version(), '-V, --version', 'Show the version')
    .helpOption('-h, --help', 'Show this help')
}
