/** Lenses by their laws: whatever a version shows and whoever writes in it, nothing that it cannot see is lost. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fields, Json } from '../../src/core/json.js'
import { lensOf, type Lens, type Shift } from '../../src/core/lens.js'

const laws = suite('the laws of a lens')

/** Few names, so that renames, omissions, additions and records meet; one of them means something to JavaScript. */
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__')
const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant('')) as fc.Arbitrary<Json>
const fields: fc.Arbitrary<Fields> = fc
  .uniqueArray(fc.tuple(name, value), { selector: ([key]) => key })
  .map(members => Object.fromEntries(members) as Fields)

/** Any that is not refused: no two fields under one name, and nothing both renamed, omitted and added. */
const shift: fc.Arbitrary<Shift> = fc
  .record({ order: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'x', 'y', '__proto__']), cuts: fc.array(fc.nat(4)) })
  .map(({ order, cuts: [renames = 0, omits = 0, adds = 0] }) => {
    const rest = [...order]
    const rename = Object.fromEntries(
      Array.from({ length: Math.min(renames, Math.floor(rest.length / 2)) }, () => [rest.shift()!, rest.shift()!]),
    )
    const omit = rest.splice(0, omits)
    const add = Object.fromEntries(rest.splice(0, adds).map(key => [key, key === 'x' ? 0 : '']))
    return { rename, omit, add }
  })

/** A record as a client of the version may write it: with names that there are. */
const written = (lens: Lens, given: Fields): Fields =>
  Object.fromEntries(Object.entries(given).filter(([key]) => lens.stored(key) !== undefined))

const entries = (record: Fields): [string, Json][] => Object.entries(record)
const sorted = (record: Fields) => entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))

laws('get-put: up(down(x), x) is x, in the order of x', () => {
  fc.assert(
    fc.property(shift, fields, (by, stored) => {
      const lens = lensOf(by)
      assert.equal(entries(lens.up(lens.down(stored), stored)), entries(stored))
    }),
  )
})

laws('put-get: down(up(s, x)) is s, and what is always there', () => {
  fc.assert(
    fc.property(shift, fields, fields, (by, given, stored) => {
      const lens = lensOf(by)
      const content = written(lens, given)
      assert.equal(sorted(lens.down(lens.up(content, stored))), sorted({ ...by.add, ...content }))
    }),
  )
})

laws('what a version does not show is the same after any change that is made in it', () => {
  fc.assert(
    fc.property(shift, fields, fields, (by, given, stored) => {
      const lens = lensOf(by)
      const hidden = (record: Fields) => sorted(record).filter(([key]) => lens.shown(key) === undefined)
      assert.equal(hidden(lens.up(written(lens, given), stored)), hidden(stored))
    }),
  )
})

laws('a name leads there and back', () => {
  fc.assert(
    fc.property(shift, name, (by, key) => {
      const lens = lensOf(by)
      const shown = lens.shown(key)
      if (shown !== undefined) assert.is(lens.stored(shown), key)
      const stored = lens.stored(key)
      if (stored !== undefined) assert.is(lens.shown(stored), key)
    }),
  )
})

laws.run()

const lens = suite('a lens')

const v1 = lensOf({ rename: { name: 'fullName' }, omit: ['roles'], add: { nickname: '' } })
const alice = { username: 'alice', name: 'Alice', roles: ['admin'], age: 30 }

for (const [title, given, before, stored] of [
  ['a new name', { fullName: 'Al' }, alice, { name: 'Al', roles: ['admin'] }],
  ['nothing at all', {}, alice, { roles: ['admin'] }],
  ['the default where there was none', { nickname: '' }, {}, {}],
  ['the default where there was another', { nickname: '' }, { nickname: 'Al' }, { nickname: '' }],
  ['another than the default', { nickname: 'Al' }, {}, { nickname: 'Al' }],
  ['names that there are not', { name: 'x', roles: [] }, {}, {}],
] as const)
  lens(`up: ${title}`, () => assert.equal(v1.up(given, before), stored))

lens('down: renamed in its place, left out, added at the end', () => {
  assert.equal(Object.entries(v1.down(alice)), [
    ['username', 'alice'],
    ['fullName', 'Alice'],
    ['age', 30],
    ['nickname', ''],
  ])
})

lens('what stands under a name that a renamed field takes is neither shown nor lost', () => {
  const stored = { name: 'a', fullName: 'b' }
  assert.equal(v1.down(stored), { fullName: 'a', nickname: '' })
  assert.equal(v1.up({ fullName: 'c' }, stored), { name: 'c', fullName: 'b' })
})

lens('two fields may change their names with each other', () => {
  const swapped = lensOf({ rename: { a: 'b', b: 'a' }, omit: [], add: {} })
  assert.equal(swapped.down({ a: 1, b: 2 }), { b: 1, a: 2 })
  assert.equal(swapped.up({ b: 1, a: 2 }), { a: 1, b: 2 })
})

lens.run()
