/** Queries over records: what each operator means, the total order, and that both agree with a naive reading of them. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Family } from '../../src/core/family.js'
import { inferSchema } from '../../src/core/inference.js'
import type { Fields, Json } from '../../src/core/json.js'
import { select, type Parameter } from '../../src/core/query.js'
import { readDocument } from '../../src/core/query/document.js'
import { joinList, OPERATORS, splitList } from '../../src/core/query/filter.js'
import { compare } from '../../src/core/query/order.js'
import { understand, type ParameterFault } from '../../src/core/query/parameters.js'
import { pick } from '../../src/core/query/path.js'
import type { Entry } from '../../src/core/store.js'

const limits = { page: 100, pageMax: 1000 }

const BOOKS: readonly Fields[] = [
  {
    isbn: 'a',
    title: 'Tea',
    pages: 96,
    lent: true,
    tags: ['hot', 'Green'],
    by: { name: 'Ann', born: 1950 },
    code: 'x1',
  },
  { isbn: 'b', title: 'tea time', pages: 9, lent: false, tags: [], by: { name: 'Bob', born: 1960 }, code: 'secret' },
  {
    isbn: 'c',
    title: '',
    pages: null,
    lent: false,
    tags: ['cold'],
    by: { name: 'Ann, the 2nd', born: 1970 },
    code: 'x',
  },
  {
    isbn: 'd',
    title: 'Été',
    pages: 100.5,
    lent: true,
    shelf: [{ row: 1 }, { row: 7 }],
    'a.b': 'dotted',
    'x:y': 'colon',
  },
]

const familyOf = (records: readonly Fields[]): Family => ({
  singular: 'book',
  plural: 'books',
  key: 'isbn',
  secrets: ['code'],
  schema: inferSchema(records),
})

const entriesOf = (records: readonly Fields[]): Entry[] =>
  records.map((fields, index) => ({ key: String(fields['isbn']), revision: index + 1, modified: 0, fields }))

const parametersOf = (query: string): Parameter[] =>
  [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))

const ask = (query: string, records = BOOKS, family = familyOf(records)): string => {
  const entries = entriesOf(records)
  const asked = understand(parametersOf(query), { family, limits, records: entries })
  if (!('filters' in asked)) throw new Error(asked.map(({ detail }) => detail).join('\n'))
  return select(entries, asked, family)
    .map(({ key }) => key)
    .join('')
}

const faultOf = (query: string, records = BOOKS): ParameterFault => {
  const asked = understand(parametersOf(query), { family: familyOf(records), limits, records: entriesOf(records) })
  if ('filters' in asked) throw new Error(`${query} is understood`)
  const [first] = asked
  if (first === undefined) throw new Error('no fault')
  return first
}

const filters = suite('query: filters')

for (const [query, expected] of [
  ['', 'abcd'],
  ['pages=96', 'a'],
  ['pages=9', 'b'],
  ['pages:eq=100.5', 'd'],
  ['pages:ne=96', 'bcd'],
  ['pages:lt=96', 'b'],
  ['pages:lte=96', 'ab'],
  ['pages:gt=96', 'd'],
  ['pages:gte=96', 'ad'],
  ['pages:in=9,96', 'ab'],
  ['pages=9&pages=96', 'ab'],
  ['pages:ne=9&pages:ne=96', 'cd'],
  ['pages:gte=10&pages:lte=96', 'a'],
  ['pages=', 'c'],
  ['pages:ne=', 'abd'],
  ['lent=true', 'ad'],
  ['lent=false&pages:gt=1', 'b'],
  ['title=Tea', 'a'],
  ['title=tea', ''],
  ['title=', 'c'],
  ['title:contains=ea', 'ab'],
  ['title:startsWith=tea', 'b'],
  ['title:endsWith=time', 'b'],
  ['title:contains=.*', ''],
  ['title:gt=Tea', 'bd'],
  ['tags=hot', 'a'],
  ['tags:ne=hot', 'bcd'],
  ['tags=', 'bd'],
  ['tags:contains=o', 'ac'],
  ['tags:in=cold,Green', 'ac'],
  ['by.name=Ann', 'a'],
  ['by.name:in=Bob,Ann\\, the 2nd', 'bc'],
  ['by.born:gte=1960', 'bc'],
  ['shelf.row=7', 'd'],
  ['a.b=dotted', 'd'],
  ['x:y=colon', 'd'],
  ['x:y:startsWith=col', 'd'],
  ['pages:contains=0', 'd'],
  ['q=TEA', 'ab'],
  ['q=tea+bob', 'b'],
  ['q=1950', 'a'],
  ['q=secret', ''],
  ['q=été', 'd'],
  ['q=', 'abcd'],
  ['q=teahot', ''],
  ['sort=pages', 'badc'],
  ['sort=-pages', 'dabc'],
  ['sort=title', 'cabd'],
  ['sort=lent,-pages', 'bcda'],
  ['sort=+lent', 'bcad'],
  ['sort=-by.name', 'bcad'],
  ['sort=tags', 'cabd'],
  ['sort=shelf.row', 'dabc'],
  ['lent=true&sort=-isbn', 'da'],
] as const)
  filters(`${query === '' ? 'nothing' : query} finds ${expected === '' ? 'none' : expected}`, () =>
    assert.is(ask(query), expected),
  )

for (const [query, detail, suggestion] of [
  ['pgae=1', /"pgae"/, 'page'],
  ['titel=x', /"titel".*"title"/, 'title'],
  ['titel:contains=x', /"titel"/, 'title:contains'],
  ['by.nam=x', /"by.nam"/, 'by.name'],
  ['title:like=x', /no operator.*eq, ne, lt/, 'title:lte'],
  ['pages:gtee=1', /no operator/, 'pages:gte'],
  ['code=x1', /"code"/, undefined],
  ['code:eq=x1', /"code"/, undefined],
  ['sort=code', /"code"/, undefined],
  ['fields=code', /"code"/, undefined],
  ['fields=isbn,titel', /"titel"/, 'title'],
  ['sort=-titel', /"titel"/, '-title'],
  ['sort=', /names no field/, undefined],
  ['sort=title,,pages', /names no field/, undefined],
  ['pages=many', /is a number/, undefined],
  ['pages:in=1,many', /is a number/, undefined],
  ['lent=yes', /is a boolean/, undefined],
  ['by=Ann', /members of its own.*by\.name/, undefined],
  ['page=0', /whole number/, undefined],
  ['page=-1', /whole number/, undefined],
  ['page=1.5', /whole number/, undefined],
  ['page=01', /whole number/, undefined],
  ['page=', /whole number/, undefined],
  ['limit=1001', /at most 1000/, '1000'],
  ['limit=0', /whole number/, undefined],
  ['page=1&page=1', /twice/, undefined],
  ['sort=title&sort=pages', /twice/, undefined],
  ['q=a&q=b', /twice/, undefined],
  ['__proto__=x', /"__proto__"/, undefined],
  ['constructor=x', /"constructor"/, undefined],
  ['toString.length=0', /"toString.length"/, undefined],
  ['title.length=3', /"title.length"/, undefined],
] as const)
  filters(`${query} is refused`, () => {
    const fault = faultOf(query)
    assert.match(fault.detail, detail)
    assert.is(fault.suggestion, suggestion)
    assert.not.match(fault.detail + (fault.suggestion ?? ''), /secret|x1(?!")/)
  })

filters('all that is wrong is told, each with its place', () => {
  const asked = understand(parametersOf('page=0&title=x&titel=y'), { family: familyOf(BOOKS), limits })
  assert.equal('filters' in asked ? [] : asked.map(({ index, parameter }) => [index, parameter]), [
    [0, 'page'],
    [2, 'titel'],
  ])
})

filters('more than a hundred parameters are refused', () => {
  assert.match(faultOf('q=x&'.repeat(101)).detail, /100 is the most/)
})

filters('a field that only a record knows is known', () => {
  const records = [{ isbn: 'a', nick: { name: 'x' } }]
  const family = { ...familyOf(records), schema: inferSchema([]) }
  assert.is(ask('nick.name=x', records, family), 'a')
  assert.ok(!('filters' in understand(parametersOf('nick.name=x'), { family, limits })))
})

filters('a field called like a parameter is reached with an operator', () => {
  const records = [
    { isbn: 'a', page: 3 },
    { isbn: 'b', page: 4 },
  ]
  assert.is(ask('page:eq=4', records), 'b')
  assert.is(ask('page=1', records), 'ab')
})

filters('where a field is sometimes a number and sometimes a text, both are meant', () => {
  const records = [
    { isbn: 'a', n: 7 },
    { isbn: 'b', n: '7' },
    { isbn: 'c', n: true },
  ]
  assert.is(ask('n=7', records), 'ab')
})

filters.run()

const properties = suite('query: properties')

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'a', 'ab', 'b', 'B', '1'),
)
const value: fc.Arbitrary<Json> = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.record({ y: scalar }))
const recordsOf = fc
  .array(fc.record({ x: value, z: scalar }, { requiredKeys: [] }), { maxLength: 12 })
  .map(list => list.map((fields, index): Fields => ({ isbn: `${index};`, ...fields })))

const means = (item: Json, part: string) =>
  part === '' ? item === null || item === '' : item !== null && String(item) === part

/** As a person would read the rule, one record at a time. */
const naive = (record: Fields, operator: string, text: string): boolean => {
  const at = record['x']
  const all = (Array.isArray(at) ? at : at === undefined ? [] : [at]) as readonly Json[]
  const values = all.filter(item => typeof item !== 'object' || item === null)
  const eq = (part: string) => values.some(item => means(item, part)) || (part === '' && all.length === 0)
  const order = (item: Json): number | undefined => {
    const operand = typeof item === 'number' ? Number(text) : typeof item === 'boolean' ? text === 'true' : text
    if (item === null || typeof item !== typeof operand || Number.isNaN(operand)) return undefined
    if (typeof item === 'boolean' && !['true', 'false'].includes(text)) return undefined
    if (item === operand) return 0
    return (item as string) < (operand as string) ? -1 : 1
  }
  const some = (holds: (order: number) => boolean) =>
    values.some(item => {
      const found = order(item)
      return found !== undefined && holds(found)
    })
  switch (operator) {
    case 'eq':
      return eq(text)
    case 'ne':
      return !eq(text)
    case 'in':
      return text.split(',').some(eq)
    case 'lt':
      return some(found => found < 0)
    case 'lte':
      return some(found => found <= 0)
    case 'gt':
      return some(found => found > 0)
    case 'gte':
      return some(found => found >= 0)
    default: {
      const texts = values.filter(item => item !== null).map(String)
      return texts.some(item =>
        operator === 'contains'
          ? item.includes(text)
          : operator === 'startsWith'
            ? item.startsWith(text)
            : item.endsWith(text),
      )
    }
  }
}

