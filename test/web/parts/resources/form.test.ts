/** From a record to a form and back: what nobody has touched comes back as it was, and the rest as it was meant. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inferSchema } from '../../../../src/core/inference.js'
import type { Family, Fields, Json, Schema } from '../../../../web/api.js'
import { pointerOf } from '../../../../web/parts/resources/json.js'
import { planOf, type Field, type Group } from '../../../../web/parts/resources/plan.js'
import { readAll, writingOf } from '../../../../web/parts/resources/writing.js'

const familyOf = (schema: Schema, more: Partial<Family> = {}): Family => ({
  singular: 'user',
  plural: 'users',
  key: 'username',
  collection: '/users',
  item: '/user/{username}',
  schema,
  secrets: [],
  enforced: true,
  ...more,
})

const fieldsIn = (group: Group): readonly Field[] =>
  group.parts.flatMap(part => (part.kind === 'group' ? fieldsIn(part) : [part]))

const fieldAt = (group: Group, pointer: string): Field => {
  const field = fieldsIn(group).find(({ path, kind }) => kind !== 'more' && pointerOf(path) === pointer)
  assert.ok(field, `there is no field ${pointer}`)
  return field
}

const tests = suite('the form of a record')

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
const names = fc.oneof(fc.constantFrom('username', 'a', 'b', '', 'a/b', '~', '__proto__', 'constructor'), fc.string())
const records = fc.dictionary(names, json, { noNullPrototype: true }) as fc.Arbitrary<Fields>

/** The order of the members counts: `JSON.stringify` shows it. */
const comesBack = (family: Family, record: Fields): void => {
  const { value, faults } = readAll(planOf(family, record), new Map())
  assert.equal(faults, [])
  assert.is(JSON.stringify(value), JSON.stringify(record))
}

tests('untouched, a record comes back exactly as it was, under the schema that the fixture shows', () =>
  fc.assert(
    fc.property(fc.array(records, { minLength: 1, maxLength: 4 }), all => {
      const family = familyOf(inferSchema(all) as Schema)
      for (const record of all) comesBack(family, record)
    }),
  ),
)

tests('untouched, a record comes back exactly as it was, even under the schema of another one', () =>
  fc.assert(
    fc.property(records, records, (record, other) => comesBack(familyOf(inferSchema([other]) as Schema), record)),
  ),
)

tests('written once more, letter by letter, every field comes back as it was', () =>
  fc.assert(
    fc.property(records, record => {
      const plan = planOf(familyOf(inferSchema([record]) as Schema), record)
      const typed = new Map(
        fieldsIn(plan)
          .filter(({ kind }) => kind !== 'more')
          .map(field => [pointerOf(field.path), writingOf(field)]),
      )
      assert.is(JSON.stringify(readAll(plan, typed).value), JSON.stringify(record))
    }),
  ),
)

const string: Schema = { type: 'string' }
const nullable: Schema = { type: ['null', 'string'] }

const KINDS: readonly (readonly [Schema, Json | undefined, string])[] = [
  [string, 'a', 'text'],
  [string, 'a\nb', 'long'],
  [string, 7, 'json'],
  [nullable, null, 'text'],
  [{ type: 'null' }, null, 'text'],
  [{ type: 'string', format: 'date' }, '2026-01-31', 'date'],
  [{ type: 'string', format: 'date' }, '2026-02-31', 'text'],
  [{ type: 'string', format: 'date' }, 'tomorrow', 'text'],
  [{ type: 'integer' }, 7, 'integer'],
  [{ type: 'integer' }, 0.5, 'json'],
  [{ type: 'integer' }, '007', 'json'],
  [{ type: 'number' }, 1, 'number'],
  [{ type: ['integer', 'string'] }, '007', 'json'],
  [{ type: 'boolean' }, true, 'check'],
  [{ type: ['boolean', 'null'] }, true, 'choice'],
  [{ type: 'boolean' }, undefined, 'choice'],
  [{ type: 'string', enum: ['a', 'b'] }, 'c', 'choice'],
  [{ type: 'array', items: string }, ['a'], 'lines'],
  [{ type: 'array', items: string }, ['a\nb'], 'json'],
  [{ type: 'array', items: string }, [''], 'json'],
  [{ type: 'array', items: { type: 'integer' } }, [1], 'lines'],
  [{ type: 'array', items: { type: 'object' } }, [{}], 'json'],
  [{ type: 'array' }, [], 'lines'],
  [{ type: 'object' }, {}, 'json'],
  [{}, 'a', 'text'],
  [{}, undefined, 'json'],
]

for (const [schema, value, kind] of KINDS)
  tests(`${JSON.stringify(value)} under ${JSON.stringify(schema)} is written as ${kind}`, () => {
    const family = familyOf({ type: 'object', properties: { x: schema }, required: ['x'] })
    assert.is(fieldAt(planOf(family, value === undefined ? {} : { x: value }), '/x').kind, kind)
  })

type Row = readonly [
  title: string,
  schema: Schema,
  required: boolean,
  was: Json | undefined,
  text: string,
  now: Json | undefined,
]

