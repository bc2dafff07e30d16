/** What is said of a record that does not fit its schema, and of a schema that is none. */

import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readSchema } from '../../src/core/declared.js'
import type { Fields, Json } from '../../src/core/json.js'
import type { Schema } from '../../src/core/schema.js'
import { enforce, isFlawed, strictSchema, type Enforced } from '../../src/core/validation.js'

const SUBJECT = { singular: 'user', secrets: ['password'] }

const enforced = async (schema: Json): Promise<Enforced> => {
  const made = await enforce(schema, SUBJECT)
  assert.not(isFlawed(made), JSON.stringify(made))
  return made as Enforced
}

const faults = async (schema: Json, fields: Fields): Promise<string[]> =>
  (await enforced(schema)).validate(fields).map(({ pointer, detail }) => `${pointer} ${detail}`)

const sentences = suite('sentences')

/** One member `x` under a schema, and what is said of it. */
const MEMBER: readonly (readonly [schema: Json, value: Json, said: string])[] = [
  [{ type: 'integer' }, 'a', '"x" must be a whole number; it is a text.'],
  [{ type: 'integer' }, 1.5, '"x" must be a whole number; it is a number with a fraction.'],
  [{ type: 'string' }, null, '"x" must be a text; it is null.'],
  [{ type: ['string', 'null', 'boolean'] }, [], '"x" must be a text, null or true or false; it is a list.'],
  [{ type: 'array' }, {}, '"x" must be a list; it is an object.'],
  [{ type: 'object' }, true, '"x" must be an object; it is a truth value.'],
  [{ enum: ['a', 1, null] }, 'b', '"x" must be one of "a", 1, null.'],
  [
    { enum: Array.from({ length: 12 }, (_, index) => index) },
    'b',
    '"x" must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more.',
  ],
  [{ const: { a: 1 } }, 'b', '"x" must be {"a":1}.'],
  [{ pattern: '^[A-Z]+$' }, 'b', '"x" must match the pattern ^[A-Z]+$.'],
  [{ minLength: 1 }, '', '"x" must not be empty.'],
  [{ minLength: 2 }, '😀', '"x" must have at least 2 characters.'],
  [{ maxLength: 1 }, 'ab', '"x" must have at most 1 character.'],
  [{ minimum: 18 }, 17, '"x" must be 18 or more.'],
  [{ maximum: 18 }, 19, '"x" must be 18 or less.'],
  [{ exclusiveMinimum: 0 }, 0, '"x" must be more than 0.'],
  [{ exclusiveMaximum: 0 }, 0, '"x" must be less than 0.'],
  [{ multipleOf: 0.1 }, 0.25, '"x" must be a multiple of 0.1.'],
  [{ format: 'date' }, '2023-02-29', '"x" must be a date, as in 2026-01-31.'],
  [{ format: 'email' }, 'a', '"x" must be an email address, as in alice@example.com.'],
  [{ format: 'json-pointer' }, 'a', '"x" must be of the format json-pointer.'],
  [{ uniqueItems: true }, [1, { a: 1, b: 2 }, { b: 2, a: 1 }], '"x" must not have an item twice.'],
  [{ minItems: 1 }, [], '"x" must not be empty.'],
  [{ minItems: 2 }, [1], '"x" must have at least 2 items.'],
  [{ maxItems: 1 }, [1, 2], '"x" must have at most 1 item.'],
  [{ contains: { type: 'string' } }, [1, 2], '"x" has no item of the kind that it must have.'],
  [
    { contains: { const: 1 }, minContains: 2 },
    [1, 2],
    '"x" must have at least 2 items of a kind that it has fewer of.',
  ],
  [{ contains: { const: 1 }, maxContains: 1 }, [1, 1], '"x" must have at most 1 item of a kind that it has more of.'],
  [{ minProperties: 2 }, { a: 1 }, '"x" must have at least 2 members.'],
  [{ maxProperties: 0 }, { a: 1 }, '"x" must have at most 0 members.'],
  [{ required: ['a', 'b', 'c'] }, { b: 1 }, '"x" must have "a" and "c".'],
  [{ dependentRequired: { a: ['b'], z: ['q'] } }, { a: 1 }, '"x" must have "b".'],
  [{ not: { type: 'string' } }, 'a', '"x" is just what it must not be.'],
  [false, 'a', '"x" cannot be there.'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, '"x" must be a text or null; it is a number.'],
  [{ anyOf: [{ minLength: 3 }, { pattern: '^z' }] }, 'a', '"x" has none of the forms that it can have.'],
  [{ anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] }, 'a', '"x" must be a date, as in 2026-01-31.'],
  [
    { oneOf: [{ type: 'integer' }, { minimum: 1 }] },
    5,
    '"x" fits more than one of the forms of which it must have exactly one.',
  ],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword
  [{ if: { type: 'string' }, then: { minLength: 2 } }, 'a', '"x" must have at least 2 characters.'],
  [{ allOf: [{ $ref: '#/$defs/low' }] }, 11, '"x" must be 10 or less.'],
]

