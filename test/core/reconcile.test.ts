/** A new text of the fixture meets a store that has gone on: for what changed in the file the file wins, the rest stays. */

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Change } from '../../src/core/changes.js'
import type { Fields } from '../../src/core/json.js'
import { plan, reconcile, type Records, type Tally } from '../../src/core/reconcile.js'
import { ABSENT, memoryStore, type Store } from '../../src/core/store.js'

const merge = suite('the merge of a family')

/** `a1 b2`: the record a says 1, the record b says 2. */
const records = (text: string): Records =>
  new Map(text.split(' ').flatMap(part => (part === '' ? [] : [[part.charAt(0), { n: Number(part.slice(1)) }]])))

const spelt = (from: Iterable<readonly [string, Fields]>): string =>
  [...from]
    .map(([key, { n }]) => `${key}${String(n)}`)
    .toSorted()
    .join(' ')

const filled = (of: Records): Store => {
  const store = memoryStore(() => 1000)
  for (const [key, fields] of of) void store.put('item', key, fields, ABSENT)
  return store
}

const held = async (store: Store): Promise<string> =>
  spelt((await store.list('item')).map(({ key, fields }) => [key, fields] as const))

for (const [title, before, after, now, result, tally] of [
  ['nothing changed anywhere', 'a1 b1', 'a1 b1', 'a1 b1', 'a1 b1', {}],
  ['added in the file', 'a1', 'a1 b1', 'a1', 'a1 b1', { added: 1 }],
  ['changed in the file', 'a1 b1', 'a1 b2', 'a1 b1', 'a1 b2', { changed: 1 }],
  ['removed in the file', 'a1 b1', 'a1', 'a1 b1', 'a1', { removed: 1 }],
  ['changed by a client', 'a1 b1', 'a1 b1', 'a1 b9', 'a1 b9', { kept: 1 }],
  ['made by a client', 'a1', 'a1', 'a1 b9', 'a1 b9', { kept: 1 }],
  ['removed by a client', 'a1 b1', 'a1 b1', 'a1', 'a1', { kept: 1 }],
  ['changed in the file, another one by a client', 'a1 b1', 'a2 b1', 'a1 b9', 'a2 b9', { changed: 1, kept: 1 }],
  ['changed in both: the file wins', 'a1', 'a2', 'a9', 'a2', { changed: 1, overwritten: 1 }],
  ['changed in both to the same', 'a1', 'a2', 'a2', 'a2', { changed: 1 }],
  ['added in the file, made by a client', '', 'a1', 'a9', 'a1', { added: 1, overwritten: 1 }],
  ['changed in the file, removed by a client', 'a1', 'a2', '', 'a2', { changed: 1, overwritten: 1 }],
  ['removed in the file, changed by a client', 'a1', '', 'a9', '', { removed: 1, overwritten: 1 }],
  ['removed in both', 'a1', '', '', '', { removed: 1 }],
  [
    'all at once',
    'a1 b1 c1 d1',
    'a2 c1 e1',
    'a1 b1 c9 f9',
    'a2 c9 e1 f9',
    { added: 1, removed: 2, changed: 1, kept: 2 },
  ],
] as const)
  merge(`${title}: ${before || 'nothing'}, then ${after || 'nothing'}, over ${now || 'nothing'}`, async () => {
    const store = filled(records(now))
    const told = await reconcile(store, 'item', records(before), records(after))
    assert.is(await held(store), result)
    assert.equal(told, { added: 0, removed: 0, changed: 0, kept: 0, overwritten: 0, ...(tally as Partial<Tally>) })
  })

merge('afresh, nothing outlives the change but what the file says', async () => {
  const store = filled(records('a9 c1 d9'))
  const told = await reconcile(store, 'item', records('a1 b1 c1'), records('a1 e1'), true)
  assert.is(await held(store), 'a1 e1')
  assert.equal(told, { added: 1, removed: 2, changed: 0, kept: 0, overwritten: 2 })
})

merge('the order of members is a change, for it is shown', () => {
  const [one, other] = [new Map([['a', { x: 1, y: 2 }]]), new Map([['a', { y: 2, x: 1 }]])]
  assert.is(plan(one, other, one).edits.length, 1)
  assert.is(plan(one, new Map([['a', { x: 1, y: 2 }]]), one).edits.length, 0)
})

merge('whoever watches the store is told of what changed, and of nothing else', async () => {
  const store = filled(records('a1 b1 c9'))
  const told: string[] = []
  store.watch(({ kind, key }: Change) => told.push(`${kind} ${key}`))
  await reconcile(store, 'item', records('a1 b1'), records('a2 d1'))
  assert.equal(told, ['removed b', 'updated a', 'created d'])
})

merge('a client that is faster every other time: it is tried again, and the file wins', async () => {
  const store = filled(records('a1 b1'))
  let tries = 0
  const hurried: Store = {
    ...store,
    put(family, key, fields, seen) {
      if (++tries % 2 === 1) void store.put(family, key, { n: 100 + tries }, seen)
      return store.put(family, key, fields, seen)
    },
    remove(family, key, seen) {
      if (++tries % 2 === 1) void store.put(family, key, { n: 100 + tries }, seen)
      return store.remove(family, key, seen)
    },
  }
  await reconcile(hurried, 'item', records('a1 b1'), records('a2'))
  assert.is(await held(store), 'a2')
  assert.is(tries, 4)
})

merge('whatever three there are: the file where it changed, the store everywhere else, once and for all', async () => {
  const some = fc
    .dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', ''), fc.integer({ min: 1, max: 3 }))
    .map(from => new Map(Object.entries(from).map(([key, n]) => [key, { n }])))
  await fc.assert(
    fc.asyncProperty(some, some, some, async (before, after, now) => {
      const store = filled(now)
      await reconcile(store, 'item', before, after)
      const result = new Map((await store.list('item')).map(({ key, fields }) => [key, fields]))
      for (const key of ['a', 'b', 'c', 'd', '__proto__', '', 'z']) {
        const inFile = before.get(key)?.n !== after.get(key)?.n
        assert.is(result.get(key)?.['n'], (inFile ? after : now).get(key)?.n, key)
      }
      // The same text once more changes nothing.
      assert.equal(plan(after, after, result).edits, [])
    }),
    { numRuns: 500 },
  )
})

merge.run()