const WRITTEN: readonly Row[] = [
  ['a text that looks like a number stays a text', string, true, '007', '008', '008'],
  ['a text that must be there is emptied: the empty text', string, true, 'a', '', ''],
  ['a text that can be left out is emptied: it goes', string, false, 'a', '', undefined],
  ['a text that can be null is emptied: null', nullable, true, 'a', '', null],
  ['nothing is written where null was: null', nullable, false, null, '', null],
  ['a number', { type: 'number' }, true, 1, '1.50', 1.5],
  ['a number that is emptied goes', { type: 'number' }, true, 1, '', undefined],
  ['a number with spaces', { type: 'integer' }, true, 1, ' 12 ', 12],
  ['a choice', { type: 'string', enum: ['a', 'b'] }, true, 'a', '"b"', 'b'],
  ['no choice', { type: 'string', enum: ['a', 'b'] }, false, 'a', '', undefined],
  ['true becomes null', { type: ['boolean', 'null'] }, true, true, 'null', null],
  ['a box that is emptied: false', { type: 'boolean' }, true, true, 'false', false],
  ['lines, with commas in them', { type: 'array', items: string }, true, ['a'], 'a, b\n\n01\n', ['a, b', '01']],
  ['no lines: an empty list', { type: 'array', items: string }, true, ['a'], '', []],
  ['lines of numbers', { type: 'array', items: { type: 'number' } }, true, [1], '1\n2.5', [1, 2.5]],
  ['JSON', { type: ['integer', 'string'] }, true, '007', '{ "a": [1] }', { a: [1] }],
]

for (const [title, schema, required, was, text, now] of WRITTEN)
  tests(title, () => {
    const family = familyOf({ type: 'object', properties: { x: schema }, required: required ? ['x'] : [] })
    const plan = planOf(family, { username: 'alice', ...(was !== undefined && { x: was }) })
    const { value, faults } = readAll(plan, new Map([['/x', text]]))
    assert.equal(faults, [])
    assert.equal(value, { username: 'alice', ...(now !== undefined && { x: now }) })
  })

const REFUSED: readonly (readonly [Schema, Json, string, RegExp])[] = [
  [{ type: 'integer' }, 1, '1.5', /whole number/],
  [{ type: 'integer' }, 1, 'one', /whole number/],
  [{ type: 'number' }, 1, '0x10', /number/],
  [{ type: 'number' }, 1, '1e999', /number/],
  [{ type: 'integer' }, 1, '12345678901234567890', /too large/],
  [{ type: 'object' }, {}, '{ "a": }', /not JSON/],
  [{ type: 'array', items: { type: 'integer' } }, [1], '1\ntwo', /^Line 2: /],
]

for (const [schema, was, text, detail] of REFUSED)
  tests(`${JSON.stringify(text)} under ${JSON.stringify(schema)} is refused`, () => {
    const family = familyOf({ type: 'object', properties: { x: schema }, required: ['x'] })
    const { faults } = readAll(planOf(family, { x: was }), new Map([['/x', text]]))
    assert.equal(
      faults.map(({ path }) => path),
      [['x']],
    )
    assert.match(faults[0]?.detail ?? '', detail)
  })

tests('an object that is not there stays away until one of its fields is written', () => {
  const address: Schema = { type: 'object', properties: { city: string, zip: string }, required: ['city'] }
  const family = familyOf({ type: 'object', properties: { address } })
  for (const was of [undefined, null] as const) {
    const plan = planOf(family, was === undefined ? {} : { address: was })
    assert.equal(readAll(plan, new Map()).value, was === undefined ? {} : { address: null })
    assert.equal(readAll(plan, new Map([['/address/zip', '01']])).value, { address: { zip: '01' } })
  }
})

tests('a new record: what is left empty is not there, and a box that must be there is false', () => {
  const family = familyOf(
    {
      type: 'object',
      properties: { username: string, name: string, active: { type: 'boolean' } },
      required: ['name', 'active'],
    },
    { secrets: ['password'] },
  )
  const plan = planOf(family)
  assert.equal(
    fieldsIn(plan).map(({ kind }) => kind),
    ['text', 'text', 'check', 'secret', 'more'],
  )
  assert.equal(readAll(plan, new Map([['/username', 'carol']])).value, { username: 'carol', active: false })
})

tests('more fields are taken from one object, and from nothing else', () => {
  const plan = planOf(familyOf({ type: 'object' }), { username: 'alice' })
  assert.equal(readAll(plan, new Map([['', '{ "age": 7 }']])).value, { username: 'alice', age: 7 })
  assert.match(readAll(plan, new Map([['', '[1]']])).faults[0]?.detail ?? '', /one object/)
})

const STEPS: readonly (readonly [Json | undefined, readonly Json[]])[] = [
  [undefined, ['draft']],
  ['draft', ['draft', 'published']],
  ['published', ['published', 'withdrawn', 'draft']],
  ['withdrawn', ['withdrawn']],
  ['lost', ['lost', 'draft']],
]

for (const [state, choices] of STEPS)
  tests(`in the state ${JSON.stringify(state)}, one can choose ${JSON.stringify(choices)}`, () => {
    const states = {
      field: 'state',
      initial: 'draft',
      transitions: { draft: ['published'], published: ['withdrawn', 'draft'] },
    }
    const family = familyOf({ type: 'object', properties: { state: string } }, { states })
    assert.equal(fieldAt(planOf(family, state === undefined ? {} : { state }), '/state').choices, choices)
  })

tests.run()
