/** The schema that records show. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inferSchema } from '../../src/core/inference.js'
import type { Fields, Json } from '../../src/core/json.js'
import { memberOf, type Schema } from '../../src/core/schema.js'
import { formatOf } from '../../src/core/text-format.js'
import { enforce, isFlawed, strictSchema } from '../../src/core/validation.js'

const test = suite('inference')

/** What is inferred for one member from the values that records have there. */
const members: [values: Json[], schema: Schema][] = [
  [['a', 'b'], { type: 'string' }],
  [[1, 2], { type: 'integer' }],
  [[1, 2.5], { type: 'number' }],
  [[1e21], { type: 'integer' }],
  [[true, false], { type: 'boolean' }],
  [[null], { type: 'null' }],
  [['a', null], { type: ['string', 'null'] }],
  [[1, 'a', 2.5], { type: ['string', 'number'] }],
  [[[]], { type: 'array' }],
  [[[], ['a']], { type: 'array', items: { type: 'string' } }],
  [[['a', 1], [null]], { type: 'array', items: { type: ['string', 'integer', 'null'] } }],
  [[[[1], []]], { type: 'array', items: { type: 'array', items: { type: 'integer' } } }],
  [[{}], { type: 'object', properties: {}, required: [] }],
  [
    [{ city: 'Berlin', zip: 10115 }, { city: 'Ulm' }],
    { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } }, required: ['city'] },
  ],
  [
    [[{ a: 1 }, { b: 2 }]],
    {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: [] },
    },
  ],
  [[{ a: 1 }, 'x'], { type: ['object', 'string'], properties: { a: { type: 'integer' } }, required: ['a'] }],
]

for (const [values, schema] of members)
  test(`${JSON.stringify(values)} shows ${JSON.stringify(schema)}`, () => {
    const inferred = memberOf(inferSchema(values.map(value => ({ member: value }))), 'member')
    assert.equal(sorted(inferred), sorted(schema))
  })

/** The order of types has no meaning. */
const sorted = (schema: Schema | undefined) => JSON.parse(JSON.stringify(schema, sortTypes)) as unknown

const sortTypes = (key: string, value: unknown): unknown =>
  key === 'type' && Array.isArray(value) ? value.toSorted() : value

/** What texts show beside being texts. */
const texts: [title: string, values: Json[], schema: Schema][] = [
  ['one date', ['1990-01-31'], { type: 'string', format: 'date' }],
  ['dates and null', [null, '2024-02-29', '2000-02-29'], { type: ['null', 'string'], format: 'date' }],
  ['no day of the calendar', ['2023-02-29'], { type: 'string' }],
  ['a date among words', ['1990-01-31', 'unknown'], { type: 'string' }],
  ['a date and nothing', ['1990-01-31', ''], { type: 'string' }],
  ['instants', ['2024-01-31T10:00:00Z', '2024-01-31T10:00:00.5+02:00'], { type: 'string', format: 'date-time' }],
  ['a time without its offset', ['2024-01-31T10:00:00'], { type: 'string' }],
  ['a date and an instant', ['2024-01-31', '2024-01-31T10:00:00Z'], { type: 'string' }],
  ['email', ['a@example.com', 'b.c+d@mail.example.org'], { type: 'string', format: 'email' }],
  ['handles', ['@alice', 'me@home'], { type: 'string' }],
  ['addresses of the web', ['https://example.com', 'ftp://x.example:21/a%20b?c#d'], { type: 'string', format: 'uri' }],
  ['a remark with a colon', ['note: call back', 'mailto:a'], { type: 'string' }],
  ['a path', ['//example.com/a'], { type: 'string' }],
  ['dates and numbers', ['1990-01-31', 5], { type: ['string', 'integer'], format: 'date' }],
  [
    'three words, twelve times',
    times(4, 'admin', 'editor', 'guest'),
    { type: 'string', enum: ['admin', 'editor', 'guest'] },
  ],
  ['two words and null', [...times(6, 'b', 'a'), null], { type: ['string', 'null'], enum: ['b', 'a', null] }],
  ['eleven texts', times(4, 'a', 'b', 'c').slice(1), { type: 'string' }],
  ['one word', times(20, 'a'), { type: 'string' }],
  ['a word that is there once', [...times(10, 'a', 'b'), 'c'], { type: 'string' }],
  ['words that are there three times', times(3, 'a', 'b', 'c', 'd', 'e'), { type: 'string' }],
  ['seven words', times(9, 'a', 'b', 'c', 'd', 'e', 'f', 'g'), { type: 'string' }],
  ['words and the empty text', times(9, 'a', ''), { type: 'string' }],
  ['long words', times(9, 'a'.repeat(25), 'b'), { type: 'string' }],
  ['words and numbers', times(9, 'a', 'b', 1), { type: ['string', 'integer'] }],
  ['dates, again and again', times(9, '2024-01-01', '2024-01-02'), { type: 'string', format: 'date' }],
  ['lists of words', times(6, ['a', 'b']), { type: 'array', items: { type: 'string', enum: ['a', 'b'] } }],
]

