/** `--open`, and what the access log leaves out for whoever has the page open. */

import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { platform } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchanged } from '../../src/server/observer.js'
import { isWatching } from '../../src/cli/watching.js'
import { ask } from '../harness.js'
import { withFolder, withProgram } from './program.js'

const FIXTURE = 'users:\n  - username: alice\n    name: Alice\n'

const LISTENING = /(http:\/\/localhost:\d+)\//

const open = suite('--open')

/** The program that opens addresses here, which writes down what it was given. */
const opener = { 'xdg-open': '#!/bin/sh\necho "$1" > "$0.seen"\n', 'users.yaml': FIXTURE }

const onLinux = platform === 'linux' ? open : open.skip

const seen = async (file: string, tries = 100): Promise<string> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text !== '' || tries === 0) return text
  await sleep(50)
  return seen(file, tries - 1)
}

for (const [args, path] of [
  [[], '/-/'],
  [['--base', '/api'], '/api/-/'],
  [['--no-control'], '/'],
] as const)
  // Elsewhere another program opens addresses; which, is tested without it.
  onLinux(`restage --open ${args.join(' ')}: a browser gets ${path}`, () =>
    withFolder(opener, async cwd => {
      await chmod(join(cwd, 'xdg-open'), 0o755)
      const env = { PATH: `${cwd}:${process.env['PATH'] ?? ''}` }
      await withProgram(['users.yaml', '--port', '0', '--open', ...args], { cwd, env }, async ({ until }) => {
        const [, url = ''] = await until(LISTENING)
        assert.is(await seen(join(cwd, 'xdg-open.seen')), `${url}${path}\n`)
      })
    }),
  )

open('without a program that opens addresses: said, and served all the same', () =>
  withFolder({ 'users.yaml': FIXTURE }, async cwd => {
    const env = { PATH: cwd }
    await withProgram(['users.yaml', '--port', '0', '--open'], { cwd, env }, async ({ until }) => {
      const [, url = ''] = await until(LISTENING)
      await until(/! No browser: there is no \S+ here\. The page is http:\/\/localhost:\d+\/-\//)
      assert.is((await ask(`${url}/user/alice`)).status, 200)
    })
  }),
)

const log = suite('what the access log leaves out')

const exchange = { mediaType: undefined, milliseconds: 0, bytes: 0, note: undefined, problem: undefined }

for (const [method, target, status, base, left] of [
  ['GET', '/-/changes', 200, '', true],
  ['GET', '/-/changes', 304, '', true],
  ['HEAD', '/-/state', 200, '', true],
  ['GET', '/api/-/requests?limit=1', 200, '/api', true],
  ['GET', '/-/requests', 200, '/api', true],
  ['GET', '/-/nothing', 404, '', false],
  ['PUT', '/-/state', 200, '', false],
  ['DELETE', '/-/state', 204, '', false],
  ['GET', '/api/-/requests', 404, '', false],
  ['GET', '/user/-', 200, '', false],
  ['GET', '/users', 200, '', false],
] as const)
  log(`${method} ${target} -> ${status}, base "${base}": ${left ? 'left out' : 'told'}`, () => {
    assert.is(isWatching({ ...exchange, method, target, status } satisfies Exchanged, base), left)
  })

open.run()
log.run()
