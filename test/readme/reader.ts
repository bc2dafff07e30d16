/** Does what a reader of the README does: in a folder of their own, with the package installed and a terminal beside it. */

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { within } from '../harness.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSX = import.meta.resolve('tsx')

/** What a reader has installed beside restage, and what of it `npx` runs. */
const PACKAGES = ['uvu', 'vitest', '@playwright']
const RUNNERS = { vitest: 'node_modules/vitest/vitest.mjs', playwright: 'node_modules/@playwright/test/cli.js' }

/** The port that the README speaks of. */
const USUAL = 4000

export interface Ran {
  readonly code: number | null
  readonly output: string
}

export interface Reader {
  readonly folder: string
  write(name: string, text: string): Promise<void>
  /** Runs a command to its end; what it prints on both streams, with the usual port in the place of the real one. */
  run(command: string): Promise<Ran>
  /** Starts a server in the place of the one before, and gives back its banner. */
  start(command: string): Promise<string>
  /** Starts a command that does not end by itself; it is ended with the reader's folder, or before. */
  leave(command: string): Left
  /** The access log of the server, so far, and what it has said beside it. */
  log(): { readonly out: string; readonly err: string }
  /** Runs a file with what it is written for: a test runner that it imports from, or Node. */
  execute(name: string, text: string): Promise<Ran>
  /** Holds all that has been written in TypeScript to its types, as strictly as can be. */
  compile(): Promise<Ran>
}

/** A command that goes on while others are run. */
export interface Left {
  /** All that it has printed. */
  output(): string
  end(): Promise<void>
}

interface Kept {
  readonly child: ChildProcess
  readonly out: string[]
  readonly err: string[]
  readonly closed: Promise<number | null>
}

/** Gives a reader their folder, and leaves nothing of it behind. */
export const asReader = async (use: (reader: Reader) => Promise<void>): Promise<void> => {
  const home = await mkdtemp(join(tmpdir(), 'restage-readme-'))
  const [folder, programs] = [join(home, 'project'), join(home, 'bin')]
  const children = new Set<Kept>()
  const port = await freePort()
  const there = (text: string): string => text.replaceAll(`localhost:${USUAL}`, `localhost:${port}`)
  const back = (text: string): string => text.replaceAll(String(port), String(USUAL))

  const begin = (program: string, args: readonly string[], variables?: NodeJS.ProcessEnv): Kept => {
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, HOME: home, ...variables }
    const child = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const [out, err]: [string[], string[]] = [[], []]
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    const kept = { child, out, err, closed }
    children.add(kept)
    return kept
  }

  /** Ends a child, and what it started: each leads a group of its own. */
  const end = async (kept: Kept): Promise<void> => {
    children.delete(kept)
    const { pid, exitCode, signalCode } = kept.child
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
    await within(5000, 'the end of a command', kept.closed)
  }

  const leave = (command: string): Left => {
    const kept = begin('bash', ['-c', `exec ${there(command)}`])
    return { output: () => back(kept.out.join('') + kept.err.join('')), end: () => end(kept) }
  }

  const finish = async (kept: Kept, what: string): Promise<Ran> => {
    try {
      const code = await within(20_000, what, kept.closed)
      return { code, output: back(kept.out.join('') + kept.err.join('')) }
    } finally {
      await end(kept)
    }
  }

  let server: Kept | undefined
  const start = async (command: string): Promise<string> => {
    if (server !== undefined) await end(server)
    const started = (server = begin('bash', ['-c', `exec ${there(command)}`], { PORT: String(port) }))
    const ready = new Promise<string>((resolve, reject) => {
      started.child.stderr?.on('data', () => {
        const said = started.err.join('')
        if (said.includes('Ctrl-C stops')) resolve(said)
      })
      void started.closed.then(() => reject(new Error(`it ended: ${started.err.join('')}`)), reject)
    })
    return back(await within(15_000, command, ready))
  }

  try {
    await mkdir(join(folder, 'node_modules'), { recursive: true })
    await mkdir(programs)
    await symlink(ROOT, join(folder, 'node_modules/restage'))
    const program = `exec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, 'bin/restage.js'))} "$@"\n`
    await writeFile(join(programs, 'restage'), `#!/bin/sh\n${program}`, { mode: 0o755 })
    const cases = Object.entries({ restage: 'bin/restage.js', ...RUNNERS }).map(
      ([name, file]) =>
        `${name}) shift; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, file))} "$@";;\n`,
    )
    const npx = `case "$1" in\n${cases.join('')}*) echo "npx $1 is not known here"; exit 127;;\nesac\n`
    await writeFile(join(programs, 'npx'), `#!/bin/sh\n${npx}`, { mode: 0o755 })
    for (const name of PACKAGES) await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    // In a terminal curl shows no progress when it prints; nor may it here.
    await writeFile(join(home, '.curlrc'), 'silent\nshow-error\nmax-time = 10\n')
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    await use({
      folder,
      write: (name, text) => writeFile(join(folder, name), `${there(text)}\n`),
      run: command => finish(begin('bash', ['-c', `exec 2>&1; ${there(command)}`]), command),
      start,
      leave,
      log: () => ({ out: back(server?.out.join('') ?? ''), err: back(server?.err.join('') ?? '') }),
      async compile() {
        const strict = {
          target: 'es2023',
          module: 'nodenext',
          types: ['node'],
          typeRoots: [join(ROOT, 'node_modules/@types')],
          strict: true,
          noUncheckedIndexedAccess: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
        }
        const lib = ['es2023', 'esnext.disposable']
        // Playwright's own types are of a page; restage's have to do without.
        const ofPages = ['*.spec.ts', 'playwright.config.ts']
        const projects = [
          { compilerOptions: { ...strict, lib }, include: ['*.ts'], exclude: ofPages },
          { compilerOptions: { ...strict, lib: [...lib, 'dom'] }, include: ofPages },
        ]
        let ran: Ran = { code: 0, output: '' }
        for (const [index, project] of projects.entries()) {
          const name = `tsconfig.${index}.json`
          await writeFile(join(folder, name), JSON.stringify(project))
          if (ran.code === 0) ran = await finish(begin(join(ROOT, 'node_modules/.bin/tsc'), ['-p', name]), 'tsc')
        }
        return ran
      },
      execute(name, text) {
        const [, from = ''] = /^import .* from '(vitest|node:test)'$/m.exec(text) ?? []
        if (from === 'vitest') return finish(begin('npx', ['vitest', 'run', name]), name)
        return finish(begin(process.execPath, [...(from === '' ? [] : ['--test']), '--import', TSX, name]), name)
      },
    })
  } finally {
    for (const kept of children) await end(kept)
    await rm(home, { recursive: true, force: true })
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const found = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(found))
    })
  })