function times(count: number, ...values: Json[]): Json[] {
  return Array.from({ length: count }, () => values).flat()
}

for (const [title, values, schema] of texts)
  test(`${title}: ${JSON.stringify(schema)}`, () => {
    assert.equal(memberOf(inferSchema(values.map(value => ({ member: value }))), 'member'), schema)
  })

test('of secrets the type is told and nothing else, whatever is inside', () => {
  const records = times(6, { pin: 'a', keys: [{ at: '2024-01-01' }] }, { pin: 'b', keys: [] }) as Fields[]
  const { properties } = inferSchema(records, ['pin', 'keys'])
  assert.equal(properties?.['pin'], { type: 'string' })
  assert.equal(properties?.['keys']?.items?.properties?.['at'], { type: 'string' })
})

test('properties stand in the order in which they were first seen', () => {
  assert.equal(Object.keys(inferSchema([{ b: 1 }, { c: 1, a: 1 }, { d: 1, b: 1 }]).properties ?? {}), [
    'b',
    'c',
    'a',
    'd',
  ])
})

test('every record fits the schema that it shows, also when it is strict', async () => {
  const record = fc.dictionary(
    fc.string({ unit: 'grapheme' }),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...LIKE_FORMATS)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 20 }), async generated => {
      const records = JSON.parse(JSON.stringify(generated)) as Fields[]
      const enforced = await enforce(strictSchema(inferSchema(records)), { singular: 'thing', secrets: [] })
      assert.ok(!isFlawed(enforced))
      for (const fields of records) assert.equal(enforced.validate(fields), [])
    }),
    { numRuns: 200 },
  )
})

const LIKE_FORMATS = [
  '2024-01-31',
  '2024-13-01',
  '2024-01-31T23:59:59Z',
  'a@b.example',
  'http://x',
  'x://',
  'a@b',
  'http://a b',
]

test('what is taken for a format is one, also for another validator', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  const text = fc.oneof(
    fc.emailAddress(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString()),
    fc.date({ noInvalidDate: true }).map(date => date.toISOString().slice(0, 10)),
    fc.stringMatching(/^[a-z0-9.@:/?#%+-]{6,20}$/),
  )
  let seen = 0
  fc.assert(
    fc.property(text, sample => {
      const format = formatOf(sample)
      if (format === undefined) return
      seen++
      assert.ok(ajv.validate({ format }, sample), `${format}: ${sample}`)
    }),
    { numRuns: 2000 },
  )
  assert.ok(seen > 100)
})

test('a hundred thousand records take no more than seconds', () => {
  const started = performance.now()
  const records = Array.from({ length: 100_000 }, (_, index) => ({
    id: index,
    name: `Name ${index}`,
    role: 'a',
    tags: ['a', 'b'],
  }))
  assert.is(inferSchema(records).required?.length, 4)
  assert.ok(performance.now() - started < 5000)
})

test('no records say nothing but that they are objects', () => {
  assert.equal(inferSchema([]), { type: 'object' })
})

test('a member is required where every record has it', () => {
  assert.equal(inferSchema([{ a: 1, b: null }, { b: 2 }]).required, ['b'])
})

test('members called as what every object inherits are members', () => {
  const record = JSON.parse('{ "__proto__": 1, "constructor": "a", "toString": true }') as Fields
  const schema = inferSchema([record])
  assert.equal(memberOf(schema, '__proto__'), { type: 'integer' })
  assert.equal(memberOf(schema, 'constructor'), { type: 'string' })
  assert.equal(memberOf(schema, 'toString'), { type: 'boolean' })
  assert.is(memberOf(schema, 'valueOf'), undefined)
})

test.run()