properties('filters agree with a naive reading of them', () => {
  fc.assert(
    fc.property(
      recordsOf,
      fc.constantFrom(...OPERATORS),
      fc.constantFrom('', 'a', 'ab', 'B', '1', '-2', 'true', 'false', 'a,1', ',b'),
      (records, operator, text) => {
        // Nothing is known of the fields, so every type is possible.
        const family = { ...familyOf([]), schema: { type: 'object', properties: { isbn: {}, x: {} } } } as const
        if (/^l|^g/.test(operator) && text === '') return
        assert.is(
          ask(new URLSearchParams([[`x:${operator}`, text]]).toString(), records, family),
          records
            .filter(record => naive(record, operator, text))
            .map(record => String(record['isbn']))
            .join(''),
          `${operator} ${text}`,
        )
      },
    ),
    { numRuns: 2000 },
  )
})

properties('the order is total, stable, the same whichever way the records came; what is empty is last', () => {
  fc.assert(
    fc.property(recordsOf, fc.constantFrom('x', '-x', 'z,x', '-z,x'), (records, sort) => {
      const family = { ...familyOf([]), schema: { type: 'object', properties: { isbn: {}, x: {}, z: {} } } } as const
      const once = ask(`sort=${encodeURIComponent(sort)},isbn`, records, family)
      assert.is(ask(`sort=${encodeURIComponent(sort)},isbn`, records.toReversed(), family), once)
      assert.is(once.length, ask('', records, family).length)
      const first = /[xz]/.exec(sort)?.[0] ?? ''
      const empty = (key: string) => {
        const at = records.find(record => record['isbn'] === `${key};`)?.[first]
        return at === undefined || at === null || (Array.isArray(at) && at.every(item => item === null))
      }
      const flags = once.split(';').slice(0, -1).map(empty)
      assert.equal(
        flags,
        flags.toSorted((a, b) => Number(a) - Number(b)),
      )
    }),
    { numRuns: 500 },
  )
})

