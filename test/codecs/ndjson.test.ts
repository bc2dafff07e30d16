/** NDJSON: one record a line, whatever is in it. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ndjson } from '../../src/codecs/ndjson.js'
import type { Json } from '../../src/core/json.js'

const write = (value: Json): string => {
  const view = {
    kind: 'collection',
    name: 'book',
    plural: 'books',
    schema: {},
    title: 'books',
    self: '/books',
  } as const
  const text = ndjson.encode?.({ ...view, value })
  if (typeof text !== 'string') throw new TypeError('NDJSON is written at once')
  return text
}

const lines = suite('ndjson')

lines('a line for each record, none without', () => {
  assert.is(write([{ a: 1, b: [1, { c: 'x\ny' }] }, { a: null }]), '{"a":1,"b":[1,{"c":"x\\ny"}]}\n{"a":null}\n')
  assert.is(write([]), '')
  assert.equal(ndjson.kinds, ['collection'])
})

lines('every line is the record', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), records => {
      const text = write(records as Json)
      const read = text
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as unknown)
      assert.is(JSON.stringify(read), JSON.stringify(records))
    }),
  )
})

lines.run()
