/** What is marked as different between two exchanges, and what is left alone because it says nothing about the style. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Exchange } from '../../../../web/exchange.js'
import { differences } from '../../../../web/parts/compare/differences.js'

const BASE: Exchange = {
  id: 1,
  time: '2026-01-31T12:00:00Z',
  method: 'GET',
  path: '/user/alice',
  status: 200,
  ms: 1,
  style: 'rest',
  negotiated: { accept: null, range: null, format: null },
  request: { headers: { accept: '*/*' } },
  response: { status: 200, headers: { etag: '"a"', vary: 'Accept' } },
  curl: '',
}

const tests = suite('what differs')

const ROWS: readonly (readonly [string, Partial<Exchange>, readonly string[], readonly string[]])[] = [
  ['nothing', {}, [], []],
  ['the method', { method: 'DELETE' }, [':method'], []],
  ['the path', { path: '/user/bob' }, [':target'], []],
  ['the query', { query: 'username=alice' }, [':target'], []],
  ['the status', { status: 404 }, [], [':status']],
  ['a validator that is another one', { response: { status: 200, headers: { etag: '"b"', vary: 'Accept' } } }, [], []],
  ['a validator that is not there', { response: { status: 200, headers: { vary: 'Accept' } } }, [], ['etag']],
  [
    'a field more and another value',
    { response: { status: 200, headers: { etag: '"a"', vary: 'Origin', link: '<x>' } } },
    [],
    ['vary', 'link'],
  ],
  [
    'what the browser adds, and the answer to it',
    {
      request: { headers: { accept: '*/*', origin: 'http://x', 'sec-fetch-mode': 'cors' } },
      response: { status: 200, headers: { etag: '"a"', vary: 'Accept', 'access-control-allow-origin': 'http://x' } },
    },
    [],
    [],
  ],
  ['what was sent', { request: { headers: { accept: '*/*', 'content-type': 'text/plain' } } }, ['content-type'], []],
]
for (const [title, other, request, response] of ROWS)
  tests(title, () => {
    const marks = differences(BASE, { ...BASE, ...other })
    assert.equal([...marks.request], request)
    assert.equal([...marks.response], response)
  })

tests.run()
