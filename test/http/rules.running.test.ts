/** Rules while running: added, asked in their order, counted, replaced and removed. */

import * as assert from 'uvu/assert'
import type { Settings } from '../../src/index.js'
import { ask, send, served } from '../harness.js'

const OWN: NonNullable<Settings['rules']> = [
  { when: 'GET /user/alice', then: { status: 410 } },
  { when: 'GET /weather', times: 1, then: { body: 'rain' } },
]
const running = served('rules while running', { rules: OWN })

const DOWN = { when: 'GET /user/*', then: { status: 503 } }
const TEAPOT = { when: 'GET /user/bob', times: 1, then: { status: 418 } }

type Shown = Record<string, unknown>
const listed = async (url: string, headers: Record<string, string> = {}): Promise<Shown[]> =>
  JSON.parse((await ask(`${url}/-/rules`, { headers })).text) as Shown[]
const handles = async (url: string, headers: Record<string, string> = {}) =>
  (await listed(url, headers)).map(({ handle }) => handle)
const status = async (url: string, init: RequestInit = {}) => (await ask(url, init)).status

running.test('POST /-/rules: 201, before those of the settings, the newest first, and counted', async ({ url }) => {
  assert.is(await status(`${url}/user/alice`), 410)
  const made = await send('POST', `${url}/-/rules`, DOWN)
  assert.is(made.status, 201)
  assert.is(made.headers.get('location'), '/-/rules/added-1')
  assert.equal(made.json(), { handle: 'added-1', from: 'added', seen: 0, used: 0, ...DOWN })
  assert.is((await send('POST', `${url}/-/rules`, TEAPOT)).headers.get('location'), '/-/rules/added-2')
  const statuses = []
  for (const name of ['alice', 'bob', 'bob']) statuses.push(await status(`${url}/user/${name}`))
  assert.equal(statuses, [503, 418, 503])
  const list = await ask(`${url}/-/rules`)
  assert.is(list.headers.get('x-total-count'), '4')
  assert.equal(JSON.parse(list.text), [
    { handle: 'added-2', from: 'added', seen: 1, used: 1, ...TEAPOT },
    { handle: 'added-1', from: 'added', seen: 2, used: 2, ...DOWN },
    { handle: '1', from: 'settings', seen: 1, used: 1, ...OWN[0] },
    { handle: '2', from: 'settings', seen: 0, used: 0, ...OWN[1] },
  ])
  assert.equal((await ask(`${url}/-/rules/added-1`)).json()['used'], 2)
})

