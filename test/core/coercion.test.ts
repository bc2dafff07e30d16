/** What text becomes under each schema, and what stays text. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coerceSingle, coerceText } from '../../src/core/coercion.js'
import type { Json } from '../../src/core/json.js'
import type { Schema } from '../../src/core/schema.js'

const test = suite('coercion')

const texts: [text: string, schema: Schema | undefined, value: Json][] = [
  // Nothing said, or strings allowed: text is text.
  ['30', undefined, '30'],
  ['30', {}, '30'],
  ['30', { type: 'string' }, '30'],
  ['30', { type: ['integer', 'string'] }, '30'],
  ['', { type: ['string', 'null'] }, ''],
  [' a ', { type: 'string' }, ' a '],
  // Numbers as JSON writes them, and no others.
  ['30', { type: 'integer' }, 30],
  ['-1.5e3', { type: 'number' }, -1500],
  ['1e+21', { type: 'number' }, 1e21],
  ['-0', { type: 'number' }, 0],
  ['007', { type: 'integer' }, '007'],
  ['+1', { type: 'integer' }, '+1'],
  ['0x10', { type: 'integer' }, '0x10'],
  ['1e400', { type: 'number' }, '1e400'],
  ['NaN', { type: 'number' }, 'NaN'],
  // Booleans.
  ['true', { type: 'boolean' }, true],
  ['false', { type: 'boolean' }, false],
  ['TRUE', { type: 'boolean' }, 'TRUE'],
  ['1', { type: 'boolean' }, '1'],
  // The first type that fits, null before the containers.
  ['true', { type: ['integer', 'boolean'] }, true],
  ['', { type: 'null' }, null],
  ['', { type: ['integer', 'null'] }, null],
  ['', { type: ['array', 'null'] }, null],
  ['', { type: ['object', 'array'] }, []],
  ['', { type: 'object' }, {}],
  ['', { type: 'integer' }, ''],
  ['null', { type: 'null' }, 'null'],
  ['a', { type: 'array' }, 'a'],
  // White space around is layout; a no-break space is not white space.
  [' \n30\t', { type: 'integer' }, 30],
  ['\ttrue\r\n', { type: 'boolean' }, true],
  ['\n  ', { type: 'array' }, []],
  ['\u00a030', { type: 'integer' }, '\u00a030'],
  [' 3 0 ', { type: 'integer' }, ' 3 0 '],
]

for (const [text, schema, value] of texts)
  test(`${JSON.stringify(text)} under ${JSON.stringify(schema)} is ${JSON.stringify(value)}`, () => {
    const coerced = coerceText(text, schema)
    assert.equal(coerced, value)
    assert.not(Object.is(coerced, -0))
  })

const singles: [text: string, schema: Schema | undefined, value: Json][] = [
  ['a', { type: 'array' }, ['a']],
  ['3', { type: 'array', items: { type: 'integer' } }, [3]],
  ['a', { type: ['null', 'array'] }, ['a']],
  ['', { type: 'array' }, []],
  ['a', { type: ['string', 'array'] }, 'a'],
  ['3', { type: ['integer', 'array'] }, 3],
  ['a', { type: 'object' }, 'a'],
  ['a', undefined, 'a'],
]

for (const [text, schema, value] of singles)
  test(`a single ${JSON.stringify(text)} under ${JSON.stringify(schema)} is ${JSON.stringify(value)}`, () => {
    assert.equal(coerceSingle(text, schema), value)
  })

test('a megabyte of white space takes linear time', () => {
  const started = performance.now()
  coerceText(`${' '.repeat(500_000)}x${' '.repeat(500_000)}`, { type: 'integer' })
  assert.ok(performance.now() - started < 30_000)
})

test.run()
