/** CSV: columns, quoting, and that another reader of RFC 4180 gets back what was written. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { csv } from '../../src/codecs/csv.js'
import { inferSchema } from '../../src/core/inference.js'
import type { Fields } from '../../src/core/json.js'

const write = (records: readonly Fields[], schema = inferSchema(records)): string => {
  const text = csv.encode?.({
    kind: 'collection',
    name: 'book',
    plural: 'books',
    schema,
    value: records,
    title: 'books',
    self: '/books',
    key: 'isbn',
  })
  if (typeof text !== 'string') throw new TypeError('CSV is written at once')
  return text
}

/** A reader of RFC 4180 and nothing more, letter by letter. */
const read = (text: string): string[][] => {
  const lines: string[][] = []
  let line: string[] = []
  let field = ''
  let inside = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inside) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') {
        field += '"'
        at++
      } else inside = false
    } else if (character === '"') {
      assert.is(field, '', 'a quote stands at the start of a field')
      inside = true
    } else if (character === ',') {
      line.push(field)
      field = ''
    } else if (character === '\r') {
      assert.is(text[++at], '\n', 'CR is followed by LF')
      lines.push([...line, field])
      line = []
      field = ''
    } else {
      assert.is.not(character, '\n', 'no LF alone')
      field += character
    }
  }
  assert.is(inside || field !== '' || line.length > 0, false, 'the last line has its end')
  return lines
}

const table = suite('csv')

for (const [title, records, expected] of [
  ['plain', [{ isbn: '1', pages: 9, lent: true }], 'isbn,pages,lent\r\n1,9,true\r\n'],
  ['null, missing, empty', [{ isbn: '1', a: null, b: '' }, { isbn: '2' }], 'isbn,a,b\r\n1,,""\r\n2,,\r\n'],
  ['quotes', [{ isbn: 'a"b', c: 'x,y', d: 'l\nm', e: ' f' }], 'isbn,c,d,e\r\n"a""b","x,y","l\nm"," f"\r\n'],
  [
    'an object',
    [{ isbn: '1', by: { name: 'A', born: { year: 1 } } }],
    'isbn,by.name,by.born\r\n1,A,"{""year"":1}"\r\n',
  ],
  [
    'a list',
    [
      { isbn: '1', tags: ['a', 'b'] },
      { isbn: '2', tags: [] },
    ],
    'isbn,tags\r\n1,"[""a"",""b""]"\r\n2,[]\r\n',
  ],
  [
    'now an object, now none',
    [
      { isbn: '1', by: 'A' },
      { isbn: '2', by: { n: 'B' } },
      { isbn: '3', by: null },
    ],
    'isbn,by,by.n\r\n1,A,\r\n2,,B\r\n3,,\r\n',
  ],
  ['an empty object', [{ isbn: '1', by: {} }], 'isbn,by\r\n1,{}\r\n'],
  [
    'null first, then an object',
    [
      { isbn: '1', by: null },
      { isbn: '2', by: { n: 'B' } },
    ],
    'isbn,by.n\r\n1,\r\n2,B\r\n',
  ],
  ['a dot in a name', [{ isbn: '1', 'by.n': 'x', by: { n: 'y' } }], 'isbn,by.n,by\r\n1,x,"{""n"":""y""}"\r\n'],
  ['formulas as they are', [{ isbn: '=1+1', a: '@x', b: '-1', c: '+2' }], 'isbn,a,b,c\r\n=1+1,@x,-1,+2\r\n'],
  ['one column that is empty', [{ a: null }], 'a\r\n""\r\n'],
  ['no records at all', [], 'isbn\r\n'],
  ['a member called __proto__', [JSON.parse('{"isbn":"1","__proto__":"x"}') as Fields], 'isbn,__proto__\r\n1,x\r\n'],
] as readonly (readonly [string, readonly Fields[], string])[])
  table(title, () => assert.is(write(records), expected))

table('columns stand in the order of the schema, also those without a value; others follow', () => {
  const schema = inferSchema([{ isbn: '1', title: 'T', by: { name: 'A' } }])
  assert.is(write([{ extra: 1, isbn: '2' }], schema), 'isbn,title,by.name,extra\r\n2,,,1\r\n')
  assert.is(write([], schema), 'isbn,title,by.name\r\n')
})

table('is for collections alone, and says its charset', () => {
  assert.equal(csv.kinds, ['collection'])
  assert.is(csv.charset, 'utf-8')
})

table('reads back with another reader: as many fields in each line, every text as it was', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', ';', 'é', '\t', '='), maxLength: 8 })
  const record = fc.record({ isbn: text, title: text, by: fc.record({ name: text, 'a,b': text }) })
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), records => {
      const [head, ...lines] = read(write(records))
      assert.equal(head, ['isbn', 'title', 'by.name', 'by.a,b'])
      assert.equal(
        lines,
        records.map(({ isbn, title, by }) => [isbn, title, by.name, by['a,b']]),
      )
    }),
    { numRuns: 500 },
  )
})

table('whatever the records are, every line has a field for each column, and no column has the name of another', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'a.b', 'b.a', ''), value, { maxKeys: 4 })
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), records => {
      const [head = [], ...lines] = read(write(records as Fields[]))
      assert.is(new Set(head).size, head.length)
      assert.is(lines.length, records.length)
      for (const line of lines) assert.is(line.length, head.length)
    }),
    { numRuns: 500 },
  )
})

table.run()
