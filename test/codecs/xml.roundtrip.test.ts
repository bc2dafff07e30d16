/** XML loses nothing: any value comes back under any schema, anything written is well-formed, anything read gives an answer. */

import { parseXml } from '@rgrove/parse-xml'
import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { View } from '../../src/wire/codec.js'
import { xml } from '../../src/codecs/xml/index.js'
import { inferSchema } from '../../src/core/inference.js'
import type { Fields, Json } from '../../src/core/json.js'
import { Problem } from '../../src/core/problem.js'
import type { Schema, TypeName } from '../../src/core/schema.js'

const test = suite('xml, round trips')

const TYPE_NAMES: readonly TypeName[] = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

/** Words that have been known to mean something on the way. */
const words = fc.constantFrom(
  ...'null true 30 -0 1e400 ]]> <a/> &amp; & " __proto__ constructor type name field fields item items roles'.split(
    ' ',
  ),
  ...'xmlns XML a:b 0 1 a b 日本 \u0085 \u2028 \ufeff \u0301'.split(' '),
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  ' 30 ',
)
/** Every character that XML can carry. */
const carried = fc.oneof(
  { weight: 3, arbitrary: words },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'binary' })
      .map(text => text.replaceAll(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '')),
  },
)
/** Every UTF-16 unit, lone surrogates and controls too. */
const wild = fc.oneof(
  words,
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(unit => String.fromCharCode(unit)) }),
)

const valuesOf = (text: fc.Arbitrary<string>): fc.Arbitrary<Json> =>
  fc.letrec<{ value: Json; object: Fields }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        text,
        fc.constantFrom<Json>(null, true, false, 0, 30, 1.5, 1e21, 5e-324, -1),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number || 0),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.array(fc.tuple(text, tie('value')), { maxLength: 5 }).map(members => Object.fromEntries(members)),
  })).object

const schemas: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema }>(tie => ({
  schema: fc.record(
    {
      type: fc.oneof(
        fc.constantFrom(...TYPE_NAMES),
        fc.uniqueArray(fc.constantFrom(...TYPE_NAMES), { minLength: 1, maxLength: 4 }),
      ),
      items: fc.oneof({ maxDepth: 3 }, fc.constant<Schema>({}), tie('schema')),
      properties: fc.oneof(
        { maxDepth: 3 },
        fc.constant<Record<string, Schema>>({}),
        fc.array(fc.tuple(words, tie('schema')), { maxLength: 6 }).map(members => Object.fromEntries(members)),
      ),
    },
    { requiredKeys: [] },
  ),
})).schema

const write = async (view: Partial<View>): Promise<string> =>
  (await xml.encode?.({
    kind: 'item',
    name: 'user',
    plural: 'users',
    schema: {},
    value: {},
    title: '',
    self: '',
    ...view,
  })) ?? ''

/** As JSON, because that tells types and the order of members apart. */
const returns = async (value: Json, schema: Schema): Promise<string> => {
  const text = await write({ value, schema })
  const back = await xml.decode?.(text, { name: 'user', schema })
  assert.is(JSON.stringify(back), JSON.stringify(value), text)
  return text
}

const fields = valuesOf(carried) as fc.Arbitrary<Fields>

test('any object comes back under any schema', () =>
  fc.assert(
    fc.asyncProperty(fields, schemas, async (value, schema) => void (await returns(value, schema))),
    { numRuns: 800 },
  ))

test('any object comes back under its own schema, and under that of another', () =>
  fc.assert(
    fc.asyncProperty(fields, fields, async (value, other) => {
      await returns(value, inferSchema([value]))
      await returns(value, inferSchema([other]))
      await returns(value, inferSchema([value, other]))
    }),
    { numRuns: 300 },
  ))

test('any list of objects comes back as a collection', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fields, { maxLength: 4 }), schemas, async (value, items) => {
      const text = await write({ kind: 'collection', value, schema: items })
      const back = await xml.decode?.(text, { name: 'users', schema: { type: 'array', items } })
      assert.is(JSON.stringify(back), JSON.stringify(value), text)
    }),
    { numRuns: 300 },
  ))

const plain = fc.record({
  username: carried,
  age: fc.integer(),
  score: fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number || 0),
  active: fc.boolean(),
  roles: fc.array(carried),
  address: fc.record({ city: carried, zip: fc.option(fc.integer()) }),
  orders: fc.array(fc.record({ total: fc.integer(), gifts: fc.array(fc.boolean()) })),
  grid: fc.array(fc.array(fc.integer())),
})

test('records whose members have one type each carry no attributes', () =>
  fc.assert(
    fc.asyncProperty(fc.array(plain, { minLength: 1, maxLength: 4 }), async records => {
      const schema = inferSchema(records)
      const texts = await Promise.all(records.map(async record => returns(record, schema)))
      for (const text of texts) assert.not.match(text.slice(text.indexOf('<user')), /<[^>]* type="/)
    }),
    { numRuns: 100 },
  ))

test('anything is written well-formed, whatever its names and characters', () =>
  fc.assert(
    fc.asyncProperty(valuesOf(wild), schemas, wild, wild, async (value, schema, name, plural) => {
      parseXml(await write({ value, schema, name }))
      parseXml(await write({ kind: 'collection', value: [value], schema, name, plural }))
      const document = { ...(value as Fields), type: name, title: plural, status: 400, detail: name }
      parseXml(xml.problem?.encode(document) ?? '')
    }),
    { numRuns: 300 },
  ))

/** A value, or a problem with a place that is there. */
const answers = async (text: string, schema: Schema): Promise<void> => {
  const value = await xml.decode?.(text, { name: 'user', schema })
  assert.is.not(value, undefined)
  if (!(value instanceof Problem)) return
  const { line, column } = value.extensions
  const lines = text.split(/\r\n|\r|\n/)
  assert.ok(Number(line) >= 1 && Number(line) <= lines.length, `line ${String(line)}`)
  assert.ok(
    Number(column) >= 1 && Number(column) <= (lines[Number(line) - 1] ?? '').length + 1,
    `column ${String(column)}`,
  )
}

const markup = fc.constantFrom(
  '<',
  '>',
  '/',
  '"',
  "'",
  '&',
  ';',
  '=',
  '<!',
  '<?',
  '?>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<a',
  '</a>',
  '</user>',
  '<user>',
  ' type="',
  ':',
  '😀',
  '\ud83d',
  '\r',
)

test('any text is answered', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        wild,
        fc.array(fc.oneof(markup, words)).map(parts => parts.join('')),
      ),
      schemas,
      answers,
    ),
    { numRuns: 800 },
  ))

test('any document with damage is answered', () =>
  fc.assert(
    fc.asyncProperty(
      valuesOf(words),
      schemas,
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 20 }), fc.oneof(markup, words)), {
        maxLength: 3,
      }),
      async (value, schema, damages) => {
        let text = await write({ value, schema })
        for (const [where, gone, instead] of damages) {
          const at = Math.floor(where * text.length)
          text = text.slice(0, at) + instead + text.slice(at + gone)
        }
        await answers(text, schema)
      },
    ),
    { numRuns: 800 },
  ))

test.run()
