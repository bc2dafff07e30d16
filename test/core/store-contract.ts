/** What every store must do, wherever it keeps its records: one suite, run against each. */

// oxlint-disable no-await-in-loop -- what is tested is one thing after the other

import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Change } from '../../src/core/changes.js'
import type { Fields } from '../../src/core/json.js'
import { ABSENT, type Entry, type Store } from '../../src/core/store.js'

/** Makes an empty store; `now` is the clock that it is to use. */
export type StoreFactory = (now: () => number) => Store | Promise<Store>

const HOSTILE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a/b', '日本', ' ']

export const storeContract = (name: string, open: StoreFactory): void => {
  const contract = suite(`the contract of a store: ${name}`)
  const fresh = (): Store | Promise<Store> => open(() => 1000)

  contract('what was never put is not there', async () => {
    const store = await fresh()
    assert.is(await store.get('user', 'alice'), undefined)
    assert.equal(await store.list('user'), [])
    assert.equal(await store.page('user', 0, 10), { entries: [], total: 0 })
    assert.is(await store.remove('user', 'alice', ABSENT), false)
    assert.is(await store.remove('user', 'alice', 1), false)
  })

  contract(
    'who watches is told of each change in order, with the record before and after, until they leave',
    async () => {
      const store = await fresh()
      const told: Change[] = []
      const leave = store.watch(change => told.push(change))
      const others: Change[] = []
      const leaveToo = store.watch(change => others.push(change))
      const first = await store.put('user', 'alice', { age: 30 }, ABSENT)
      const second = await store.put('user', 'alice', { age: 31 }, first?.revision ?? -1)
      // What did not happen is not told.
      await store.put('user', 'alice', { age: 32 }, first?.revision ?? -1)
      await store.remove('user', 'alice', ABSENT)
      leaveToo()
      await store.remove('user', 'alice', second?.revision ?? -1)
      leave()
      await store.put('user', 'bob', {}, ABSENT)
      assert.equal(
        told.map(({ kind, family, key, entry, before }) => [kind, family, key, entry?.fields, before?.fields]),
        [
          ['created', 'user', 'alice', { age: 30 }, undefined],
          ['updated', 'user', 'alice', { age: 31 }, { age: 30 }],
          ['removed', 'user', 'alice', undefined, { age: 31 }],
        ],
      )
      assert.is(others.length, 2)
      const revisions = told.map(({ revision }) => revision)
      assert.equal(
        revisions,
        [...new Set(revisions)].toSorted((a, b) => a - b),
      )
      assert.is(told[0]?.entry?.revision, told[0]?.revision)
    },
  )

  contract('a state that is restored is there again, its order included, and only what differs is told', async () => {
    const store = await fresh()
    for (const key of ['a', 'b', 'c']) await store.put('user', key, { key }, ABSENT)
    const before = await store.list('user')
    const state = new Map([['user', before]])
    const [first, second] = before
    await store.remove('user', 'a', first?.revision ?? -1)
    const changed = await store.put('user', 'b', { key: 'B' }, second?.revision ?? -1)
    await store.put('user', 'd', {}, ABSENT)
    await store.put('book', 'x', {}, ABSENT)
    const told: Change[] = []
    store.watch(change => told.push(change))
    await store.restore(state)
    assert.equal(
      (await store.list('user')).map(({ key, fields }) => [key, fields]),
      before.map(({ key, fields }) => [key, fields]),
    )
    assert.equal(await store.list('book'), [])
    assert.equal(told.map(({ kind, key }) => `${kind} ${key}`).toSorted(), [
      'created a',
      'removed d',
      'removed x',
      'updated b',
    ])
    // A revision is never used twice, so who saw b before is told that it has changed since.
    assert.ok(((await store.get('user', 'b'))?.revision ?? 0) > (changed?.revision ?? 0))
    assert.is(await store.get('user', 'c'), before[2])
  })

  contract('a removal tells where the record stood', async () => {
    const store = await fresh()
    const places: (number | undefined)[] = []
    store.watch(({ kind, index }) => kind === 'removed' && places.push(index))
    for (let number = 0; number < 1200; number++) await store.put('user', `u${number}`, {}, ABSENT)
    for (const number of [0, 1199, 700]) {
      const entry = await store.get('user', `u${number}`)
      await store.remove('user', `u${number}`, entry?.revision ?? -1)
    }
    assert.equal(places, [0, 1198, 699])
  })

  contract('what was put is there, with key, revision, time and fields', async () => {
    let now = 5
    const store = await open(() => now)
    const first = await store.put('user', 'alice', { age: 30 }, ABSENT)
    assert.is(first?.key, 'alice')
    assert.is(first?.modified, 5)
    assert.equal(first?.fields, { age: 30 })
    assert.ok((first?.revision ?? ABSENT) > ABSENT)
    assert.equal(await store.get('user', 'alice'), first)
    now = 6
    const second = await store.put('user', 'alice', { age: 31 }, first?.revision ?? -1)
    assert.is(second?.modified, 6)
    assert.ok((second?.revision ?? 0) > (first?.revision ?? 0))
    assert.equal(await store.get('user', 'alice'), second)
  })

  contract('an entry does not change when the record does', async () => {
    const store = await fresh()
    const first = await store.put('user', 'alice', { age: 30 }, ABSENT)
    const copy = structuredClone(first)
    await store.put('user', 'alice', { age: 31 }, first?.revision ?? -1)
    assert.equal(first, copy)
  })

  contract('a put that has seen another revision does nothing', async () => {
    const store = await fresh()
    const first = await store.put('user', 'alice', { n: 1 }, ABSENT)
    const revision = first?.revision ?? -1
    for (const seen of [ABSENT, revision - 1, revision + 1, -1, Number.NaN]) {
      if (seen === revision) continue
      assert.is(await store.put('user', 'alice', { n: 2 }, seen), undefined, String(seen))
      assert.is(await store.remove('user', 'alice', seen), false, String(seen))
    }
    assert.equal(await store.get('user', 'alice'), first)
    for (const seen of [revision, -1, 7]) assert.is(await store.put('user', 'bob', {}, seen), undefined)
    assert.is(await store.get('user', 'bob'), undefined)
    assert.equal(
      (await store.list('user')).map(({ key }) => key),
      ['alice'],
    )
  })

  contract('of two writers who saw the same, exactly one wins', async () => {
    const store = await fresh()
    const first = await store.put('user', 'alice', { n: 0 }, ABSENT)
    const seen = first?.revision ?? -1
    const outcomes = await Promise.all([1, 2].map(n => store.put('user', 'alice', { n }, seen)))
    const winners = outcomes.filter((entry): entry is Entry => entry !== undefined)
    assert.is(winners.length, 1)
    assert.equal(await store.get('user', 'alice'), winners[0])
  })

  contract('of fifty who create the same, exactly one wins', async () => {
    const store = await fresh()
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => store.put('user', 'alice', { n }, ABSENT)))
    assert.is(outcomes.filter(entry => entry !== undefined).length, 1)
  })

  contract('of a writer and a remover who saw the same, exactly one wins', async () => {
    for (const order of ['write first', 'remove first']) {
      const store = await fresh()
      const seen = (await store.put('user', 'alice', {}, ABSENT))?.revision ?? -1
      const write = async (): Promise<boolean> => (await store.put('user', 'alice', { n: 1 }, seen)) !== undefined
      const remove = async (): Promise<boolean> => await store.remove('user', 'alice', seen)
      const tries = order === 'write first' ? [write, remove] : [remove, write]
      const outcomes = await Promise.all(tries.map(attempt => attempt()))
      assert.is(outcomes.filter(Boolean).length, 1, order)
    }
  })

  contract('a revision is never used again, not after a removal either', async () => {
    const store = await fresh()
    const first = (await store.put('user', 'alice', {}, ABSENT))?.revision ?? -1
    assert.is(await store.remove('user', 'alice', first), true)
    assert.is(await store.get('user', 'alice'), undefined)
    assert.is(await store.put('user', 'alice', {}, first), undefined)
    const again = (await store.put('user', 'alice', {}, ABSENT))?.revision ?? -1
    assert.ok(again > first)
    assert.is(await store.remove('user', 'alice', first), false)
  })

  contract('revisions grow over all records and families', async () => {
    const store = await fresh()
    const revisions: number[] = []
    for (const [family, key] of [
      ['user', 'a'],
      ['book', 'a'],
      ['user', 'b'],
    ] as const) {
      revisions.push((await store.put(family, key, {}, ABSENT))?.revision ?? -1)
    }
    assert.equal(
      revisions,
      [...new Set(revisions)].toSorted((a, b) => a - b),
    )
  })

  contract('the list is in the order of creation; a change keeps the place, a new creation does not', async () => {
    const store = await fresh()
    const keys = async (): Promise<string[]> => (await store.list('user')).map(({ key }) => key)
    const b = await store.put('user', 'b', {}, ABSENT)
    await store.put('user', 'a', {}, ABSENT)
    await store.put('user', '1', {}, ABSENT)
    assert.equal(await keys(), ['b', 'a', '1'])
    const changed = await store.put('user', 'b', { n: 1 }, b?.revision ?? -1)
    assert.equal(await keys(), ['b', 'a', '1'])
    await store.remove('user', 'b', changed?.revision ?? -1)
    await store.put('user', 'b', {}, ABSENT)
    assert.equal(await keys(), ['a', '1', 'b'])
  })

  contract('the list is the same array until something changes, and an old one stays as it was', async () => {
    const store = await fresh()
    const entry = await store.put('user', 'a', {}, ABSENT)
    const list = await store.list('user')
    assert.is(await store.list('user'), list)
    await store.put('user', 'a', {}, ABSENT)
    assert.is(await store.list('user'), list, 'a write that lost is no change')
    await store.put('user', 'b', {}, ABSENT)
    const longer = await store.list('user')
    assert.is(list.length, 1)
    assert.is(longer.length, 2)
    await store.remove('user', 'a', entry?.revision ?? -1)
    assert.is(longer.length, 2)
    assert.is((await store.list('user')).length, 1)
  })

  contract('a page is a stretch of the list, with the length of all of it', async () => {
    const store = await fresh()
    for (let n = 0; n < 1300; n++) await store.put('user', String(n), { n }, ABSENT)
    // Holes of every size: single records, a hundred in a row, more than six hundred.
    for (let n = 0; n < 1300; n++) {
      if (n % 7 === 0 || (n > 100 && n < 200) || (n > 500 && n < 1150))
        await store.remove('user', String(n), (await store.get('user', String(n)))?.revision ?? -1)
    }
    const changed = await store.get('user', '499')
    await store.put('user', '499', { n: -1 }, changed?.revision ?? -1)
    await store.put('user', '0', { n: 0 }, ABSENT)
    const list = await store.list('user')
    for (const [offset, limit] of [
      [0, 1],
      [0, 10],
      [90, 200],
      [list.length - 1, 10],
      [list.length, 10],
      [list.length + 1000, 10],
      [0, 5000],
      [5, 0],
    ] as const) {
      const { entries, total } = await store.page('user', offset, limit)
      assert.is(total, list.length)
      assert.equal(entries, list.slice(offset, offset + limit), `${offset}, ${limit}`)
    }
  })

  contract('a page that was given out stays as it was', async () => {
    const store = await fresh()
    const a = await store.put('user', 'a', { n: 1 }, ABSENT)
    const page = await store.page('user', 0, 10)
    await store.put('user', 'b', {}, ABSENT)
    await store.put('user', 'a', { n: 2 }, a?.revision ?? -1)
    assert.equal(page, { entries: [a], total: 1 })
  })

  contract('families do not see each other', async () => {
    const store = await fresh()
    await store.put('user', 'a', { n: 1 }, ABSENT)
    assert.is(await store.get('book', 'a'), undefined)
    assert.equal(await store.list('book'), [])
    assert.ok(await store.put('book', 'a', { n: 2 }, ABSENT))
    assert.equal((await store.get('user', 'a'))?.fields, { n: 1 })
  })

  contract('names that an object knows already are ordinary names', async () => {
    const store = await fresh()
    for (const family of HOSTILE_NAMES) {
      for (const key of HOSTILE_NAMES) {
        assert.is(await store.get(family, key), undefined)
        assert.is((await store.put(family, key, { key }, ABSENT))?.key, key)
        assert.equal((await store.get(family, key))?.fields, { key })
      }
    }
  })

  contract('does what a plain table would do, whatever the order', async () => {
    const step = fc.record({
      verb: fc.constantFrom('put', 'put', 'remove'),
      key: fc.constantFrom('a', 'b', 'c'),
      stale: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
        const store = await fresh()
        const model = new Map<string, { revision: number; fields: Fields }>()
        for (const [n, { verb, key, stale }] of steps.entries()) {
          const known = model.get(key)
          const seen = (known?.revision ?? ABSENT) + (stale ? 1 : 0)
          if (verb === 'put') {
            const entry = await store.put('user', key, { n }, seen)
            assert.is(entry !== undefined, !stale)
            if (entry) model.set(key, { revision: entry.revision, fields: { n } })
          } else {
            const removed = await store.remove('user', key, seen)
            assert.is(removed, !stale && known !== undefined)
            if (removed) model.delete(key)
          }
        }
        const listed = (await store.list('user')).map(({ key, revision, fields }) => [key, { revision, fields }])
        assert.equal(listed, [...model])
        const { entries, total } = await store.page('user', 1, 1)
        assert.is(total, model.size)
        assert.equal(
          entries.map(({ key }) => key),
          [...model.keys()].slice(1, 2),
        )
      }),
      { numRuns: 300 },
    )
  })

  contract.run()
}
