/** What the program says of a file that changes while it is served. */

import { appendFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send } from '../harness.js'
import { withFolder, withProgram, type Running } from './program.js'

const notices = suite('notices of a reload')

const USERS = 'users:\n  - username: alice\n    name: Alice\n  - username: bob\n'

interface Served extends Running {
  readonly url: string
  readonly file: string
}

/** A program that serves a file of its own. */
const serving = (args: readonly string[], use: (served: Served) => Promise<void>, input = '') =>
  withFolder({ 'users.yaml': USERS }, cwd =>
    withProgram(['users.yaml', '-p', '0', '--log', 'json', ...args], { cwd, input }, async running => {
      const quiet = args.includes('-q')
      const url = quiet ? '' : ((await running.until(/"url":"([^"]+)"/))[1] ?? '')
      // Nothing else tells that a quiet program has started.
      await sleep(quiet ? 2500 : 300)
      await use({ ...running, url, file: join(cwd, 'users.yaml') })
    }),
  )

notices('what changed, and what stays of the changes made meanwhile', () =>
  serving([], async ({ url, file, until, stdout, stderr }) => {
    await send('POST', `${url}/user/carol`, {})
    await send('PUT', `${url}/user/bob`, { name: 'Mine' })
    await writeFile(file, `${USERS.replace('Alice', 'Alicia')}  - username: dora\nrestage:\n  legacy: true\n`)
    await until(/\n {2}users\.yaml changed: \+1 user, ~1 user, ~1 setting \(kept 2 run-time changes\)\n/)
    await writeFile(file, `users:\n  - username: bob\n    name: Bob\nbooks:\n  - isbn: "1"\nrestage:\n  port: 1\n`)
    await until(
      /\n {2}users\.yaml changed: -2 users, ~1 user, \+1 book, ~2 settings \(kept 1 run-time change, overwrote 1\)\n/,
    )
    assert.is((await ask(`${url}/user/carol`)).status, 200)
    assert.not.match(stderr(), /next start/)
    assert.not.match(stdout(), /changed/)
  }),
)

notices('a broken file: its frame once, the last good version, and calm again when it is mended', () =>
  serving([], async ({ url, file, until, stderr }) => {
    await appendFile(file, '   name: x\n')
    await until(/x users\.yaml:5:4 [^]*>\s+5 \| [^]*\n {2}Still serving the last good version\.\n/)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
    await writeFile(file, USERS)
    await until(/\n {2}users\.yaml changed: records and settings are the same\n/)
    assert.is(stderr().match(/Still serving/g)?.length, 1)
  }),
)

notices('what has to wait, and what is opened to everybody', () =>
  serving([], async ({ file, until, stderr }) => {
    await writeFile(file, `${USERS}restage:\n  host: 127.0.0.1\n  log: none\n  cors: '*'\n`)
    await until(/~3 settings\n {2}host takes effect at the next start\.\n {2}! Any origin is allowed/)
    assert.not.match(stderr(), /log takes/)
  }),
)

notices('a file that goes and comes', () =>
  serving([], async ({ file, until }) => {
    await rename(file, `${file}~`)
    await until(/\n {2}users\.yaml is gone; serving what was there\.\n/)
    await rename(`${file}~`, file)
    await until(/\n {2}users\.yaml is back, unchanged\.\n/)
  }),
)

notices('a doubt about the file is told when it is new, and not with every save', () =>
  serving([], async ({ file, until, stderr }) => {
    await writeFile(file, `${USERS}    zip: 01234\n`)
    await until(/! users\.yaml:5:10 [^]*changed: ~1 user\n/)
    await writeFile(file, `${USERS}    zip: 01234\n  - username: carol\n`)
    await until(/changed: \+1 user\n/)
    assert.is(stderr().match(/! users\.yaml/g)?.length, 1)
  }),
)

notices('beside the standard input, which is read once', () =>
  serving(
    ['-'],
    async ({ url, file, until }) => {
      await writeFile(file, 'users:\n  - username: alice\n')
      await until(/users\.yaml changed: -1 user, ~1 user\n/)
      assert.is((await ask(`${url}/book/1`)).status, 200)
    },
    '{"books": [{"isbn": "1"}]}',
  ),
)

notices('--no-watch: nothing is said, and nothing changes', () =>
  serving(['--no-watch'], async ({ url, file, stderr }) => {
    const before = stderr()
    await writeFile(file, 'users: []\n')
    await sleep(1000)
    assert.is(stderr(), before)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
  }),
)

notices('-q: only what is broken is told', () =>
  serving(['-q'], async ({ file, until, child, finished }) => {
    await writeFile(file, 'users:\n  - username: eve\n')
    await sleep(1000)
    await writeFile(file, 'users: [')
    await until(/Still serving the last good version/)
    child.kill('SIGTERM')
    const { code, stderr } = await finished
    assert.is(code, 0)
    assert.match(stderr, /^x users\.yaml:1:/)
  }),
)

notices('stopped in the middle of a save: 0, nothing hangs', () =>
  serving([], async ({ file, child, finished }) => {
    await writeFile(file, `${USERS}  - username: zoe\n`)
    await sleep(80)
    child.kill('SIGINT')
    assert.is((await finished).code, 0)
  }),
)

notices.run()
