/** Proves that what is generated is fresh, and that the editor's schema and the program agree about fixtures. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import { fixtureSchema } from '../scripts/fixture-schema.js'
import { fill, generated } from '../scripts/generated.js'
import { settingsTable } from '../scripts/reference.js'
import type { Schema } from '../src/core/schema.js'
import { grammar } from '../src/grammar.js'
import { readFixtures } from '../src/fixtures.js'

const root = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const fresh = suite('what is generated')

for (const [name, text] of await generated())
  fresh(`${name} is what npm run generate writes`, () => {
    assert.ok(existsSync(root(name)))
    assert.is(readFileSync(root(name), 'utf8'), text)
  })

/** Every place at which something can be set; a map that can be nothing else only groups. */
const settable = (schema: Schema, name: string): string[] => {
  const forms = [schema, ...(schema.anyOf ?? [])]
  const named = forms.flatMap(form => Object.entries(form.properties ?? {}))
  const free = forms.flatMap(({ additionalProperties: other }) =>
    typeof other === 'object' && other.properties !== undefined ? [other] : [],
  )
  const any = name === '.versions' ? '<version>' : '<singular>'
  const inner = [
    ...named.flatMap(([member, of]) => settable(of, `${name}.${member}`)),
    ...free.flatMap(of => settable(of, `${name}.${any}`)),
  ]
  return inner.length > 0 && schema.anyOf === undefined ? inner : [name, ...inner]
}

fresh('every setting has its line in the table, and its default', () => {
  const table = settingsTable()
  const names = settable(grammar, '').map(name => name.slice(1))
  assert.ok(
    ['port', 'limits.body', 'legacy', 'legacy.sunset', 'resources.<singular>.key'].every(name => names.includes(name)),
  )
  for (const name of names) assert.match(table, `| \`${name}\` |`)
  assert.is(table.split('\n').length, names.length + 2)
  assert.match(table, '| `port` | `4000` | `-p, --port <number>` | `RESTAGE_PORT`, `PORT` |')
})

fresh('a part is put between its marks, and nowhere else', () => {
  const text = 'a\n<!-- begin x -->old<!-- end x -->\nb\n'
  assert.is(fill(text, 'x', 'new'), 'a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n')
  assert.throws(() => fill('a', 'x', 'new'), /one <!-- begin x -->/)
  assert.throws(() => fill(text + text, 'x', 'new'), /one <!-- begin x -->/)
  assert.throws(() => fill('<!-- begin x -->', 'x', 'new'), /<!-- end x -->/)
})

const schema = suite('fixture.schema.json')

/** Strict: a keyword that draft-07 and editors do not know is an error, so none of our own annotations gets out. */
const ajv = new Ajv({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false, allErrors: true })
ajv.addVocabulary(['patternErrorMessage', 'defaultSnippets'])
formats.default(ajv, ['date'])
const validate = ajv.compile(fixtureSchema())

/** Whether the schema takes it, and whether the program does. */
const judge = async (text: string): Promise<{ schema: boolean; program: boolean }> => {
  const { fixture } = await readFixtures([{ name: 'fixture.yaml', text }])
  return { schema: validate(parse(text)), program: fixture !== undefined }
}

schema('is draft-07 by its meta-schema', () => {
  const text = fixtureSchema()
  assert.is(text['$schema'], 'http://json-schema.org/draft-07/schema#')
  assert.ok(ajv.validateSchema(text), ajv.errorsText())
})

schema('a pattern comes with words for a person', () => {
  const { anyOf } = grammar.properties.limits.properties.body
  const text = JSON.stringify(fixtureSchema())
  assert.match(
    text,
    `"pattern":${JSON.stringify(anyOf[0].pattern)},"patternErrorMessage":"Write a size, as in 512kb or 1mb."`,
  )
  assert.not.match(text, /"(flag|env|hint|group)":/)
})

const GOOD: readonly string[] = [
  'users: []',
  'users:',
  'users: { alice: { name: Alice }, bob: }',
  'users: [{ username: a/b }, { username: 日本 }, { username: alice.json }]',
  'books: [{ isbn: "1", title: T }]',
  'books: { 1: { title: T } }',
  '{ $schema: ./fixture.schema.json, users: [{ username: a, password: b, deep: { x: [1, null] } }] }',
  'users: [{ username: a }]\nrestage:',
  'users: [{ username: a }]\nrestage: { legacy: }',
  'users: [{ username: a }]\nrestage: { legacy: true, base: /api/v2, port: 0, log: json, static: dist }',
  'users: [{ username: a }]\nrestage: { legacy: { envelope: true, sunset: "2027-01-31" } }',
  'users: [{ username: a }]\nrestage: { limits: { body: 512kb, url: 4096, headersTimeout: 500ms } }',
  'people: [{ login: a }]\nrestage: { resources: { user: { plural: people, key: login, secrets: [pin] } } }',
  'users: [{ login: a }]\nrestage: { resources: { user: { key: login } } }',
]

for (const text of GOOD)
  schema(`good: ${JSON.stringify(text)}`, async () => {
    assert.equal(await judge(text), { schema: true, program: true }, ajv.errorsText(validate.errors))
  })

schema('good: fixtures/users.yaml', async () => {
  const text = readFileSync(root('fixtures/users.yaml'), 'utf8')
  assert.equal(await judge(text), { schema: true, program: true }, ajv.errorsText(validate.errors))
})

const BAD: readonly string[] = [
  'users: alice',
  'users: [alice]',
  'users: [{ name: Alice }]',
  'users: [{ username: 42 }]',
  'users: [{ username: "" }]',
  'users: [{ username: .. }]',
  'users: [{ username: "a\\nb" }]',
  `users: [{ username: ${'x'.repeat(129)} }]`,
  'users: { "..": {} }',
  'users: { alice: Alice }',
  'user: [{ username: a }]',
  '"-": [{ id: 1 }]',
  'session: [{ id: 1 }]',
  'books: 3',
  '- username: a',
  'users: [{ username: a }]\nrestage: on',
  'users: [{ username: a }]\nrestage: { prot: 1 }',
  'users: [{ username: a }]\nrestage: { port: many }',
  'users: [{ username: a }]\nrestage: { port: 70000 }',
  'users: [{ username: a }]\nrestage: { base: api }',
  'users: [{ username: a }]\nrestage: { log: loud }',
  'users: [{ username: a }]\nrestage: { limits: { body: much } }',
  'users: [{ username: a }]\nrestage: { limits: { bdoy: 1mb } }',
  'users: [{ username: a }]\nrestage: { legacy: { sunset: soon } }',
  'users: [{ username: a }]\nrestage: { resources: { book: { secrets: price } } }',
]

for (const text of BAD)
  schema(`bad: ${JSON.stringify(text.slice(0, 80))}`, async () => {
    assert.equal(await judge(text), { schema: false, program: false })
  })

schema('what the schema finds wrong in the broken fixtures, the program does, too', async () => {
  const folder = root('test/fixtures/broken')
  let found = 0
  for (const name of readdirSync(folder).filter(file => file.endsWith('.yaml'))) {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    let value: unknown
    try {
      value = parse(text)
    } catch {
      continue
    }
    if (validate(value)) continue
    found++
    assert.is((await judge(text)).program, false, name)
  }
  assert.ok(found >= 15, `${found}`)
})

fresh.run()
schema.run()
