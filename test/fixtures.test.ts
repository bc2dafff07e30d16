/** Fixture files: what is right becomes families and records. What is broken has tests of its own, beside this one. */

import * as assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import { readYaml } from '../src/codecs/yaml/read.js'
import type { Json } from '../src/core/json.js'
import { readFixtures, type Fixture } from '../src/fixtures.js'
import { gatherSettings } from '../src/fixtures/settings.js'
import { read } from './fixtures/report.js'

const good = async (text: string, name?: string): Promise<Fixture> => {
  const { fixture, issues } = await read(text, name)
  assert.deepEqual(issues, [])
  assert.ok(fixture)
  return fixture
}

const whole = suite('fixtures')

whole('the demo users', async () => {
  const text = readFileSync(new URL('../fixtures/users.yaml', import.meta.url), 'utf8')
  const { collections, settings } = await good(text)
  assert.deepEqual(settings, {})
  const [users] = collections
  assert.equal(collections.length, 1)
  assert.ok(users)
  const { singular, plural, key, secrets, schema } = users.family
  assert.deepEqual(
    [singular, plural, key, secrets, users.keyFrom],
    ['user', 'users', 'username', ['password'], 'built-in'],
  )
  const keys = users.records.map(record => record.key)
  assert.ok(keys.length >= 12)
  for (const name of ['alice', 'add', 'alice.json', '日本', 'a/b']) assert.ok(keys.includes(name), name)
  assert.ok(keys.some(name => name.includes(' ')))
  const fields = Object.keys(schema.properties ?? {})
  assert.deepEqual(
    fields.filter(name => !schema.required?.includes(name)),
    ['password'],
  )
  assert.deepEqual(users.records[0]?.fields['roles'], ['admin'])
})

/** YAML, and the keys and fields it becomes: `plural/singular/key (from)`, then the records. */
const UNDERSTOOD: readonly (readonly [title: string, yaml: string, family: string, records: Record<string, Json>])[] = [
  [
    'a list',
    'users: [{ name: A, username: a }]',
    'users/user/username (built-in)',
    { a: { name: 'A', username: 'a' } },
  ],
  [
    'a map, key in front',
    'users: { a: { name: A } }',
    'users/user/username (built-in)',
    { a: { username: 'a', name: 'A' } },
  ],
  [
    'a map, key in its place',
    'users: { a: { x: 1, username: a } }',
    'users/user/username (built-in)',
    { a: { x: 1, username: 'a' } },
  ],
  [
    'a map of nothing but keys',
    'users: { a: , b: null }',
    'users/user/username (built-in)',
    { a: { username: 'a' }, b: { username: 'b' } },
  ],
  ['no records yet', 'users:', 'users/user/username (built-in)', {}],
  ['id first', 'books: [{ name: A, id: 7 }]', 'books/book/id (found)', { 7: { name: 'A', id: 7 } }],
  [
    'name, since ids are not unique',
    'books: [{ name: A, id: 7 }, { name: B, id: 7 }]',
    'books/book/name (found)',
    { A: { name: 'A', id: 7 }, B: { name: 'B', id: 7 } },
  ],
  [
    'slug, since not all have an id',
    'posts: [{ slug: a, id: 7 }, { slug: b }]',
    'posts/post/slug (found)',
    { a: { slug: 'a', id: 7 }, b: { slug: 'b' } },
  ],
  [
    'a map has an id',
    'countries: { fr: { name: France } }',
    'countries/country/id (found)',
    { fr: { id: 'fr', name: 'France' } },
  ],
  ['nothing in it', 'books: []', 'books/book/id (found)', {}],
  ['a word without plural', 'news: [{ id: 1 }]', 'news/news/id (found)', { 1: { id: 1 } }],
  ['another script', 'книги: [{ id: 1 }]', 'книги/книги/id (found)', { 1: { id: 1 } }],
  [
    'declared',
    'restage: { resources: { film: { plural: cinema, key: title } } }\ncinema: [{ title: M }]',
    'cinema/film/title (declared)',
    { M: { title: 'M' } },
  ],
  ['declared without records', 'restage: { resources: { film: { key: title } } }', 'films/film/title (declared)', {}],
  [
    'the built-in one refined',
    'restage: { resources: { user: { plural: people, key: email } } }\npeople: [{ email: a@b }]',
    'people/user/email (declared)',
    { 'a@b': { email: 'a@b' } },
  ],
  [
    'normalised',
    'users: [{ username: "zoe\u0308" }]',
    'users/user/username (built-in)',
    { 'zo\u00eb': { username: 'zo\u00eb' } },
  ],
  [
    'an alias that many share',
    `users: {a: {at: &o {city: X}}, ${Array.from({ length: 60 }, (_, i) => `u${i}: {at: *o}`).join(', ')}}`,
    'users/user/username (built-in)',
    Object.fromEntries([
      ['a', { username: 'a', at: { city: 'X' } }],
      ...Array.from({ length: 60 }, (_, i) => [`u${i}`, { username: `u${i}`, at: { city: 'X' } }]),
    ]),
  ],
]

