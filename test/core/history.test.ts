/** The history of events: what can still be told to somebody who has seen some of them. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { history, type Past } from '../../src/core/history.js'

const past = suite('history')

interface Row {
  readonly title: string
  /** Revisions, each with its size. */
  readonly events: readonly (readonly [revision: number, size: number])[]
  readonly bounds: { readonly events: number; readonly size: number }
  /** What came after a revision; null: not known. */
  readonly since: Readonly<Record<number, readonly number[] | null>>
}

const WIDE = { events: 100, size: 1000 }

for (const { title, events, bounds, since } of [
  { title: 'nothing yet', events: [], bounds: WIDE, since: { 0: [], 1: null } },
  {
    title: 'all kept',
    events: [
      [5, 1],
      [6, 1],
      [9, 1],
    ],
    bounds: WIDE,
    since: { 0: [5, 6, 9], 4: [5, 6, 9], 5: [6, 9], 7: [9], 9: [], 10: null },
  },
  {
    title: 'the oldest forgotten, by number: whoever has seen the last that is forgotten misses nothing',
    events: [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ],
    bounds: { events: 2, size: 1000 },
    since: { 0: null, 1: null, 2: [3, 4], 3: [4], 4: [], 5: null },
  },
  {
    title: 'the oldest forgotten, by size',
    events: [
      [1, 600],
      [2, 300],
      [3, 300],
    ],
    bounds: WIDE,
    since: { 0: null, 1: [2, 3], 2: [3], 3: [] },
  },
  {
    title: 'one that is too large alone',
    events: [
      [1, 10],
      [2, 2000],
    ],
    bounds: WIDE,
    since: { 0: null, 1: null, 2: [] },
  },
  {
    title: 'none kept at all',
    events: [[3, 1]],
    bounds: { events: 0, size: 1000 },
    since: { 0: null, 2: null, 3: [] },
  },
] satisfies readonly Row[] as readonly Row[])
  past(title, () => {
    const kept = history<Past>()
    for (const [revision, size] of events) kept.add({ revision, size })
    assert.is(kept.now, events.at(-1)?.[0] ?? 0)
    kept.trim(bounds)
    for (const [revision, expected] of Object.entries(since)) {
      const seen = Number(revision)
      assert.equal(kept.since(seen)?.map(event => event.revision) ?? null, expected, `since ${revision}`)
      assert.is(kept.knows(seen), expected !== null, `knows ${revision}`)
    }
  })

past('nothing is forgotten before somebody says so, and nothing is counted twice', () => {
  const kept = history<Past>()
  for (let revision = 1; revision <= 50; revision++) kept.add({ revision, size: 10 })
  assert.is(kept.since(0)?.length, 50)
  for (let revision = 51; revision <= 500; revision++) {
    kept.add({ revision, size: 10 })
    kept.trim({ events: 1000, size: 100 })
    assert.is(kept.since(revision - 10)?.length, 10)
    assert.is(kept.since(revision - 11), undefined)
  }
})

past.run()
