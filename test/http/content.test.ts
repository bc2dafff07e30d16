/** What comes in: types, grammars, meanings. Whatever is wrong, nothing is stored. */

import * as assert from 'uvu/assert'
import { ask, raw, rawStatus, send, served } from '../harness.js'

const { test, run } = served('content of a request', { limits: { body: '2kb' } })

const READS = 'application/json, application/xml, application/yaml, application/x-www-form-urlencoded'
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

for (const [type, content, problem, status] of [
  [undefined, '{"name":"x"}', 'unsupported-media-type', 415],
  ['text/plain', '{"name":"x"}', 'unsupported-media-type', 415],
  ['application/octet-stream', '{"name":"x"}', 'unsupported-media-type', 415],
  ['multipart/form-data; boundary=x', '--x--', 'unsupported-media-type', 415],
  ['application/json; charset=utf-16', '{}', 'unsupported-media-type', 415],
  ['application/vnd.api+json', '{}', 'unsupported-media-type', 415],
  ['garbage', '{}', 'unsupported-media-type', 415],
  ['application/json;;;=', '{}', 'unsupported-media-type', 415],
  ['application/json', '', 'malformed-content', 400],
  ['application/json', '{bad', 'malformed-content', 400],
  ['application/json', '{"a":1,}', 'malformed-content', 400],
  ['application/json', '\ufeff{}', 'malformed-content', 400],
  ['application/json', '{"__proto__":{"x":1}}', 'malformed-content', 400],
  ['application/json', '{"a":[{"__proto__":{"x":1}}]}', 'malformed-content', 400],
  ['application/json', '{"constructor":{"prototype":{"x":1}}}', 'malformed-content', 400],
  ['application/json', '[]', 'invalid-content', 422],
  ['application/json', '"text"', 'invalid-content', 422],
  ['application/json', 'null', 'invalid-content', 422],
  ['application/json', `{"a":${nested(70)}}`, 'invalid-content', 422],
  ['application/json', '{"a":"\\u0000"}', 'invalid-content', 422],
  ['application/json', '{"a":"\\ud800"}', 'invalid-content', 422],
  ['application/json', '{"a":1e999}', 'invalid-content', 422],
  ['application/json', `{"a":"${'x'.repeat(3000)}"}`, 'content-too-large', 413],
  ['application/xml', '<user><name>x</nam></user>', 'malformed-content', 400],
  ['application/xml', '<!DOCTYPE user [<!ENTITY a "b">]><user><name>&a;</name></user>', 'malformed-content', 400],
  ['application/xml', '<book/>', 'malformed-content', 400],
  ['application/yaml', 'a: [', 'malformed-content', 400],
  ['application/yaml', 'a: *b', 'malformed-content', 400],
  ['application/yaml', '- 1', 'invalid-content', 422],
  ['application/x-www-form-urlencoded', 'name=%zz', 'malformed-content', 400],
] as readonly (readonly [string | undefined, string, string, number])[])
  test(`PUT with ${type ?? 'no Content-Type'} ${content.slice(0, 40)}: ${status}, nothing changed`, async ({ url }) => {
    const before = (await ask(`${url}/user/alice`)).text
    // A buffer, because fetch names the type of a text by itself.
    const body = Buffer.from(content)
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const answer = await ask(`${url}/user/alice`, { method: 'PUT', headers, body })
    assert.is(answer.status, status)
    assert.is(answer.json()['type'], `/-/problems/${problem}`)
    assert.is(answer.headers.get('content-type'), 'application/problem+json')
    if (status === 415) assert.is(answer.headers.get('accept'), READS)
    assert.is((await ask(`${url}/user/alice`)).text, before)
    const posted = await ask(`${url}/user/new`, { method: 'POST', headers, body })
    if (content !== '') assert.is(posted.status, status)
    if (status === 415 && content !== '') assert.is(posted.headers.get('accept-post'), READS)
    if (content !== '') assert.is((await ask(`${url}/user/new`)).status, 404)
  })

test('malformed JSON: the problem has line and column', async ({ url }) => {
  const answer = await ask(`${url}/user/alice`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{\n  "name": "x",\n  "age": ,\n}',
  })
  assert.is(answer.json()['line'], 3)
  assert.is(answer.json()['column'], 10)
})