for (const [title, yaml, family, records] of UNDERSTOOD)
  whole(title, async () => {
    const { collections } = await good(yaml)
    assert.deepEqual(
      collections.map(({ family: { plural, singular, key }, keyFrom }) => `${plural}/${singular}/${key} (${keyFrom})`),
      [family],
    )
    const found = collections[0]?.records.map(({ key, fields }) => [key, fields])
    assert.deepEqual(JSON.stringify(found), JSON.stringify(Object.entries(records)))
  })

whole('names that objects have by birth are users like others', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
  const texts = [
    ['users.yaml', `users:\n${names.map(each => `  ${each}:\n    name: X\n`).join('')}`],
    ['users.yaml', `users:\n${names.map(each => `  - username: ${each}\n`).join('')}`],
    ['users.json', `{"users":{${names.map(each => `"${each}":{"name":"X"}`).join(',')}}}`],
  ] as const
  const fixtures = await Promise.all(texts.map(([name, text]) => good(text, name)))
  for (const { collections } of fixtures) {
    assert.deepEqual(
      collections[0]?.records.map(({ key, fields }) => [key, fields['username']]),
      names.map(each => [each, each]),
    )
  }
  assert.equal(Object.getOwnPropertyNames(Object.prototype).includes('name'), false)
})

whole('a JSON file is read by the same rules, with or without a byte order mark', async () => {
  const text = '{ "$schema": "./fixture.schema.json", "restage": null, "users": [{ "username": "alice" }] }'
  for (const { collections } of [await good(text, 'Users.JSON'), await good(`\ufeff${text}`, 'Users.JSON')]) {
    assert.deepEqual(collections[0]?.records, [{ key: 'alice', fields: { username: 'alice' } }])
  }
  await good('\ufeffusers: [{ username: alice }]')
})

whole('several files are one fixture', async () => {
  const { fixture, issues } = await readFixtures([
    { name: 'a.yaml', text: 'users: [{ username: alice }]\nrestage: { limits: { url: 10 }, legacy: true }' },
    { name: 'b.json', text: '{ "users": { "bob": {} }, "restage": { "limits": { "fields": 20 } } }' },
  ])
  assert.deepEqual(issues, [])
  assert.deepEqual(
    fixture?.collections.map(({ records }) => records.map(({ key }) => key)),
    [['alice', 'bob']],
  )
  assert.deepEqual(fixture?.settings, { limits: { url: 10, fields: 20 }, legacy: true })
})

whole('across files: a key or a setting given twice names both places', async () => {
  const { fixture, issues } = await readFixtures([
    { name: 'a.yaml', text: 'users:\n  - username: alice\nrestage:\n  legacy: true\n' },
    { name: 'b.yaml', text: 'users:\n  alice: {}\nrestage:\n  legacy: false\n' },
  ])
  assert.equal(fixture, undefined)
  assert.deepEqual(
    issues.map(({ file, line, also }) => [file, line, also?.map(({ file: other, line: at }) => [other, at])]),
    [
      ['b.yaml', 2, [['a.yaml', 2]]],
      ['b.yaml', 4, [['a.yaml', 4]]],
    ],
  )
})

whole('a file that cannot be read brings no false errors about the others', async () => {
  const { issues } = await readFixtures([
    { name: 'settings.yaml', text: 'restage:\n  resources: { film: { key: title }\n' },
    { name: 'films.yaml', text: 'films: [{ title: M }]' },
  ])
  assert.deepEqual(
    issues.map(({ file }) => file),
    ['settings.yaml'],
  )
})

whole('no file at all is no error', async () => {
  assert.deepEqual(await readFixtures([]), { fixture: { collections: [], settings: {} }, issues: [] })
})

whole('a faulty setting is shown where it stands', async () => {
  const text = 'restage:\n  limits:\n    bdoy: 1mb\n    url: many\nusers: []\n'
  const fault = { message: 'No.', suggestion: 'body' }
  const document = { name: 'a.yaml', value: { restage: { limits: { bdoy: '1mb', url: 'many' } } } }
  const spots: unknown[] = []
  await gatherSettings(
    [document],
    (spot, message, hint) => spots.push([spot.path, spot.at, message, hint]),
    async () => [
      { pointer: '/limits/bdoy', at: 'name', ...fault },
      { pointer: '/limits/url', at: 'value', message: 'Wrong.' },
    ],
  )
  assert.deepEqual(spots, [
    [['restage', 'limits', 'bdoy'], 'name', 'No.', 'Did you mean "body"?'],
    [['restage', 'limits', 'url'], 'value', 'Wrong.', undefined],
  ])
  const { locate } = await readYaml(text)
  const at = async (name: string, part: 'name' | 'value') => {
    const { offset, length } = await locate(['restage', 'limits', name], part)
    return text.slice(offset, offset + length)
  }
  assert.deepEqual([await at('bdoy', 'name'), await at('url', 'value')], ['bdoy', 'many'])
})

whole('great files are read in good time', async () => {
  const count = 20_000
  const map = `users:\n${Array.from({ length: count }, (_, i) => `  user${i}: { age: ${i} }\n`).join('')}`
  const started = performance.now()
  const { collections } = await good(map)
  assert.equal(collections[0]?.records.length, count)
  const { issues } = await read(map.replaceAll('{ age:', '{ username: x, age:'))
  assert.equal(issues.length, count)
  assert.ok(performance.now() - started < 30_000)
})

whole.run()
