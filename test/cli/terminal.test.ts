/** The program at a terminal: keys while it serves, and a terminal that belongs to others while it is in the background. */

import { spawnSync } from 'node:child_process'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { browserCommand, openBrowser } from '../../src/cli/browser.js'
import { isForegroundIn } from '../../src/cli/foreground.js'
import { ask, send, within } from '../harness.js'
import { withFolder, withProgram, type Options, type Running } from './program.js'

const terminal = suite('at a terminal')

const USERS = 'users:\n  - username: alice\n  - username: bob\nbooks:\n  - isbn: "1"\n'

interface Seated extends Running {
  readonly url: string
  readonly cwd: string
  /** Types a line, and waits for what is to come of it. */
  type(line: string, pattern: RegExp): Promise<unknown>
}

const ARGS = ['users.yaml', '-p', '0', '--no-color']

const seated = (options: Omit<Options, 'cwd'>, use: (seated: Seated) => Promise<void>): Promise<void> =>
  withFolder({ 'users.yaml': USERS }, cwd =>
    withProgram(ARGS, { terminal: command => `exec ${command}`, ...options, cwd }, async running => {
      const [, url = ''] = await running.until(/(http:\/\/localhost:\d+)\//)
      await running.until(/Ctrl-C stops[^\n]*\n/)
      const type: Seated['type'] = (line, pattern) => {
        running.child.stdin?.write(`${line}\n`)
        return running.until(pattern)
      }
      await use({ ...running, url, cwd, type })
    }),
  )

/** Waits long enough for what should not come. */
const AFTERWARDS = 500

// Other systems have another `script`, or none; what differs there is in the tables below.
const isLinux = platform === 'linux' && spawnSync('script', ['--version']).status === 0
const atTerminal = isLinux ? terminal : terminal.skip
if (!isLinux) console.log('  skipped at a terminal: there is no script of util-linux here')

atTerminal('h, r, s, b, u, l, e, a word that is no key, q: exit code 0, the screen is not cleared', () =>
  seated({}, async ({ url, cwd, type, until, finished }) => {
    await until(/Ctrl-C stops, h \+ Enter shows keys\./)
    await type('h', /Keys, each with Enter:[^]*\n {4}q {2}quit/)
    await send('POST', `${url}/user/carol`, {})
    await type('s', /\n {2}Snapshot s1: 3 users, 1 book\./)
    await type('r', /\n {2}Reset: 2 users, 1 book, as in users\.yaml\./)
    await type('b', /\n {2}Back at snapshot s1: 3 users, 1 book\./)
    await type('u', /\n {2}Undone: created user carol\./)
    await type('l', /\n {2}Latency on: 200ms\./)
    await type('e', /\n {2}Errors on: 10% of the requests/)
    await type('e', /\n {2}Errors off\./)
    await sleep(AFTERWARDS)
    await writeFile(join(cwd, 'users.yaml'), `${USERS}restage:\n  latency: 30ms\n`)
    await until(/users\.yaml changed: ~1 setting/)
    await type('l', /\n {2}Latency off\./)
    await type('l', /\n {2}Latency on: 30ms\./)
    await type('rs', /\n {2}There is no key "rs"\. h shows all\./)
    await type('q', /\n {2}Stopping\./)
    const { code, stdout } = await within(10_000, 'the end', finished)
    assert.is(code, 0)
    // oxlint-disable-next-line no-control-regex -- what would move the cursor
    assert.not.match(stdout, /\u001b/)
  }),
)

atTerminal('o: a browser gets the address; without one, that is said', () =>
  withFolder({ 'xdg-open': '#!/bin/sh\necho "$1" > "$0.seen"; exit 4\n' }, async bin => {
    await chmod(join(bin, 'xdg-open'), 0o755)
    await seated({ env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } }, async ({ url, type }) => {
      await type('o', new RegExp(`Opening ${url}/-/`))
      await type('', /! No browser: xdg-open ended with 4\. The address is http:\/\/localhost:\d+\/-\/\s/)
      assert.is(await readFile(join(bin, 'xdg-open.seen'), 'utf8'), `${url}/-/\n`)
    })
  }),
)