for (const [schema, value, said] of MEMBER)
  sentences(`${JSON.stringify(schema)} and ${JSON.stringify(value)}: ${said}`, async () => {
    const whole = { properties: { x: schema }, $defs: { low: { maximum: 10 } } }
    assert.equal(await faults(whole, { x: value }), [`#/x ${said}`])
  })

/** Whole records, and all that is said of them. */
const RECORDS: readonly (readonly [title: string, schema: Json, fields: Fields, said: string[]])[] = [
  [
    'every fault at once, each at its place',
    { required: ['email'], properties: { age: { type: 'integer' }, roles: { items: { type: 'string' } } } },
    { age: 'x', roles: ['a', 1, 'b', 2] },
    [
      '#  The user must have "email".'.replace('  ', ' '),
      '#/age "age" must be a whole number; it is a text.',
      '#/roles/1 "roles[1]" must be a text; it is a number.',
      '#/roles/3 "roles[3]" must be a text; it is a number.',
    ],
  ],
  [
    'a member that nobody knows, with the one that was meant',
    {
      properties: { email: {}, address: { properties: { street: {} }, additionalProperties: false } },
      additionalProperties: false,
    },
    { emial: 1, address: { stret: 1 } },
    [
      '#/address/stret "address" has no member "stret". Did you mean "street"?',
      '#/emial A user has no member "emial". Did you mean "email"?',
    ],
  ],
  [
    'members that several schemas know together',
    {
      allOf: [{ $ref: '#/$defs/named' }],
      properties: { age: {} },
      unevaluatedProperties: false,
      $defs: { named: { properties: { name: { type: 'string' } } } },
    },
    { name: 'a', age: 1, nmae: 2 },
    ['#/nmae A user has no member "nmae". Did you mean "name"?'],
  ],
  [
    'a wrong value is not an unknown member as well',
    { allOf: [{ properties: { name: { type: 'string' } } }], unevaluatedProperties: false },
    { name: 1 },
    ['#/name "name" must be a text; it is a number.'],
  ],
  [
    'a member that nobody knows is told beside a wrong one',
    { properties: { name: { type: 'string' } }, unevaluatedProperties: false },
    { name: 1, zzz: 1 },
    ['#/name "name" must be a text; it is a number.', '#/zzz A user has no member "zzz".'],
  ],
  [
    'the form that the discriminator names',
    {
      properties: {
        pet: {
          oneOf: [
            { properties: { is: { const: 'cat' }, lives: { type: 'integer' } } },
            { properties: { is: { const: 'dog' } }, required: ['tail'] },
          ],
        },
      },
    },
    { pet: { is: 'cat', lives: 'nine' } },
    ['#/pet/lives "pet.lives" must be a whole number; it is a text.'],
  ],
  [
    'names with every character',
    { properties: { 'a/b~c %#ü"': { type: 'string' } } },
    { 'a/b~c %#ü"': 1 },
    ['#/a~1b~0c%20%25%23%C3%BC%22 "a/b~c %#ü"" must be a text; it is a number.'],
  ],
  [
    'names of members',
    { propertyNames: { maxLength: 3 } },
    { abc: 1, abcd: 1 },
    ['#/abcd "abcd" is a name that no member can have here.'],
  ],
  [
    'items too many',
    { properties: { x: { prefixItems: [{}], items: false } } },
    { x: [1, 2] },
    ['#/x/1 "x" cannot have so many items.'],
  ],
  [
    'a schema that holds itself',
    { properties: { kids: { items: { $ref: '#' } }, age: { type: 'integer' } } },
    { kids: [{ kids: [{ age: 'x' }] }] },
    ['#/kids/0/kids/0/age "kids[0].kids[0].age" must be a whole number; it is a text.'],
  ],
  [
    'an anchor',
    { properties: { x: { $ref: '#short' } }, $defs: { any: { $anchor: 'short', maxLength: 1 } } },
    { x: 'ab' },
    ['#/x "x" must have at most 1 character.'],
  ],
  [
    'draft-07: lists of schemas, dependencies, and a reference that stands alone',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { text: { type: 'string' } },
      properties: {
        pair: { items: [{ type: 'string' }], additionalItems: false },
        r: { $ref: '#/definitions/text', minLength: 9 },
      },
      dependencies: { pair: ['m'], r: { required: ['q'] } },
    },
    { pair: [1, 2], r: 'x' },
    [
      '# The user must have "m".',
      '# The user must have "q".',
      '#/pair/0 "pair[0]" must be a text; it is a number.',
      '#/pair/1 "pair" cannot have so many items.',
    ],
  ],
  [
    'what every object inherits is no member',
    { required: ['toString', '__proto__'], properties: { constructor: { type: 'string' } } },
    { constructor: 1 },
    ['# The user must have "toString" and "__proto__".', '#/constructor "constructor" must be a text; it is a number.'],
  ],
  [
    'a secret: its place, and nothing of what is inside or what it could be',
    {
      properties: {
        password: {
          type: 'object',
          properties: { old: { enum: ['tiger'] }, new: { const: 'lion' } },
          additionalProperties: false,
          required: ['hush'],
        },
      },
    },
    { password: { old: 'puma', new: 'lynx', whisper: 1 } },
    [
      '#/password "password" lacks something that it must have.',
      '#/password "password" is none of the values that it can have.',
      '#/password "password" is not the value that it must have.',
      '#/password "password" cannot be as it is.',
    ],
  ],
  [
    'a secret that is too short',
    { properties: { password: { minLength: 8 } } },
    { password: 'tiger' },
    ['#/password "password" must have at least 8 characters.'],
  ],
]

