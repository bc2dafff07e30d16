/** `restage compare` as a person meets it: in a pipe, in a width, as Markdown and JSON, and when the record is not there. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Comparison } from '../../src/compare/comparison.js'
import { runProgram, withFolder } from './program.js'

const tests = suite('restage compare')

const USERS = { 'users.yaml': 'users:\n  - { username: alice, name: Alice }\n  - { username: bob, name: Bob }\n' }
const BOOKS = { 'books.yaml': 'books:\n  - { isbn: 978-1, title: Emma }\n' }
const ESC = '\u001b['

const inFolder = (tree: Record<string, string>, args: readonly string[], env: Record<string, string> = {}) =>
  withFolder(tree, cwd => runProgram(['compare', ...args], { cwd, env }))

tests('in a pipe: 80 columns, plain ASCII, six proofs, 0', async () => {
  const { code, stdout, stderr } = await inFolder(USERS, [])
  assert.is(code, 0, stdout + stderr)
  assert.is(stderr, '')
  assert.match(stdout, /^Both styles, tried on user alice\nusers\.yaml, found in this folder\n\ncreate\n/)
  assert.is(stdout.match(/^PASS {2}/gm)?.length, 6)
  assert.match(stdout, /\n6 of 6 proofs hold\.\n$/)
  assert.match(stdout, /^[\n\x20-\x7e]*$/)
  for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line)
})

tests('COLUMNS=140: one line for a deed', async () => {
  const { code, stdout } = await inFolder(USERS, ['users.yaml'], { COLUMNS: '140' })
  assert.is(code, 0)
  assert.match(stdout, /^To {7}Old style {25}RESTful {14}Status {5}Safe\?/m)
  assert.match(stdout, /^remove {3}GET \/user\/remove\?username=alice {3}DELETE \/user\/alice {3}204 {8}broken \/ no/m)
  for (const line of stdout.split('\n')) assert.ok(line.length <= 140, line)
})

tests('FORCE_COLOR colours, NO_COLOR and --no-color do not', async () => {
  const forced = await inFolder(USERS, [], { FORCE_COLOR: '1' })
  assert.ok(forced.stdout.includes(`${ESC}32mPASS`))
  for (const [args, env] of [
    [[], { FORCE_COLOR: '1', NO_COLOR: '1' }],
    [['--no-color'], { FORCE_COLOR: '1' }],
  ] as const)
    assert.not((await inFolder(USERS, args, env)).stdout.includes(ESC))
})

tests('--json: every proof with its requests', async () => {
  const { code, stdout } = await inFolder(USERS, ['--json', '--user', 'bob'])
  assert.is(code, 0)
  const { family, record, passed, deeds, proofs } = JSON.parse(stdout) as Comparison
  assert.equal([family, record, passed, deeds.length], ['user', 'bob', true, 6])
  assert.equal(
    proofs.map(proof => [proof.name, proof.passed]),
    ['the prefetcher', 'the retry', 'the cache', 'the lost update', 'one URL, many formats', 'ask the URL'].map(
      name => [name, true],
    ),
  )
  assert.equal(
    proofs.map(({ headline }) => [headline?.old.text, headline?.restful.text]),
    [
      ['2 of 2 users gone', '0 of 2 gone'],
      ['201, then 409: was it mine?', '200, then 200'],
      ['stale copy stays', '304, and dropped on PUT'],
      ['no If-Match: first change lost', 'If-Match: 412, nothing lost'],
      ['4 formats, but written elsewhere', '4 formats, and written there'],
      ['four URLs, one method each', 'one URL, all 7 methods'],
    ],
  )
  for (const { headline } of proofs) assert.equal([headline?.old.harm, headline?.restful.harm], [true, false])
  const [, , , lost] = proofs
  assert.ok(lost?.requests.restful.includes('PUT /user/bob (If-Match) -> 412'), JSON.stringify(lost))
})

tests('--markdown: two tables', async () => {
  const { code, stdout } = await inFolder(USERS, ['--markdown'])
  assert.is(code, 0)
  assert.match(stdout, /^\| To \| Old style \| RESTful \| Status \|/)
  assert.is(stdout.match(/^\| PASS \|/gm)?.length, 6)
  assert.not.match(stdout, /\n\n$/)
})

tests('no fixture: the demonstration', async () => {
  const { code, stdout } = await inFolder({}, [])
  assert.is(code, 0)
  assert.match(stdout, /demo data/)
  assert.match(stdout, /13 of 13 users are gone/)
})

tests('books only: compared on the first book', async () => {
  const { code, stdout } = await inFolder(BOOKS, ['books.yaml'])
  assert.is(code, 0, stdout)
  assert.match(stdout, /GET \/book\/remove\?isbn=978-1 -> 204/)
  assert.match(stdout, /\n6 of 6 proofs hold\.\n$/)
})

tests('settings of the fixture that would be in the way are left out; base and put count', async () => {
  const text = `${USERS['users.yaml']}restage: { base: /api, auth: { protect: all }, latency: 5s, port: 1, legacy: { envelope: true } }\n`
  const { code, stdout, stderr } = await inFolder({ 'users.yaml': text }, ['--put', 'create'])
  assert.is(code, 0, stdout + stderr)
  assert.match(stdout, /PUT \/api\/user\/alice -> 200/)
  assert.match(stdout, /PUT on a new URL: 201, then 200/)
})

tests('a schema that lets nobody new in: FAIL, what was seen, 1', async () => {
  const schema = '{ properties: { username: { enum: [alice, bob] } } }'
  const text = `${USERS['users.yaml']}restage: { resources: { user: { schema: ${schema} } } }\n`
  const { code, stdout } = await inFolder({ 'users.yaml': text }, [])
  assert.is(code, 1)
  assert.match(stdout, /^FAIL {2}the retry: .*\n {6}not so {3}POST add succeeds, and fails when it is repeated\n/m)
  assert.match(stdout, /POST \/user\/add\?username=carol -> 422/)
  assert.match(stdout, /\n5 of 6 proofs hold\.\n$/)
})

for (const [title, tree, args, status, said] of [
  [
    'a record that is not there',
    USERS,
    ['--user', 'alcie'],
    1,
    /^x There is no user "alcie"\. Did you mean "alice" \?\n$/,
  ],
  ['no records', { 'users.yaml': 'users: []\n' }, [], 1, /no record on which the styles could be compared/],
  ['a broken fixture', { 'users.yaml': 'users: alice\n' }, [], 1, /users\.yaml:1/],
  [
    'two forms',
    USERS,
    ['--json', '--markdown'],
    2,
    /Choose --json or --markdown, not both\.\n {2}Try: restage --help\n$/,
  ],
  ['a flag that is none', USERS, ['--usr', 'alice'], 2, /unknown option '--usr'\n\(Did you mean --user\?\)/],
] as const)
  tests(`${title}: ${status}, and nothing on stdout`, async () => {
    const { code, stdout, stderr } = await inFolder(tree as Record<string, string>, args)
    assert.is(code, status, stderr)
    assert.is(stdout, '')
    assert.match(stderr, said)
    assert.not.match(stderr, /\n\s+at /)
  })

tests.run()