atTerminal('Ctrl-C, also behind Ctrl-D, which takes the keys away and nothing else', () =>
  seated({}, async ({ url, child, until, stdout, finished }) => {
    child.stdin?.write('\u0004')
    await sleep(AFTERWARDS)
    child.stdin?.write('h\n')
    await sleep(AFTERWARDS)
    assert.not.match(stdout(), /Keys, each/)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
    child.stdin?.write('\u0003')
    await until(/\n {2}Stopping\./)
    assert.is((await within(10_000, 'the end', finished)).code, 0)
  }),
)

atTerminal('in the background: not stopped by what is typed for others', () =>
  seated(
    { terminal: command => `set -m; ${command} & cat > cat.txt; kill %1; wait` },
    async ({ url, child, stdout, finished }) => {
      assert.not.match(stdout(), /h \+ Enter/)
      for (const line of ['h\n', 'r\n', 'q\n']) {
        child.stdin?.write(line)
        // oxlint-disable-next-line no-await-in-loop -- each on its own
        await sleep(AFTERWARDS / 2)
      }
      assert.is((await ask(`${url}/user/alice`)).status, 200)
      assert.not.match(stdout(), /Keys, each|Reset|Stopping/)
      child.stdin?.write('\u0004')
      await within(10_000, 'the end', finished)
      assert.match(stdout(), /Stopping/)
    },
  ),
)

const SILENT: [title: string, options: Omit<Options, 'cwd'>][] = [
  ['in CI', { env: { CI: 'true' } }],
  ['when the standard input is no terminal', { terminal: command => `${command} < /dev/null` }],
  ['when the output goes to a pager', { terminal: command => `${command} | cat` }],
  ['when the standard input is the fixture', { terminal: command => `${command} -`, input: '{}\n\u0004' }],
]
for (const [title, options] of SILENT)
  atTerminal(`no keys ${title}`, () =>
    seated(options, async ({ url, child, stdout }) => {
      assert.not.match(stdout(), /h \+ Enter/)
      child.stdin?.write('h\nr\nq\n')
      await sleep(AFTERWARDS)
      assert.not.match(stdout(), /Keys, each|Reset|Stopping/)
      assert.is((await ask(`${url}/user/alice`)).status, 200)
    }),
  )

terminal.run()

const systems = suite('what systems differ in')

systems('the program that opens an address, never a shell', () => {
  const url = 'http://localhost:4000/'
  assert.equal(browserCommand(url, 'linux'), ['xdg-open', url])
  assert.equal(browserCommand(url, 'darwin'), ['open', url])
  assert.equal(browserCommand(url, 'win32'), ['rundll32', 'url.dll,FileProtocolHandler', url])
})

// Windows finds its own programs wherever PATH leads, and would open one.
const onUnix = platform === 'win32' ? systems.skip : systems
onUnix('no such program: told why', async () => {
  const reason = await within(
    5000,
    'the reason',
    new Promise<string>(resolve => openBrowser('http://localhost:1/', { PATH: '/nowhere' }, resolve)),
  )
  assert.match(reason, /^there is no \S+ here$/)
})

const STATS: [title: string, stat: string, foreground: boolean][] = [
  ['our group is the terminal’s', '7 (node) S 1 7 5 34816 7 4194304', true],
  ['another one is', '7 (node) S 1 7 5 34816 9 4194304', false],
  ['there is none', '7 (node) S 1 7 5 0 -1 4194304', true],
  ['a name with parentheses and spaces', '7 (a) 1 2 3 (b) S 1 7 5 34816 9 4194304', false],
]
for (const [title, stat, foreground] of STATS)
  systems(`in the foreground: ${title}`, () => assert.is(isForegroundIn(stat), foreground))

systems.run()
