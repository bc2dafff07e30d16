/** The schema that records show. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inferSchema } from '../../src/core/inference.js'
import type { Fields, Json } from '../../src/core/json.js'
import { memberOf, type Schema } from '../../src/core/schema.js'

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
