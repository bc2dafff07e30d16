/** The program goes on serving when nobody reads its remarks any more. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../harness.js'
import { withFolder, withProgram } from './program.js'

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

streams.run()
