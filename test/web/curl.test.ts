/** Lines for a shell: every letter goes through it as it is. */

import { execFileSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as fc from 'fast-check'
import { curlOf, steeringLine } from '../../web/curl.js'

const ORIGIN = 'http://localhost:4000'
const SERVER = { origin: ORIGIN, root: '/-' }

const tests = suite('curl lines')

tests('a request: its method, URL, header fields and content', () => {
  const headers = { 'If-Match': '"1"' }
  assert.is(
    curlOf(ORIGIN, { method: 'PUT', target: '/user/a?x=1&y=2', headers, content: `{"name":"O'Hara"}` }),
    String.raw`curl -X PUT 'http://localhost:4000/user/a?x=1&y=2' -H 'If-Match: "1"' --data-raw '{"name":"O'\''Hara"}'`,
  )
  assert.is(curlOf(ORIGIN, { method: 'GET', target: '/users' }), 'curl http://localhost:4000/users')
})

tests('what steers the server: JSON below its root, with a token where one is wanted', () => {
  const change = { method: 'PATCH', path: '/settings', content: { latency: '2s' } }
  assert.is(
    steeringLine(SERVER, change, undefined),
    `curl -X PATCH http://localhost:4000/-/settings -H 'Content-Type: application/json' --data-raw '{"latency":"2s"}'`,
  )
  assert.is(
    steeringLine(SERVER, { method: 'DELETE', path: '/state' }, 'secret'),
    `curl -X DELETE http://localhost:4000/-/state -H 'Authorization: Bearer secret'`,
  )
})

tests('any content reaches a program behind a shell to the letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), content => {
      fc.pre(!content.includes('\0'))
      const line = curlOf(ORIGIN, { method: 'POST', target: '/users', content })
      const seen = execFileSync('sh', ['-c', line.replace(/^curl/, `printf '%s\\0'`)], { encoding: 'utf8' })
      assert.is(seen.split('\0').at(-2), content)
    }),
    { numRuns: 40 },
  )
})

tests.run()