test('every fault of a content is listed with its pointer', async ({ url }) => {
  const answer = await send('PUT', `${url}/user/alice`, { a: '\u0000', b: ['x', '\uffff'], 'c/d': { e: '\u0001' } })
  assert.equal(
    (answer.json()['errors'] as { pointer: string }[]).map(error => error.pointer),
    ['#/a', '#/b/1', '#/c~1d/e'],
  )
})

test('content that is not UTF-8: 400', async ({ url }) => {
  const body = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
  const answer = await ask(`${url}/user/alice`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.is(answer.status, 400)
})

test('too much without a length: 413', async ({ port }) => {
  const chunk = `400\r\n${'x'.repeat(1024)}\r\n`
  const answer = await raw(
    port,
    `PUT /user/alice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`,
  )
  assert.is(rawStatus(answer), 413)
})

test('a content that is cut off changes nothing', async ({ url, port }) => {
  const before = (await ask(`${url}/user/alice`)).text
  await raw(
    port,
    'PUT /user/alice HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"name":"x"}',
  )
  assert.is((await ask(`${url}/user/alice`)).text, before)
})

for (const [type, content] of [
  ['application/json', '{"name":"N","age":30,"active":true,"roles":["a","b"],"address":{"city":"C","zip":null}}'],
  [
    'application/xml',
    '<user><name>N</name><age>30</age><active>true</active><roles><role>a</role><role>b</role></roles><address><city>C</city><zip type="null"/></address></user>',
  ],
  [
    'text/xml; charset=utf-8',
    '<user><name>N</name><age>30</age><active>true</active><roles><role>a</role><role>b</role></roles><address><city>C</city><zip type="null"/></address></user>',
  ],
  ['application/yaml', 'name: N\nage: 30\nactive: true\nroles: [a, b]\naddress: {city: C, zip: null}\n'],
] as const)
  test(`PUT as ${type}: the types are those of the family`, async ({ url }) => {
    const answer = await ask(`${url}/user/alice`, { method: 'PUT', headers: { 'content-type': type }, body: content })
    assert.is(answer.status, 200, answer.text)
    assert.equal(answer.json(), {
      username: 'alice',
      name: 'N',
      age: 30,
      active: true,
      roles: ['a', 'b'],
      address: { city: 'C', zip: null },
    })
  })

test('PUT as a form: the types are those of the family', async ({ url }) => {
  const answer = await ask(`${url}/user/alice`, {
    method: 'PUT',
    body: new URLSearchParams([
      ['name', 'N & M'],
      ['age', '30'],
      ['active', 'false'],
      ['roles', 'a'],
      ['address[city]', 'C'],
    ]),
  })
  assert.equal(answer.json(), {
    username: 'alice',
    name: 'N & M',
    age: 30,
    active: false,
    roles: ['a'],
    address: { city: 'C' },
  })
})

for (const from of ['application/json', 'application/xml', 'application/yaml'])
  test(`GET as ${from}, PUT it back, GET again: nothing has changed`, async ({ url }) => {
    for (const name of ['alice', 'bob']) {
      const before = (await ask(`${url}/user/${name}`)).text
      const { text } = await ask(`${url}/user/${name}`, { headers: { accept: from } })
      const put = await ask(`${url}/user/${name}`, { method: 'PUT', headers: { 'content-type': from }, body: text })
      assert.is(put.status, 200)
      assert.is((await ask(`${url}/user/${name}`)).text, before)
    }
  })

test('a suffix selects no format', async ({ url }) => {
  await send('POST', `${url}/user/alice.xml`, { name: 'Suffix' })
  const answer = await ask(`${url}/user/alice.xml`)
  assert.is(answer.headers.get('content-type'), 'application/json')
  assert.is(answer.json()['username'], 'alice.xml')
})

test('406 comes before anything is changed, and lists what there is', async ({ url }) => {
  for (const [method, path] of [
    ['PUT', '/user/alice'],
    ['POST', '/user/new'],
    ['POST', '/users'],
  ] as const) {
    const answer = await send(method, url + path, { name: 'x', username: 'new' }, { accept: 'image/png' })
    assert.is(answer.status, 406)
    assert.equal(answer.json()['available'], ['application/json', 'application/xml', 'application/yaml', 'text/html'])
    assert.is(answer.headers.get('vary'), 'Accept, Origin')
  }
  assert.is((await ask(`${url}/user/alice`)).json()['name'], 'Alice Liddell')
  assert.is((await ask(`${url}/user/new`)).status, 404)
})

run()