running.test('a rule in YAML, in force at once; HTML and HEAD tell of it, too', async ({ url }) => {
  const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' }
  const body = 'when: PUT /user/:name\ntimes: 1\nthen: { status: 503, headers: { Retry-After: 1 } }\n'
  const made = await ask(`${url}/-/rules`, { method: 'POST', headers, body })
  assert.is(made.status, 201)
  assert.match(made.text, /^handle: added-1$/m)
  const refused = await send('PUT', `${url}/user/bob`, { name: 'B' })
  assert.is(refused.status, 503)
  assert.is(refused.headers.get('retry-after'), '1')
  assert.is((await send('PUT', `${url}/user/bob`, { name: 'B' })).status, 200)
  assert.match((await ask(`${url}/-/rules`, { headers: { accept: 'text/html' } })).text, 'PUT /user/:name')
  assert.is(await status(`${url}/-/rules/added-1`, { method: 'HEAD' }), 200)
  const options = await ask(`${url}/-/rules`, { method: 'OPTIONS' })
  assert.is(options.headers.get('allow'), 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
  assert.match(options.headers.get('accept-post') ?? '', 'application/json')
})

running.test('DELETE: one, then all that were added; those of the settings stay (409)', async ({ url }) => {
  for (const rule of [DOWN, TEAPOT, DOWN]) await send('POST', `${url}/-/rules`, rule)
  const remove = (handle: string) => status(`${url}/-/rules${handle}`, { method: 'DELETE' })
  assert.is(await remove('/added-2'), 204)
  assert.is(await remove('/added-2'), 404)
  assert.is(await status(`${url}/-/rules/added-2`), 404)
  assert.is(await remove('/1'), 409)
  assert.equal(await handles(url), ['added-3', 'added-1', '1', '2'])
  assert.is(await remove(''), 204)
  assert.equal(await handles(url), ['1', '2'])
  assert.is(await status(`${url}/user/bob`), 200)
  // A number is never used again.
  assert.is((await send('POST', `${url}/-/rules`, DOWN)).json()['handle'], 'added-4')
})

running.test(
  'PUT /-/rules: all that were added, in the order given; what was read can be put again',
  async ({ url }) => {
    await send('POST', `${url}/-/rules`, DOWN)
    const put = await send('PUT', `${url}/-/rules`, [TEAPOT, DOWN])
    assert.is(put.status, 200)
    assert.equal(
      (JSON.parse(put.text) as Shown[]).map(({ handle }) => handle),
      ['added-2', 'added-3', '1', '2'],
    )
    assert.is(await status(`${url}/user/bob`), 418)
    assert.is(await status(`${url}/user/bob`), 503)
    const before = await listed(url)
    assert.is((await send('PUT', `${url}/-/rules`, before, { 'if-none-match': '*' })).status, 200)
    assert.equal(await listed(url), before)
    // Another rule under the same handle begins to count anew.
    const [first, second] = before
    await send('PUT', `${url}/-/rules`, [{ ...second, times: 9 }, first])
    assert.equal(
      (await listed(url)).slice(0, 2).map(({ handle, used }) => [handle, used]),
      [
        ['added-3', 0],
        ['added-2', 1],
      ],
    )
    assert.is((await send('PUT', `${url}/-/rules`, [])).status, 200)
    assert.equal(await handles(url), ['1', '2'])
  },
)

const WRONG: readonly (readonly [method: string, content: unknown, pointers: readonly string[], detail: RegExp])[] = [
  ['POST', null, ['#'], /The rule needs a member "when": .*; and a member "then": status/],
  ['POST', 3, ['#'], /nothing that the rule can be/],
  ['POST', [DOWN], ['#'], /nothing that the rule can be: a map with when and then/],
  ['POST', { when: 'GET /x' }, ['#'], /The rule needs a member "then": status/],
  ['POST', { when: 'get /x', then: { status: 1 } }, ['#/when', '#/then/status'], /a method and a path/],
  ['POST', { when: 'GET /x', then: { sttus: 500 } }, ['#/then/sttus'], /Did you mean "status"\?/],
  ['POST', { when: 'GET /x', then: { fault: 'truncate' } }, ['#/then/fault'], /there must be one/],
  [
    'POST',
    { when: 'GET /x', then: { headers: { 'a b/ü': '' } } },
    ['#/then/headers/a%20b~1%C3%BC'],
    /cannot be the name/,
  ],
  ['PUT', DOWN, ['#'], /a list of them/],
  ['PUT', [DOWN, { when: 'x', then: { status: 500 } }, { ...DOWN, then: {} }], ['#/1/when', '#/2/then'], /1\.when/],
  ['PUT', [null], ['#/0'], /^0 needs a member "when"/],
  ['POST', { when: 'GET /x', then: { status: null } }, ['#/then'], /needs its then/],
]

for (const [method, content, pointers, detail] of WRONG)
  running.test(
    `${method} ${JSON.stringify(content)}: 422 at ${pointers.join(', ')}, and nothing is changed`,
    async ({ url }) => {
      const answer = await send(method, `${url}/-/rules`, content)
      assert.is(answer.status, 422)
      const errors = answer.json()['errors'] as { pointer: string; detail: string }[]
      assert.equal(
        errors.map(({ pointer }) => pointer),
        pointers,
      )
      assert.match(errors[0]?.detail ?? '', detail)
      assert.equal(await handles(url), ['1', '2'])
    },
  )

running.test('POST that could not be answered (406), or read (415, 400): nothing is added', async ({ url }) => {
  assert.is((await send('POST', `${url}/-/rules`, DOWN, { accept: 'image/png' })).status, 406)
  assert.is((await send('PUT', `${url}/-/rules`, [DOWN], { accept: 'image/png' })).status, 406)
  assert.is((await send('POST', `${url}/-/rules`, DOWN, { 'content-type': 'image/png' })).status, 415)
  assert.is(await status(`${url}/-/rules`, { method: 'POST' }), 400)
  const headers = { 'content-type': 'application/json' }
  assert.is(await status(`${url}/-/rules`, { method: 'POST', headers, body: '{"__proto__": {}, "when":' }), 400)
  assert.equal(await handles(url), ['1', '2'])
})

running.test(
  'a rule for everything: what is below /-/ stays within reach, so that it can be removed',
  async ({ url }) => {
    await send('POST', `${url}/-/rules`, { when: '* /**', then: { fault: 'reset' } })
    await send('POST', `${url}/-/rules`, { when: 'DELETE /-/rules', then: { status: 500 } })
    assert.is(await ask(`${url}/users`).catch(() => 'no answer'), 'no answer')
    assert.is(await status(`${url}/-/rules`, { method: 'DELETE' }), 204)
    assert.is(await status(`${url}/users`), 200)
  },
)

running.test('1,000 can be added, and then 409; in a sandbox there are others', async ({ url }) => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ when: `GET /n/${index}`, then: { status: 500 } }))
  assert.is((await send('PUT', `${url}/-/rules`, many)).status, 200)
  const full = await send('POST', `${url}/-/rules`, DOWN)
  assert.is(full.status, 409)
  assert.is(full.json()['type'], '/-/problems/too-many-rules')
  assert.is((await send('PUT', `${url}/-/rules`, [...many, DOWN])).status, 409)
  assert.is(await status(`${url}/n/999`), 500)
  const headers = { 'restage-sandbox': 'a' }
  assert.equal(await handles(url, headers), ['1', '2'])
  assert.is((await send('POST', `${url}/-/rules`, DOWN, headers)).status, 201)
  assert.is(await status(`${url}/user/bob`, { headers }), 503)
  assert.is(await status(`${url}/user/bob`), 200)
})

running.run()
