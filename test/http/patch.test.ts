/** PATCH: in part, all or nothing. */

import { createRequire } from 'node:module'
import * as assert from 'uvu/assert'
import { isFields, type Json } from '../../src/core/json.js'
import { RFC7396 } from '../core/rfc7396.js'
import { ask, send, served, type Answer } from '../harness.js'

const { test, run } = served('PATCH')

const MERGE = 'application/merge-patch+json'
const STEPS = 'application/json-patch+json'
const patch = (url: string, type: string, content: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(url, { method: 'PATCH', headers: { 'content-type': type, ...headers }, body: JSON.stringify(content) })

for (const type of [MERGE, 'application/json', 'application/json; charset=utf-8'])
  test(`as ${type}: what is given replaces, null removes, the rest stays; 200 with the new validator`, async ({
    url,
  }) => {
    const answer = await patch(`${url}/user/alice`, type, { age: 31, active: null, address: { city: 'Cambridge' } })
    assert.is(answer.status, 200)
    assert.equal(answer.json(), {
      username: 'alice',
      name: 'Alice Liddell',
      age: 31,
      roles: ['admin'],
      address: { city: 'Cambridge', zip: null },
    })
    assert.is(answer.headers.get('etag'), (await ask(`${url}/user/alice`)).headers.get('etag'))
  })

for (const [target, change, result] of RFC7396)
  test(`RFC 7396: ${JSON.stringify(target)} with ${JSON.stringify(change)}`, async ({ url }) => {
    // A record is an object, so what is none in the appendix stands in a member.
    const inside = !isFields(target) || !isFields(change)
    await send('POST', `${url}/user/case`, inside ? { v: target } : target)
    const answer = await patch(`${url}/user/case`, MERGE, inside ? { v: change } : change)
    assert.is(answer.status, 200)
    const { username, ...rest } = answer.json()
    assert.is(username, 'case')
    assert.equal(rest, inside ? (result === null ? {} : { v: result }) : result)
  })

interface Vector {
  readonly comment?: string
  readonly doc: Json
  readonly patch: { path?: string; from?: string }[]
  readonly expected?: Json
  readonly error?: string
  readonly disabled?: boolean
}

/** A document of the suite may be anything, so each stands in a member of the record. */
const inside = (pointer: string | undefined) => (typeof pointer === 'string' ? `/d${pointer}` : pointer)

const require = createRequire(import.meta.url)
const vectors = ['tests.json', 'spec_tests.json'].flatMap(name => require(`json-patch-test-suite/${name}`) as Vector[])

test('the shared JSON Patch suite, each vector as a request', async ({ url }) => {
  let seen = 0
  for (const vector of vectors) {
    if (vector.disabled === true || vector.doc === undefined) continue
    seen++
    await ask(`${url}/user/case`, { method: 'DELETE' })
    const created = await send('POST', `${url}/user/case`, { d: vector.doc })
    const steps = vector.patch.map(step =>
      Object.assign(
        {},
        step,
        'path' in step && { path: inside(step.path) },
        'from' in step && { from: inside(step.from) },
      ),
    )
    const answer = await patch(`${url}/user/case`, STEPS, steps)
    const title = vector.comment ?? JSON.stringify(vector.patch)
    if (vector.error === undefined) {
      assert.is(answer.status, 200, `${title}: ${answer.text}`)
      assert.equal(answer.json()['d'], vector.expected ?? vector.doc, title)
    } else {
      assert.ok([400, 409, 422].includes(answer.status), `${title}: ${answer.status}`)
      assert.is((await ask(`${url}/user/case`)).text, created.text, title)
    }
  }
  assert.ok(seen > 85, String(seen))
})

for (const [title, type, content, status, problem] of [
  ['no Content-Type that is known', 'text/plain', {}, 415, 'unsupported-media-type'],
  ['XML', 'application/xml', {}, 415, 'unsupported-media-type'],
  ['a merge patch that is no object', MERGE, [1], 422, 'invalid-content'],
  ['a JSON Patch that is no list', STEPS, {}, 400, 'malformed-content'],
  ['an unknown operation', STEPS, [{ op: 'spam', path: '/a' }], 400, 'malformed-content'],
  ['a place that is not there', STEPS, [{ op: 'remove', path: '/nothing' }], 422, 'patch-refused'],
  [
    'a test that fails',
    STEPS,
    [
      { op: 'replace', path: '/age', value: 1 },
      { op: 'test', path: '/name', value: 'x' },
    ],
    409,
    'patch-conflict',
  ],
  ['another username', MERGE, { username: 'bob' }, 409, 'key-mismatch'],
  ['the username removed', MERGE, { username: null }, 409, 'key-mismatch'],
  ['the username removed by an operation', STEPS, [{ op: 'remove', path: '/username' }], 409, 'key-mismatch'],
  ['the whole replaced by a text', STEPS, [{ op: 'replace', path: '', value: 'x' }], 422, 'invalid-content'],
  ['a control character', MERGE, { name: '\u0000' }, 422, 'invalid-content'],
  [
    'a password that is tested',
    STEPS,
    [{ op: 'test', path: '/password', value: 'white-rabbit' }],
    422,
    'patch-refused',
  ],
  ['a password that is copied', STEPS, [{ op: 'copy', from: '/password', path: '/shown' }], 422, 'patch-refused'],
  ['a password that is moved', STEPS, [{ op: 'move', from: '/password', path: '/shown' }], 422, 'patch-refused'],
] as const)
  test(`with ${title}: ${status}, nothing changed`, async ({ url }) => {
    const before = await ask(`${url}/user/alice`)
    const answer = await patch(`${url}/user/alice`, type, content)
    assert.is(answer.status, status)
    assert.is(answer.json()['type'], `/-/problems/${problem}`)
    if (status === 415) {
      assert.is(answer.headers.get('accept-patch'), `${MERGE}, ${STEPS}, application/json`)
      assert.is(answer.headers.get('accept'), `${MERGE}, ${STEPS}, application/json`)
    }
    const after = await ask(`${url}/user/alice`)
    assert.is(after.text, before.text)
    assert.is(after.headers.get('etag'), before.headers.get('etag'))
  })

test('PATCH of nobody: 404; on the collection: 405; OPTIONS says Accept-Patch', async ({ url }) => {
  assert.is((await patch(`${url}/user/nobody`, MERGE, {})).status, 404)
  assert.is((await patch(`${url}/users`, MERGE, {})).status, 405)
  const options = await ask(`${url}/user/alice`, { method: 'OPTIONS' })
  assert.is(options.headers.get('accept-patch'), `${MERGE}, ${STEPS}, application/json`)
})

test('a password can be written by either patch and is never shown', async ({ url }) => {
  for (const answer of [
    await patch(`${url}/user/alice`, MERGE, { password: 'new-secret' }),
    await patch(`${url}/user/alice`, STEPS, [{ op: 'replace', path: '/password', value: 'new-secret' }]),
    await patch(`${url}/user/bob`, STEPS, [{ op: 'add', path: '/password', value: 'new-secret' }]),
    await patch(`${url}/user/alice`, STEPS, [{ op: 'remove', path: '/password' }]),
  ]) {
    assert.is(answer.status, 200)
    assert.not.match(answer.text, /secret|rabbit|password/)
  }
})

test('the answer can be had in XML, and the patch is JSON all the same', async ({ url }) => {
  const answer = await patch(`${url}/user/alice`, MERGE, { age: 5 }, { accept: 'application/xml' })
  assert.is(answer.status, 200)
  assert.match(answer.text, '<age>5</age>')
})

run()
