/** Versions that are declared wrongly: nothing is served, and every fault is told at its place. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FixtureError, serve } from '../../src/index.js'
import { readFixtures } from '../../src/fixtures.js'
import { ask, send, withServer } from '../harness.js'

const settings = suite('settings of versions')

const DATA = {
  users: [{ username: 'alice', name: 'Alice', email: 'a@b.example', roles: ['admin'], password: 'x' }],
  books: [{ isbn: '1', title: 'Wonderland' }],
}

const FLAWS: readonly [title: string, versions: object, place: string, says: RegExp][] = [
  ['none', {}, '', /No version is declared/],
  ['true alone', [true], '', /No version is declared/],
  ['the default', { default: 3, 1: {}, 2: {} }, '/default', /no version 3/],
  ['a name', { 'a b': {} }, '/a b', /cannot name a version/],
  ['dates', { 1: { deprecated: '2027-01-01', sunset: '2026-01-01' }, 2: {} }, '/1/sunset', /before it is deprecated/],
  ['renaming the key', { 1: { rename: { username: 'login' } } }, '/1/rename/username', /names a user/],
  ['omitting the key', { 1: { omit: ['roles', 'isbn'] } }, '/1/omit/1', /names a book/],
  ['adding the key', { 1: { add: { username: '' } } }, '/1/add/username', /names a user/],
  ['the name of the key', { 1: { rename: { name: 'username' } } }, '/1/rename/name', /names a user/],
  [
    'a name that no field can have',
    { 1: { rename: { name: '__proto__' } } },
    '/1/rename/name',
    /No field can be called/,
  ],
  ['two under one name', { 1: { rename: { name: 'x', email: 'x' } } }, '/1/rename/name', /both be called "x"/],
  ['a name that is taken', { 1: { rename: { name: 'email' } } }, '/1/rename/name', /has a field "email" already/],
  ['the name of a secret', { 1: { rename: { name: 'password' } } }, '/1/rename/name', /"password" already/],
  ['a name that is added', { 1: { rename: { name: 'x' }, add: { x: '' } } }, '/1/rename/name', /"x" already/],
  ['renamed and omitted', { 1: { rename: { name: 'x' }, omit: ['name'] } }, '/1/rename/name', /both renamed and left/],
  ['added and omitted', { 1: { add: { roles: [] }, omit: ['roles'] } }, '/1/add/roles', /both added and taken away/],
  ['a field misspelt', { 1: { rename: { nmae: 'x' } } }, '/1/rename/nmae', /No record has a field "nmae"/],
  ['a family misspelt', { 1: { resources: { boko: {} } } }, '/1/resources/boko', /no family "boko"/],
  [
    'a field of one family',
    { 1: { resources: { book: { omit: ['titel'] } } } },
    '/1/resources/book/omit/0',
    /No book has/,
  ],
  ['a path twice', { by: 'path', 1: {}, v1: {} }, '/v1', /both version v1 and version 1/],
  ['a way that there is not', { by: 'query', 1: {} }, '/by', /media-type, header or path/],
  ['a date that is none', { 1: { sunset: 'soon' } }, '/1/sunset', /a date/],
]

for (const [title, versions, place, says] of FLAWS)
  settings(`${title}: told at versions${place}, and nothing is served`, async () => {
    const given = Array.isArray(versions) ? versions[0] : versions
    try {
      const api = await serve(DATA, { versions: given })
      await api.close()
    } catch (error) {
      assert.instance(error, FixtureError)
      const [issue] = (error as FixtureError).issues
      assert.is(issue?.file, `settings/versions${place}`)
      assert.match(`${issue?.message} ${issue?.hint}`, says)
      return
    }
    assert.unreachable('it was served')
  })

settings('in a file the line is told, by check, too', async () => {
  const text =
    'restage:\n  versions:\n    1: { rename: { nmae: fullName } }\nusers:\n  - { username: alice, name: Alice }\n'
  const { fixture, issues } = await readFixtures([{ name: 'x.yaml', text }])
  assert.is(fixture, undefined)
  assert.equal(
    issues.map(({ line, message, hint }) => [line, message, hint]),
    [[3, 'No user has a field "nmae".', 'Did you mean "name"?']],
  )
})

settings('names as YAML has them: 1 and "2", and the last is the default', async () => {
  const text =
    'restage:\n  versions:\n    1: { rename: { name: fullName } }\n    "2":\nusers:\n  - { username: alice, name: Alice }\n'
  const { fixture } = await readFixtures([{ name: 'x.yaml', text }])
  assert.ok(fixture)
  await withServer(DATA, { versions: (fixture.settings as { versions: never }).versions }, async ({ url }) => {
    assert.is((await ask(`${url}/user/alice`)).headers.get('content-type'), 'application/json;version=2')
    const old = await ask(`${url}/user/alice`, { headers: { accept: 'application/json;version=1' } })
    assert.is(old.json()['fullName'], 'Alice')
    assert.not(old.headers.has('deprecation'))
  })
})

settings('one family otherwise than the others', () =>
  withServer(
    DATA,
    {
      versions: {
        by: 'path',
        1: { omit: ['email'], resources: { book: { rename: { title: 'name' }, add: { pages: 0 } } } },
        2: {},
      },
    },
    async ({ url }) => {
      assert.equal((await ask(`${url}/v1/book/1`)).json(), { isbn: '1', name: 'Wonderland', pages: 0 })
      assert.equal((await ask(`${url}/v1/user/alice`)).json(), { username: 'alice', name: 'Alice', roles: ['admin'] })
    },
  ),
)

settings('a field that nobody has yet is renamed and left out as soon as somebody has it', () =>
  withServer(
    DATA,
    { versions: { by: 'path', 1: { rename: { colour: 'color' }, omit: ['internal'] }, 2: {} } },
    async ({ url }) => {
      assert.is((await send('PUT', `${url}/book/1`, { title: 'W', colour: 'red', internal: 1 })).status, 200)
      assert.equal((await ask(`${url}/v1/book/1`)).json(), { isbn: '1', title: 'W', color: 'red' })
      assert.is((await send('PATCH', `${url}/v1/book/1`, { color: 'blue' })).status, 200)
      assert.equal((await ask(`${url}/book/1`)).json(), { isbn: '1', title: 'W', colour: 'blue', internal: 1 })
    },
  ),
)

settings('versions: false is as if nothing were said', () =>
  withServer(DATA, { versions: false }, async ({ url }) => {
    const answer = await ask(`${url}/user/alice`)
    assert.is(answer.headers.get('content-type'), 'application/json')
    assert.is((await ask(`${url}/user/alice`, { headers: { accept: 'application/json;version=1' } })).status, 406)
    assert.is((await ask(`${url}/v1/user/alice`)).status, 404)
  }),
)

settings.run()
