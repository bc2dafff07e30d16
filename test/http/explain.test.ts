/** Why an answer is as it is: what each problem says was considered, and `Prefer: explain` for all the others. */

import * as assert from 'uvu/assert'
import { ask, served, USERS, withServer } from '../harness.js'

const { test, run } = served('explain', { legacy: true })
const JSON_TYPE = { 'content-type': 'application/json' }

for (const [method, path, headers, body, status, considered] of [
  [
    'GET',
    '/usr/alice',
    {},
    undefined,
    404,
    [
      { path: '/user/:username', reason: '"usr" is not "user".' },
      { path: '/users', reason: 'It has 1 segment, not 2.' },
      { path: '/session', reason: 'It has 1 segment, not 2.' },
    ],
  ],
  [
    'GET',
    '/user/a/b',
    {},
    undefined,
    404,
    [
      { path: '/user/:username', reason: 'It has 2 segments, not 3.' },
      { path: '/users', reason: 'It has 1 segment, not 3.' },
      { path: '/session', reason: 'It has 1 segment, not 3.' },
    ],
  ],
  [
    'DELETE',
    '/users',
    {},
    undefined,
    405,
    { resource: '/users', allowed: ['GET', 'HEAD', 'POST', 'QUERY', 'OPTIONS'] },
  ],
  [
    'GET',
    '/user/alice',
    { accept: 'image/png, application/json;q=0, application/json;version=9, nonsense, text/*;q=0' },
    undefined,
    406,
    [
      { range: 'image/png', reason: 'Nothing of this type can be written here.' },
      { range: 'application/json;q=0', reason: 'q=0 forbids it.' },
      { range: 'application/json;version=9', reason: 'Its parameters make it another type.' },
      { range: 'nonsense', reason: 'It is no media range, and was passed over.' },
      { range: 'text/*;q=0', reason: 'q=0 forbids it.' },
    ],
  ],
  ['PUT', '/user/alice', { 'content-type': 'text/plain' }, 'x', 415, { content_type: 'text/plain' }],
] as const)
  test(`${method} ${path} ${JSON.stringify(headers)}: ${status}, what was considered`, async ({ url }) => {
    const answer = await ask(url + path, { method, headers: { ...headers }, ...(body !== undefined && { body }) })
    assert.is(answer.status, status)
    assert.equal(answer.json()['considered'], considered)
  })

test('412: which tags were compared with which, and how', async ({ url }) => {
  const etag = (await ask(`${url}/user/alice`)).headers.get('etag') ?? ''
  const answer = await ask(`${url}/user/alice`, { method: 'DELETE', headers: { 'if-match': `W/${etag}` } })
  const { considered, detail, current_etag: current } = answer.json()
  assert.is(answer.status, 412)
  assert.is(current, etag)
  assert.match(String(detail), /Weak tags \(W\/\) never match there/)
  const { field, sent, current: all, comparison } = considered as Record<string, unknown>
  assert.equal([field, sent, comparison], ['If-Match', [`W/${etag}`], 'strong'])
  assert.ok((all as string[]).includes(etag))
  assert.ok((all as string[]).length <= 10)
})

test('412 for a date: the dates', async ({ url }) => {
  const headers = { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }
  const answer = await ask(`${url}/user/alice`, { method: 'DELETE', headers })
  const { sent, comparison, current } = answer.json()['considered'] as Record<string, unknown>
  assert.equal([sent, comparison], [['Sat, 01 Jan 2000 00:00:00 GMT'], 'date'])
  assert.match(String(current), /GMT$/)
})

test('what is considered is bounded, and fits every format of problems', async ({ url }) => {
  const accept = Array.from({ length: 90 }, (_, index) => `x/${index}${'y'.repeat(50)}`).join(', ')
  const { considered } = (await ask(`${url}/users`, { headers: { accept } })).json()
  assert.is((considered as unknown[]).length, 20)
  const xml = await ask(`${url}/nowhere`, { headers: { accept: 'application/xml' } })
  assert.match(xml.text, /<reason>&quot;nowhere&quot; is not &quot;users&quot;\.<|<reason>"nowhere" is not "users"\.</)
})

for (const [method, path, headers, explanation] of [
  [
    'GET',
    '/user/alice',
    { accept: 'text/html;q=0.5, application/xml' },
    'resource="/user/:username", action="retrieve", format="application/xml", range="application/xml"',
  ],
  ['GET', '/users', { accept: '*/*' }, 'resource="/users", action="list", format="application/json", range="*/*"'],
  [
    'GET',
    '/user/get?username=%E6%97%A5%22',
    { accept: 'application/json;q=0.5' },
    'resource="/user/get", action="retrieve", format="application/problem+json", problem="not-found", twin="GET /user/%E6%97%A5%22"',
  ],
  ['GET', '/nowhere', {}, 'format="application/problem+json", problem="no-such-route"'],
  [
    'DELETE',
    '/user/bob',
    { 'if-match': '*' },
    'resource="/user/:username", action="remove", precondition="If-Match: met"',
  ],
] as const)
  test(`${method} ${path} with Prefer: explain: ${explanation}`, async ({ url }) => {
    const plain = method === 'GET' ? await ask(url + path, { headers: { accept: '*/*', ...headers } }) : undefined
    const told = await ask(url + path, { method, headers: { accept: '*/*', ...headers, prefer: 'explain' } })
    const field = told.headers.get('restage-explain') ?? ''
    assert.ok(field.startsWith(explanation.split(', range=')[0] ?? ''), field)
    if (explanation.includes('range=')) assert.is(field, explanation)
    assert.is(told.headers.get('preference-applied'), 'explain')
    assert.is(told.headers.get('vary')?.split(', ').toSorted().join(', ').replace('Accept, ', ''), 'Origin, Prefer')
    if (plain !== undefined) assert.equal([told.status, told.text], [plain.status, plain.text])
    assert.is(plain?.headers.has('restage-explain') ?? false, false)
  })

test('beside another preference: both are applied', async ({ url }) => {
  const headers = { ...JSON_TYPE, prefer: 'return=minimal, explain' }
  const answer = await ask(`${url}/user/bob`, { method: 'PUT', headers, body: '{}' })
  assert.is(answer.status, 204)
  assert.is(answer.headers.get('preference-applied'), 'return=minimal, explain')
  assert.match(answer.headers.get('restage-explain') ?? '', /action="replace"/)
})

for (const prefer of ['explanation', 'return=minimal', 'x; explain'])
  test(`Prefer: ${prefer} is another wish`, async ({ url }) => {
    const answer = await ask(`${url}/users`, { headers: { prefer } })
    assert.not(answer.headers.has('restage-explain'))
  })

test('a page of an allowed origin may read it', async ({ url }) => {
  const headers = { origin: 'http://localhost:5173', prefer: 'explain' }
  const answer = await ask(`${url}/users`, { headers })
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Restage-Explain/)
})

test('control: false: nothing is told', () =>
  withServer(USERS, { control: false }, async ({ url }) => {
    const answer = await ask(`${url}/users`, { headers: { prefer: 'explain' } })
    assert.not(answer.headers.has('restage-explain'))
  }))

run()
