/** What is said when the server stops: who called the old style, to whoever wants to hear it. */

import { createServer } from 'node:net'
import { once } from 'node:events'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../harness.js'
import { runProgram, withFolder, withProgram } from './program.js'

const FIXTURE = { 'users.yaml': 'users:\n  - username: alice\n    name: Alice\n  - username: bob\n    name: Bob\n' }
const PATHS = ['/user/get?username=alice', '/user/remove?username=bob', '/user/get?username=bob']

const AGE = String.raw`(just now|\d+ s ago) +`
const TABLE = (head: string, indent: string): RegExp =>
  new RegExp(
    [
      `${head}3 old-style calls, with their RESTful twins:`,
      String.raw`${indent}2  GET /user/get\?username=… +-> GET /user/\{username\} +${AGE}old-app/1\.0`,
      String.raw`${indent}1  GET /user/remove\?username=… +-> DELETE /user/\{username\} +${AGE}old-app/1\.0`,
      '$',
    ].join('\n'),
  )

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Asks until somebody listens. */
const patiently = async (url: string): Promise<void> => {
  for (let round = 0; round < 200; round++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await ask(url).catch(() => undefined)
    if (answer !== undefined) return
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`nobody listens at ${url}`)
}

/** The standard error of a server that was asked for these paths and then stopped. */
const stopped = (args: readonly string[], paths: readonly string[]): Promise<string> =>
  withFolder(FIXTURE, async cwd => {
    const port = String(await freePort())
    return withProgram(['users.yaml', '--port', port, ...args], { cwd }, async ({ child, finished }) => {
      const origin = `http://127.0.0.1:${port}`
      await patiently(`${origin}/users`)
      for (const path of paths)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await ask(origin + path, { headers: { 'user-agent': 'old-app/1.0' } })
      child.kill('SIGINT')
      const { code, stderr } = await finished
      assert.is(code, 0)
      return stderr
    })
  })

const farewell = suite('farewell')

farewell('SIGINT after old-style calls: who called what, behind "Stopping."', async () => {
  assert.match(await stopped(['--legacy'], PATHS), TABLE('\n {2}Stopping.\n {2}', ' {4}'))
})

for (const [title, args, paths, ends] of [
  ['no old-style call', ['--legacy'], ['/user/alice'], /\n {2}Stopping\.\n$/],
  ['no --legacy', [], PATHS, /\n {2}Stopping\.\n$/],
  ['-q', ['--legacy', '-q'], PATHS, /^$/],
] as const)
  farewell(`SIGINT, ${title}: nothing of the kind`, async () => assert.match(await stopped(args, paths), ends))

const SCRIPT = `
  ;(async () => {
    for (const path of ${JSON.stringify(PATHS)})
      await (await fetch(process.env.RESTAGE_URL + path, { headers: { 'user-agent': 'old-app/1.0' } })).text()
  })()`

for (const [title, args, says] of [
  ['said on stderr', [], TABLE('\nrestage: ', ' {2}')],
  ['with -q nothing', ['-q'], /^$/],
] as const)
  farewell(`restage run with old-style calls: ${title}`, () =>
    withFolder(FIXTURE, async cwd => {
      const command = ['--', process.execPath, '-e', SCRIPT]
      const { code, stdout, stderr } = await runProgram(['run', 'users.yaml', '--legacy', ...args, ...command], { cwd })
      assert.is(code, 0)
      assert.is(stdout, '')
      assert.match(stderr, says)
    }),
  )

farewell.run()