for (const [title, schema, fields, said] of RECORDS)
  sentences(title, async () => assert.equal(await faults(schema, fields), said))

sentences('more than a hundred faults are not told', async () => {
  const many = await faults(
    { properties: { x: { items: { type: 'string' } } } },
    { x: Array.from({ length: 1000 }, () => 1) },
  )
  assert.is(many.length, 100)
})

sentences('more faults than the stack can hold are still an answer', async () => {
  const many = await faults(
    { properties: { x: { items: { type: 'string' } } } },
    { x: Array.from({ length: 200_000 }, () => 1) },
  )
  assert.is(many[0], '#/x/0 "x[0]" must be a text; it is a number.')
})

const UNIQUE = { properties: { x: { uniqueItems: true } } }

sentences('a long list without anything twice is looked through in no time', async () => {
  const started = performance.now()
  assert.equal(await faults(UNIQUE, { x: Array.from({ length: 100_000 }, (_, index) => index) }), [])
  assert.equal(await faults(UNIQUE, { x: [1, '1', true, null, 'true', 'null', [1], { a: 1 }, '[1]', '{"a":1}'] }), [])
  assert.ok(performance.now() - started < 5000)
})

sentences('a long list with something twice is refused in no time', async () => {
  const started = performance.now()
  assert.is((await faults(UNIQUE, { x: [...Array.from({ length: 100_000 }, (_, index) => index), 7] })).length, 1)
  assert.ok(performance.now() - started < 5000)
})