properties('equal values keep the order of creation, in both directions', () => {
  const records = ['a', 'b', 'c'].map(isbn => ({ isbn, n: 1 }))
  assert.is(ask('sort=n', records), 'abc')
  assert.is(ask('sort=-n', records), 'abc')
})

properties('comparing is antisymmetric and transitive over everything but null', () => {
  const any = value.filter(item => item !== null)
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      assert.is(Math.sign(compare(a, b)), -Math.sign(compare(b, a)) + 0)
      if (compare(a, b) <= 0 && compare(b, c) <= 0) assert.ok(compare(a, c) <= 0)
    }),
  )
})

properties('a comma list can be taken apart again', () => {
  const item = fc.string({ unit: fc.constantFrom('a', ',', '\\', ' '), maxLength: 6 })
  fc.assert(fc.property(fc.array(item, { minLength: 1 }), items => assert.equal(splitList(joinList(items)), items)))
})

properties.run()

const shapes = suite('query: fields and documents')

shapes('picked fields stand in the order asked for; a path goes into lists; a whole member beats its parts', () => {
  const record = { a: 1, b: { c: 2, d: 3 }, l: [{ x: 1, y: 2 }, 5], e: null }
  assert.is(JSON.stringify(pick(record, [['b', 'd'], ['a']])), '{"b":{"d":3},"a":1}')
  assert.equal(pick(record, [['l', 'x']]), { l: [{ x: 1 }, 5] })
  for (const paths of [
    [['b'], ['b', 'c']],
    [['b', 'c'], ['b']],
  ])
    assert.equal(pick(record, paths), { b: { c: 2, d: 3 } })
  assert.equal(pick(record, [['nothing'], ['toString']]), {})
})

