/** The program goes on serving when nobody reads its remarks any more. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../harness.js'
import { runProgram, withFolder, withProgram } from './program.js'

const streams = suite('the standard error')

streams('a reader of the remarks that goes away: requests are answered, and SIGTERM is no failure', () =>
  withFolder({ 'users.yaml': 'users: [{ username: alice }]\n' }, cwd =>
    withProgram(['users.yaml', '--port', '0'], { cwd }, async ({ until, child, finished }) => {
      const [, port = ''] = await until(/http:\/\/localhost:(\d+)\//)
      await until(/Ctrl-C/)
      child.stderr?.destroy()
      assert.is((await ask(`http://127.0.0.1:${port}/users`)).status, 200)
      child.kill('SIGTERM')
      assert.is((await finished).code, 0)
    }),
  ),
)

streams('run tells what was made up at the start: the token beyond loopback, the seed', () =>
  withFolder({ 'users.yaml': 'users: [{ username: alice }]\n' }, async cwd => {
    const { stderr, code } = await runProgram(
      ['run', 'users.yaml', '--host', '0.0.0.0', '--chaos', '1%', '--', process.execPath, '-e', ''],
      { cwd },
    )
    assert.is(code, 0)
    assert.match(stderr, /^restage: Control: Authorization: Bearer \S+$/m)
    assert.match(stderr, /^restage: Seed: \d+ /m)
  }),
)

streams.run()