sentences.run()

const flawed = suite('schemas that are none')

/** Schemas, and the places that are refused, with what is said. */
const FLAWED: readonly (readonly [schema: Json, place: string, message: RegExp, hint?: RegExp])[] = [
  ['text', '', /map of keywords/],
  [{ type: 'strng' }, '/type', /no type "strng"/, /"string"/],
  [{ type: ['string', 'x'] }, '/type/1', /no type "x"/, /The types are/],
  [{ type: [] }, '/type', /must name a type/],
  [{ properties: { a: 3 } }, '/properties/a', /map of keywords/],
  [{ properties: [] }, '/properties', /a map of schemas/],
  [{ requierd: ['a'] }, '/requierd', /no keyword/, /"required"/],
  [{ required: 'a' }, '/required', /a list of names/],
  [{ enum: [] }, '/enum', /a list of values/],
  [{ minLength: -1 }, '/minLength', /zero or more/],
  [{ minimum: '1' }, '/minimum', /a number/],
  [{ multipleOf: 0 }, '/multipleOf', /above zero/],
  [{ uniqueItems: 'yes' }, '/uniqueItems', /true or false/],
  [{ pattern: '[' }, '/pattern', /regular expression/],
  [{ patternProperties: { '(': {} } }, '/patternProperties/(', /regular expression/],
  [{ format: 'emial' }, '/format', /no format/, /"email"/],
  [{ allOf: [] }, '/allOf', /a list of schemas/],
  [{ items: [{}] }, '/items', /one schema/, /prefixItems/],
  [{ additionalItems: false }, '/additionalItems', /draft-07/, /items/],
  [{ dependencies: { a: ['b'] } }, '/dependencies', /draft-07/, /dependentRequired/],
  [{ dependentRequired: { a: 'b' } }, '/dependentRequired', /lists of names/],
  [{ $ref: '#/$defs/a', $defs: { b: {} } }, '/$ref', /leads to no schema/, /#\/\$defs\/b/],
  [{ $ref: '#/title', title: 'x' }, '/$ref', /leads to no schema/],
  [{ $ref: 'https://schema.example/a' }, '/$ref', /leads out of the schema/],
  [{ $ref: '#' }, '/$ref', /back to itself/],
  [
    { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] } } },
    '/$ref',
    /back to itself/,
  ],
  [{ $dynamicRef: '#a' }, '/$dynamicRef', /not followed/, /\$ref/],
  [{ properties: { a: { $id: 'b' } } }, '/properties/a/$id', /no \$id of its own/],
  [{ $schema: 'http://json-schema.org/draft-04/schema#' }, '/$schema', /draft/, /2020-12/],
]

for (const [schema, place, message, hint] of FLAWED)
  flawed(`${JSON.stringify(schema)}: ${message.source}`, async () => {
    const flaws = await enforce(schema, SUBJECT)
    assert.ok(isFlawed(flaws))
    const found = flaws.find(({ pointer }) => pointer === place)
    assert.match(found?.message ?? JSON.stringify(flaws), message)
    if (hint !== undefined) assert.match(found?.hint ?? '', hint)
  })

flawed('all of them', async () => {
  const flaws = readSchema({ type: 'x', requierd: [], properties: { a: { pattern: '(' }, b: { $ref: '#/c' } } })
  assert.ok(isFlawed(flaws))
  assert.equal(flaws.map(({ pointer }) => pointer).toSorted(), [
    '/properties/a/pattern',
    '/properties/b/$ref',
    '/requierd',
    '/type',
  ])
})

flawed('remarks are none', async () => {
  const remarks = {
    title: 'A',
    'x-order': 3,
    unit: 'km',
    example: { $ref: 3 },
    default: 1,
    format: 'int32',
    $comment: 'c',
  }
  assert.equal((await enforced({ properties: { a: remarks } })).validate({ a: 1 }), [])
})

