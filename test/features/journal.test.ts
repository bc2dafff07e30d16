/** The journal's parts by themselves: its bounds, what is taken out, what is written for a shell. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codecs } from '../../src/codecs/index.js'
import { showContent } from '../../src/features/journal/content.js'
import { quoteForShell } from '../../src/features/journal/curl.js'
import { CONTENT_MAX, keep, record } from '../../src/features/journal/entry.js'
import { redactFieldList, redactHeaders, redactQuery, secretsOf } from '../../src/features/journal/redact.js'
import { ringOf } from '../../src/features/journal/ring.js'
import { formatsOf } from '../../src/wire/formats.js'
import type { HttpRequest } from '../../src/wire/message.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const NOTHING = { present: false, read: () => Promise.resolve(new Uint8Array()) }
const REQUEST: HttpRequest = {
  method: 'GET',
  path: '/a',
  query: '',
  headers: { host: 'localhost' },
  content: NOTHING,
  client: '',
  resource: undefined,
}
const entryWith = (body: Uint8Array, id = 0) => record(id, REQUEST, undefined, { status: 200, headers: [], body }, 0, 0)

const bounds = suite('bounds')

bounds('more than so many: the oldest make room, ids go on', () => {
  const ring = ringOf({ entries: 3, bytes: 1e9 })
  for (let count = 0; count < 5; count++) ring.add(entryWith(new Uint8Array(), ring.next))
  assert.equal(
    ring.all().map(({ id }) => id),
    [3, 4, 5],
  )
  assert.is(ring.dropped, 2)
  assert.equal([ring.get(2), ring.get(6), ring.get(0)], [undefined, undefined, undefined])
  assert.is(ring.get(4)?.id, 4)
})

bounds('more than so many bytes: the oldest make room, and one that is too large alone is not kept', () => {
  const size = entryWith(new Uint8Array(1000)).size
  const ring = ringOf({ entries: 100, bytes: size * 3 })
  for (let count = 0; count < 10; count++) ring.add(entryWith(new Uint8Array(1000), ring.next))
  assert.is(ring.all().length, 3)
  ring.add(entryWith(new Uint8Array(8000), ring.next))
  assert.equal(ring.all(), [])
  ring.add(entryWith(new Uint8Array(1000), ring.next))
  assert.equal(
    ring.all().map(({ id }) => id),
    [12],
  )
})

bounds('cleared: nothing is there, ids are not used again', () => {
  const ring = ringOf({ entries: 2, bytes: 1e9 })
  for (let count = 0; count < 3; count++) ring.add(entryWith(new Uint8Array(), ring.next))
  ring.clear()
  assert.equal([ring.all().length, ring.dropped, ring.get(3)], [0, 0, undefined])
  ring.add(entryWith(new Uint8Array(), ring.next))
  assert.is(ring.all()[0]?.id, 4)
})

bounds('contents are cut at 64 KiB, and the rest can go', () => {
  const kept = keep(new Uint8Array(CONTENT_MAX + 1))
  assert.is(kept?.length, CONTENT_MAX + 1)
  assert.is(kept?.bytes.buffer.byteLength, CONTENT_MAX)
  assert.is(keep(new Uint8Array(0)), undefined)
})

bounds('what is counted is at least what fields and contents take', () => {
  const long = record(
    1,
    { ...REQUEST, headers: { a: 'x'.repeat(9000) } },
    keep(new Uint8Array(500)),
    { status: 200, headers: ['B', 'y'.repeat(70)] },
    0,
    0,
  )
  assert.ok(long.size > 9570)
})

const secrets = secretsOf([
  { singular: 'user', plural: 'users', key: 'username', secrets: ['password', 'PIN'], schema: {} },
])
const redaction = suite('redaction')
const formats = formatsOf(codecs)
const shape = { name: 'user', schema: {} }
const show = (text: string | Uint8Array, type: string | undefined, own = false) => {
  const kept = keep(typeof text === 'string' ? bytes(text) : text)
  if (kept === undefined) throw new Error('an empty content shows nothing')
  return showContent(kept, { type, shape, own }, formats, secrets)
}

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
for (const [type, text, has] of [
  [JSON_TYPE, '{"name":"Al","password":"geheim"}', 'Al'],
  [JSON_TYPE, '{"name":"Al","PassWord":"geheim"}', 'Al'],
  [JSON_TYPE, '{"name":"Al","pin":["geheim"]}', 'Al'],
  [JSON_TYPE, '{"name":"Al","deep":[{"password":{"x":"geheim"}}]}', 'Al'],
  [JSON_TYPE, String.raw`{"name":"Al","pass\u0077ord":"geheim"}`, 'Al'],
  [JSON_TYPE, String.raw`{"name":"Al","a":{"pass\u0077ord":"geheim"},"a":1}`, 'Al'],
  ['application/merge-patch+json', '{"name":"Al","password":"geheim"}', 'Al'],
  [
    'application/json-patch+json',
    '[{"op":"add","path":"/password","value":"geheim"},{"op":"add","path":"/name","value":"Al"}]',
    'Al',
  ],
  ['application/json-patch+json', '[{"op":"add","path":"/password/0","value":"geheim"}]', 'op'],
  ['application/json; charset=utf-8', '{"where":{"password:eq":"geheim"},"name":"Al"}', 'Al'],
  ['application/xml', '<user><name>Al</name><password>geheim</password></user>', 'Al'],
  ['text/xml', '<user><name>Al</name><password><a>geheim</a></password></user>', 'Al'],
  ['application/yaml', 'name: Al\npassword: geheim\n', 'Al'],
  ['application/yaml', 'name: Al\n"p\\x61ssword": geheim\n', 'Al'],
  ['application/yaml', 'name: Al\n# the password is geheim\n', 'Al'],
  [FORM, 'name=Al&password=geheim&password=geheim', 'Al'],
  [FORM, 'name=Al&p%61ssword=geheim', 'Al'],
  [FORM, 'name=Al&login[password]=geheim', 'Al'],
  [FORM, 'name=Al&login%5Bpassword%5D=geheim', 'Al'],
] as const)
  redaction(`${type}: ${text.replaceAll('\n', ' ')}`, async () => {
    const { text: shown = '' } = await show(text, type)
    assert.ok(shown.includes(has), shown)
    assert.not.match(shown, /geheim/)
  })

for (const [type, text] of [
  [JSON_TYPE, '{"password":"geheim"'],
  [JSON_TYPE, '{password: geheim}'],
  ['application/xml', '<user><password>geheim</user>'],
  ['application/xml', '<user><p&#97;ssword>geheim</user>'],
  ['application/yaml', '{password: geheim'],
  ['text/plain', 'password=geheim'],
  ['nonsense', 'password: geheim'],
  [undefined, '{"password":"geheim"}'],
  ['text/html', '<input name=password value=geheim>'],
  [JSON_TYPE, `{"password":"geheim","x":"${'x'.repeat(CONTENT_MAX)}"}`],
  [JSON_TYPE, Buffer.from('{"password":"geheim"}', 'utf16le')],
  [JSON_TYPE, Buffer.from([0xff, 0x70])],
] as const)
  redaction(`${type}, and it cannot be read: ${String(text).slice(0, 40)}: not shown, and it is said why`, async () => {
    const { text: shown, why } = await show(text, type)
    assert.is(shown, undefined)
    assert.match(why ?? '', /secret|no text/)
  })

for (const [type, text, own] of [
  [JSON_TYPE, '{"name": "Al"}', false],
  [JSON_TYPE, '{ broken', false],
  ['application/xml', '<user>', false],
  ['text/plain', 'what is shipping?', false],
  [undefined, 'anything', false],
  ['text/html', '<p>A &amp; B: the password', true],
] as const)
  redaction(`${type}: ${text} is shown as it is`, async () => {
    assert.equal(await show(text, type, own), { text })
  })

redaction('a cut content without secrets: its beginning, without half a character', async () => {
  const { text, cut } = await show(`${'x'.repeat(CONTENT_MAX - 1)}é`, 'text/plain')
  assert.is(text, 'x'.repeat(CONTENT_MAX - 1))
  assert.is(cut, true)
})

redaction('so deep that no stack would hold it: answered', async () => {
  const { text } = await show(`{"password":1,"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, JSON_TYPE)
  assert.match(text ?? '', /"password": "\*\*\*"/)
})

for (const [name, value, shown] of [
  ['authorization', 'Bearer abc', 'Bearer ***'],
  ['authorization', 'Basic YTpi', 'Basic ***'],
  ['authorization', 'abc', '***'],
  ['proxy-authorization', 'Basic YTpi', 'Basic ***'],
  ['cookie', 'restage_sid=abc; theme=dark', 'restage_sid=***; theme=***'],
  ['x-api-key', 'abc', '***'],
  ['api-key', 'abc', '***'],
  ['x-auth-token', 'abc', '***'],
  ['x-csrf-token', 'abc', '***'],
  ['referer', 'http://a.example/?token=abc&page=1', 'http://a.example/?token=***&page=1'],
  ['accept', 'text/html', 'text/html'],
  ['if-match', '"abc"', '"abc"'],
] as const)
  redaction(`${name}: ${value} is ${shown}`, () => {
    assert.equal(redactHeaders({ [name]: value }, secrets), { [name]: shown })
  })

redaction('Set-Cookie keeps name and attributes, each cookie its own', () => {
  const list = [
    'Set-Cookie',
    'a=geheim; Path=/',
    'Set-Cookie',
    'b=geheim; HttpOnly',
    'WWW-Authenticate',
    'Bearer realm="x"',
  ]
  assert.equal(redactFieldList(list, secrets), {
    'set-cookie': 'a=***; Path=/, b=***; HttpOnly',
    'www-authenticate': 'Bearer realm="x"',
  })
})

for (const [query, shown] of [
  ['password=geheim', 'password=***'],
  ['a=1&PASSWORD=geheim&b=2', 'a=1&PASSWORD=***&b=2'],
  ['p%61ssword=geheim', 'p%61ssword=***'],
  ['pin:eq=1', 'pin:eq=***'],
  ['access_token=geheim=', 'access_token=***'],
  ['shipping=1&password', 'shipping=1&password'],
  ['%zz=1&token=x', '%zz=1&token=***'],
] as const)
  redaction(`?${query} is ?${shown}`, () => {
    assert.is(redactQuery(query, secrets), shown)
  })

for (const [text, quoted] of [
  ['http://localhost:1/a?b=c', "'http://localhost:1/a?b=c'"],
  ['/a/b.c', '/a/b.c'],
  ["it's", String.raw`'it'\''s'`],
  ['$(rm -rf /)`x`', "'$(rm -rf /)`x`'"],
  ['', "''"],
] as const)
  redaction(`for a shell, ${text || 'nothing'} is ${quoted}`, () => {
    assert.is(quoteForShell(text), quoted)
  })

bounds.run()
redaction.run()