for (const [document, parameters] of [
  [{}, ''],
  [{ page: 2, limit: 5, q: 'a b' }, 'page=2&limit=5&q=a+b'],
  [{ sort: ['-age', 'name'], fields: 'name' }, 'sort=-age%2Cname&fields=name'],
  [{ where: { age: { gte: 18, lt: 65 }, role: 'admin' } }, 'age%3Agte=18&age%3Alt=65&role%3Aeq=admin'],
  [{ where: { role: ['a', 'b'], boss: null, active: true } }, 'role%3Aeq=a&role%3Aeq=b&boss%3Aeq=&active%3Aeq=true'],
  [{ where: { name: { in: ['a,b', 'c'] } } }, 'name%3Ain=a%5C%2Cb%2Cc'],
  [{ where: { address: { city: 'X', zip: { ne: null } } } }, 'address.city%3Aeq=X&address.zip%3Ane='],
  [{ where: { in: 'x', eq: { gte: 1 } } }, 'in%3Aeq=x&eq%3Agte=1'],
  [{ 'age:gte': 18, role: ['a', 'b'] }, 'age%3Agte=18&role=a&role=b'],
  [{ where: { 'age:gte': 18 } }, 'age%3Agte=18'],
] as const)
  shapes(`${JSON.stringify(document)} is ${parameters}`, () => {
    const read = readDocument(document)
    assert.is(
      new URLSearchParams(
        read.map((part): [string, string] => ('name' in part ? [part.name, part.value] : ['', ''])),
      ).toString(),
      parameters,
    )
  })

for (const [document, pointer] of [
  [{ where: [] }, '#/where'],
  [{ where: 'x' }, '#/where'],
  [{ sort: 3 }, '#/sort'],
  [{ fields: ['a', 3] }, '#/fields'],
  [{ fields: [] }, '#/fields'],
  [{ page: {} }, '#/page'],
  [{ where: { role: [] } }, '#/where/role'],
  [{ where: { role: { in: [] } } }, '#/where/role/in'],
  [{ where: { role: { in: [[1]] } } }, '#/where/role/in'],
  [{ where: { 'a/b': { eq: [{}] } } }, '#/where/a~1b/eq/0'],
] as const)
  shapes(`${JSON.stringify(document)} is refused at ${pointer}`, () => {
    assert.equal(
      readDocument(document).map(part => part.pointer),
      [pointer],
    )
  })

shapes.run()