flawed('nothing of what was declared is changed', async () => {
  const schema = { $defs: { a: { type: 'string' } }, properties: { x: { $ref: '#/$defs/a' }, y: false } }
  const before = JSON.stringify(schema)
  const { validate } = await enforced(Object.freeze(schema))
  validate({ x: 1 })
  assert.is(JSON.stringify(schema), before)
  assert.equal(Object.getOwnPropertyNames(schema.properties.x), ['$ref'])
})

flawed.run()

const types = suite('types of a declared schema')

/** What is inferred and what is declared for one member, and what comes of it. */
const OVERLAID: readonly (readonly [inferred: Schema, declared: Json, schema: Schema])[] = [
  [{ type: 'string', enum: ['1', '2'] }, { type: 'integer' }, { type: 'integer' }],
  [
    { type: 'string', format: 'date' },
    { description: 'a day' },
    { type: 'string', format: 'date', description: 'a day' },
  ],
  [{ type: 'array' }, { items: { type: 'integer' } }, { type: 'array', items: { type: 'integer' } }],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'null' } }, required: ['a', 'b'] },
    { type: 'object', properties: { b: { type: 'string' }, c: { type: 'boolean' } }, required: ['c'] },
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'boolean' } },
      required: ['c'],
    },
  ],
  [{}, { $ref: '#/$defs/flag' }, { type: 'boolean' }],
  [
    {},
    { allOf: [{ properties: { a: { type: 'integer' } }, required: ['a'] }, { $ref: '#/$defs/b' }] },
    { properties: { a: { type: 'integer' }, b: { type: 'null' } }, required: ['a', 'b'] },
  ],
]

for (const [inferred, declared, schema] of OVERLAID)
  types(`${JSON.stringify(declared)} over ${JSON.stringify(inferred)}`, async () => {
    const defs = { flag: { type: 'boolean' }, b: { properties: { b: { type: 'null' } }, required: ['b'] } }
    const { over } = await enforced({ properties: { x: declared }, $defs: defs })
    assert.equal(over({ type: 'object', properties: { x: inferred } }).properties?.['x'], schema)
  })

types('a schema that holds itself is unfolded so far, and no further', async () => {
  const node = { properties: { n: { type: 'integer' }, kids: { items: { $ref: '#/$defs/node' } } } }
  const { over } = await enforced({ $ref: '#/$defs/node', $defs: { node } })
  let schema: Schema | undefined = over({})
  let depth = 0
  for (; schema?.properties !== undefined; depth++) schema = schema.properties['kids']?.items
  assert.ok(depth >= 3 && depth < 10, String(depth))
})

types('a schema that holds itself in many ways stays small', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `m${index}`)
  const properties = Object.fromEntries(names.map(name => [name, { $ref: '#/$defs/node' }]))
  const { over } = await enforced({ $ref: '#/$defs/node', $defs: { node: { properties } } })
  assert.ok(JSON.stringify(over({})).length < 1_000_000)
})

types('strictness closes objects, but not what the records say nothing of', () => {
  const inferred: Schema = {
    type: 'object',
    properties: { a: { type: 'null' }, b: { type: 'object', properties: {}, required: [] }, c: { type: 'array' } },
    required: ['a'],
  }
  assert.equal(strictSchema(inferred), {
    type: 'object',
    properties: { a: {}, b: { type: 'object', required: [] }, c: { type: 'array' } },
    additionalProperties: false,
    required: ['a'],
  })
})

types.run()

const opinion = suite('a second opinion')

const NAMES = ['a', 'b', 'c', 'constructor']
const name = fc.constantFrom(...NAMES)
const leaf = fc.oneof(
  fc.constantFrom<Json>('', 'a', 'ab', 'b', null, true, false, 0, 1, 1.5, -2, 10),
  fc.integer({ min: -3, max: 12 }),
)
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value

