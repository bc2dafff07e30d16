/** Quotas and states as a person sets and sees them: flags, the environment, the banner. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask } from '../harness.js'
import { runProgram, withFolder, withProgram } from './program.js'

const tests = suite('limits and states')

const FIXTURE = {
  'users.yaml': `restage:
  limits: { rate: 50/1h }
  resources:
    user: { states: { field: status, initial: invited, transitions: { invited: [active], active: [invited] } } }
users: [{ username: alice }]
`,
}

for (const [args, env, policy] of [
  [[], {}, '"default";q=50;w=3600'],
  [['--rate', '3/10s'], { RESTAGE_RATE: '4/s' }, '"default";q=3;w=10'],
  [[], { RESTAGE_RATE: '4/s' }, '"default";q=4;w=1'],
  [['--rate', 'on'], {}, '"default";q=100;w=60'],
  [['--rate', 'off'], {}, null],
] as const)
  tests(`${args.join(' ')} ${JSON.stringify(env)} over 50/1h in the file: ${policy}`, () =>
    withFolder(FIXTURE, cwd =>
      withProgram(['users.yaml', '--port', '0', ...args], { cwd, env }, async ({ until, stderr }) => {
        const [, url = ''] = await until(/(http:\/\/localhost:\d+)\//)
        await until(/Ctrl-C stops/)
        assert.is((await ask(`${url}/user/alice`)).headers.get('ratelimit-policy'), policy)
        assert.is(/ {2}Quota +\d+ requests in \d+ s for each client/.test(stderr()), policy !== null)
        assert.match(stderr(), /\n {2}States +user\.status: invited -> active …\n/)
      }),
    ),
  )

for (const [said, value] of [
  ['many', 'many'],
  ['5', '5'],
  ['0/1m', '0/1m'],
] as const)
  tests(`--rate ${said}: told what would do`, () =>
    withFolder(FIXTURE, async cwd => {
      const { code, stderr } = await runProgram(['users.yaml', '--rate', said], { cwd })
      assert.is(code, 2)
      assert.match(stderr, `--rate cannot be "${value}": a number of requests and a span of time, as in 100/1m`)
    }),
  )

tests.run()
