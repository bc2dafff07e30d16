/** Packs the package, installs it where nothing else is, and uses it there as its users will. */

import { spawn } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** The part of package-lock.json that is looked at. */
interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
}

const PACKAGES_MAX = 20
const SIZE_MAX = 5_000_000
/** Of the page, with all that a browser loads for it. */
const PAGE_MAX = 120_000

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'restage-pack-'))
const installed = join(folder, 'installed')
const tool = (path: string): string => join(root, 'node_modules', path)

/** What an outer npm tells its scripts is not for the one that is started here. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?:package|lifecycle|config_local_prefix)/.test(name)),
)

const running = new Set<number>()

const start = (command: string, args: readonly string[], cwd: string, seconds: number) => {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { pid } = child
  if (pid === undefined) throw new Error(`cannot start ${command}`)
  running.add(pid)
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data))
  child.stderr.on('data', (data: Buffer) => (output += data))
  const limit = setTimeout(() => kill(pid), seconds * 1000)
  const ended = new Promise<Ended>(resolve => {
    child.once('close', code => {
      clearTimeout(limit)
      running.delete(pid)
      resolve({ code, output })
    })
  })
  return { child, ended, output: () => output }
}

const kill = (id: number): void => {
  try {
    process.kill(-id, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const expect = (truth: boolean, otherwise: string): void => {
  if (!truth) throw new Error(otherwise)
}

const run = async (command: string, args: readonly string[], cwd: string, seconds = 120): Promise<string> => {
  const { code, output } = await start(command, args, cwd, seconds).ended
  expect(code === 0, `${command} ${args.join(' ')}: exit ${code}\n${output}`)
  return output
}

const node = (script: string, args: readonly string[], cwd: string): Promise<string> =>
  run(process.execPath, [script, ...args], cwd)

const sizeOf = (path: string): number => {
  const stat = lstatSync(path)
  return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0) : stat.size
}

const lock = (): Lock => JSON.parse(readFileSync(join(installed, 'package-lock.json'), 'utf8')) as Lock

const tarball = (): string => {
  const name = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (name === undefined) throw new Error('there is no tarball')
  return join(folder, name)
}

/** The URL that a starting server tells, as soon as it tells it. */
const urlOf = async (output: () => string, triesLeft = 200): Promise<string> => {
  const [url] = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+/.exec(output()) ?? []
  if (url !== undefined) return url
  if (triesLeft === 0) throw new Error(`no URL was told:\n${output()}`)
  await new Promise(wake => setTimeout(wake, 50))
  return urlOf(output, triesLeft - 1)
}

const got = async (url: string, accept: string): Promise<string> => {
  const response = await fetch(url, { headers: { Accept: accept }, signal: AbortSignal.timeout(10_000) })
  expect(response.status === 200, `${url}: status ${response.status}`)
  return response.text()
}

/** The page and the files that it names, as a browser loads them. */
const expectPage = async (url: string): Promise<void> => {
  const page = await got(url, 'text/html')
  const names = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, name = '']) => name)
  expect(names.length >= 3, `the page names only ${names.join(', ')}`)
  const files = await Promise.all(names.map(name => got(new URL(name, url).href, '*/*')))
  const size = [page, ...files].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(size <= PAGE_MAX, `the page and its files have ${size} bytes; ${PAGE_MAX} is the most`)
}

const STEPS: readonly (readonly [title: string, step: () => Promise<void> | void])[] = [
  ['npm pack', async () => void (await run('npm', ['pack', '--pack-destination', folder], root))],
  [
    'install in an empty folder',
    async () => {
      mkdirSync(installed)
      writeFileSync(join(installed, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
      await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball()], installed)
    },
  ],
  [
    `at most ${PACKAGES_MAX} packages`,
    () => {
      const names = Object.keys(lock().packages).filter(name => name !== '')
      expect(names.length > 0 && names.length <= PACKAGES_MAX, `${names.length}: ${names.join(', ')}`)
    },
  ],
  [
    `at most ${SIZE_MAX} bytes`,
    () => {
      const size = sizeOf(join(installed, 'node_modules'))
      expect(size <= SIZE_MAX, `${size} bytes`)
    },
  ],
  [
    'no install scripts',
    () => {
      const scripted = Object.entries(lock().packages).filter(([, { hasInstallScript }]) => hasInstallScript === true)
      expect(scripted.length === 0, scripted.map(([name]) => name).join(', '))
    },
  ],
  [
    'npx restage --version',
    async () => {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
      const output = await run('npx', ['--no-install', 'restage', '--version'], installed)
      expect(
        output.split('\n').some(line => line.trim().endsWith(version)),
        output,
      )
    },
  ],
  [
    `restage users.yaml serves, its page with at most ${PAGE_MAX} bytes, too, and ends with 0 when it is asked to`,
    async () => {
      writeFileSync(join(installed, 'users.yaml'), 'users:\n  - username: alice\n    name: Alice Liddell\n')
      const args = ['users.yaml', '--port', '0', '--log', 'json']
      const server = start(join(installed, 'node_modules/.bin/restage'), args, installed, 60)
      try {
        const url = await urlOf(server.output)
        const response = await fetch(`${url}/user/alice`, {
          signal: AbortSignal.timeout(10_000),
        })
        expect(response.status === 200, `status ${response.status}`)
        const record = (await response.json()) as { name?: unknown }
        expect(record.name === 'Alice Liddell', JSON.stringify(record))
        await expectPage(`${url}/-/`)
        server.child.kill('SIGTERM')
        const { code, output } = await server.ended
        expect(code === 0, `exit ${code}\n${output}`)
      } finally {
        if (server.child.pid !== undefined) kill(server.child.pid)
      }
    },
  ],
  [
    'a strict consumer compiles and runs',
    async () => {
      writeFileSync(
        join(installed, 'consumer.ts'),
        [
          `import { serve } from 'restage'`,
          `const api = await serve({ users: [{ username: 'alice' }] })`,
          `const url: string = api.url`,
          `if (!url.startsWith('http://')) throw new Error(url)`,
          `await api.close()`,
          `await using again = await serve({ users: [{ username: 'alice' }] })`,
          `if (again.url === '') throw new Error('no URL')`,
          `// @ts-expect-error -- a number is no URL, so the types really say something`,
          `export const wrong: number = again.url`,
          '',
        ].join('\n'),
      )
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2023', 'esnext.disposable'],
        module: 'nodenext',
        types: [],
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        verbatimModuleSyntax: true,
        skipLibCheck: false,
        outDir: 'out',
      }
      writeFileSync(join(installed, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
      await node(tool('typescript/bin/tsc'), ['-p', '.'], installed)
      await node(join(installed, 'out/consumer.js'), [], installed)
    },
  ],
  ['publint', async () => void (await run(tool('.bin/publint'), [tarball(), '--strict'], root))],
  ['attw', async () => void (await run(tool('.bin/attw'), [tarball(), '--profile', 'esm-only'], root))],
]

let passed = 0
let failed = 0
try {
  for (const [title, step] of STEPS) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each step stands on the one before
      await step()
      passed++
      console.log(`ok   ${title}`)
    } catch (error) {
      failed++
      console.log(`FAIL ${title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
} finally {
  for (const id of running) kill(id)
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