const { schema } = fc.letrec<{ schema: Json }>(tie => {
  const inner = tie('schema')
  const list = fc.array(inner, { minLength: 1, maxLength: 2 })
  const map = fc.dictionary(name, inner, { maxKeys: 3 })
  const names = fc.uniqueArray(name, { maxLength: 2 })
  const small = fc.integer({ min: 0, max: 3 })
  const keywords: [string, fc.Arbitrary<Json>][] = [
    [
      'type',
      fc.constantFrom<Json>(
        'string',
        'integer',
        'number',
        'object',
        'array',
        ['null', 'boolean'],
        ['string', 'object'],
      ),
    ],
    ['enum', fc.array(value, { minLength: 1, maxLength: 3 })],
    ['const', value],
    ['required', names],
    ['properties', map],
    ['patternProperties', fc.dictionary(fc.constantFrom('^a', 'b$'), inner, { maxKeys: 2 })],
    ['additionalProperties', inner],
    ['unevaluatedProperties', fc.boolean()],
    ['propertyNames', fc.constantFrom<Json>({ maxLength: 1 }, { enum: ['a', 'b'] })],
    ['dependentRequired', fc.dictionary(name, names, { maxKeys: 2 })],
    ['minProperties', small],
    ['maxProperties', small],
    ['items', inner],
    ['prefixItems', list],
    ['contains', inner],
    ['uniqueItems', fc.boolean()],
    ['minItems', small],
    ['maxItems', small],
    ['minLength', small],
    ['maxLength', small],
    ['pattern', fc.constantFrom('^a', 'b$')],
    ['minimum', small],
    ['exclusiveMaximum', small],
    ['multipleOf', fc.constantFrom(1, 2, 0.5)],
    ['allOf', list],
    ['anyOf', list],
    ['oneOf', list],
    ['not', inner],
    ['$ref', fc.constant('#/$defs/other')],
  ]
  const object = fc
    .uniqueArray(fc.oneof(...keywords.map(([keyword, member]) => fc.tuple(fc.constant(keyword), member))), {
      selector: ([keyword]) => keyword,
      maxLength: 4,
    })
    .map((members): Json => Object.fromEntries(members))
  return { schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), object) }
})

opinion('ajv comes to the same verdict, and there is a sentence at a place that exists for every fault', async () => {
  const record = fc.dictionary(name, value, { maxKeys: 4 })
  let misfits = 0
  let fits = 0
  const property = fc.asyncProperty(
    schema,
    fc.array(record, { minLength: 3, maxLength: 3 }),
    async (generated, records) => {
      const other = { properties: { a: { type: 'string' } }, minProperties: 1 }
      const whole = JSON.parse(JSON.stringify({ allOf: [generated], $defs: { other } })) as Json
      const made = await enforced(whole)
      const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true })
      const judge = ajv.compile(whole as object)
      for (const fields of JSON.parse(JSON.stringify(records)) as Fields[]) {
        const found = made.validate(fields)
        const verdict = verdictOf(() => judge(fields))
        if (verdict === undefined) continue
        assert.is(found.length === 0, verdict, JSON.stringify({ whole, fields, found, errors: judge.errors }))
        if (found.length === 0) fits++
        else misfits++
        for (const { pointer, detail } of found) {
          assert.match(detail, /^(?:"|The user |A user ).+[.?]$/)
          assert.not.match(detail, /undefined|\[object/)
          assert.ok(exists(fields, pointer), `${pointer} in ${JSON.stringify(fields)}`)
        }
      }
    },
  )
  await fc.assert(property, { numRuns: 300 })
  assert.ok(misfits > 100 && fits > 100, `${misfits} and ${fits}`)
})

/** Undefined where the code that ajv makes breaks, as it does with patternProperties beside a oneOf of references. */
const verdictOf = (judge: () => boolean): boolean | undefined => {
  try {
    return judge()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const exists = (fields: Fields, pointer: string): boolean => {
  let inner: unknown = fields
  for (const step of pointer.split('/').slice(1)) {
    const member = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, member)) return false
    inner = (inner as Record<string, unknown>)[member]
  }
  return pointer.startsWith('#')
}

opinion.run()
