/** What was removed is remembered, until it is made anew or there is too much of it. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { graves } from '../../src/core/graves.js'

const tests = suite('what was removed')

tests('removed, made anew, removed again; each family for itself', () => {
  const kept = graves()
  const note = (kind: 'created' | 'updated' | 'removed', family: string, key: string) =>
    kept.note({ kind, family, key })
  note('created', 'user', 'a')
  assert.not(kept.has('user', 'a'))
  note('removed', 'user', 'a')
  assert.ok(kept.has('user', 'a'))
  assert.not(kept.has('book', 'a'))
  assert.not(kept.has('user', 'b'))
  note('created', 'user', 'a')
  assert.not(kept.has('user', 'a'))
  note('removed', 'user', 'a')
  assert.ok(kept.has('user', 'a'))
})

tests('the oldest is forgotten first, in each family', () => {
  const kept = graves(3)
  kept.note({ kind: 'removed', family: 'book', key: 'a' })
  for (const key of ['a', 'b', 'c', 'a', 'd']) kept.note({ kind: 'removed', family: 'user', key })
  const known = ['a', 'b', 'c', 'd'].filter(key => kept.has('user', key))
  assert.equal(known, ['a', 'c', 'd'])
  assert.ok(kept.has('book', 'a'))
})

tests('10,000 and no more', () => {
  const kept = graves()
  for (let index = 0; index < 10_001; index++) kept.note({ kind: 'removed', family: 'user', key: String(index) })
  assert.equal([kept.has('user', '0'), kept.has('user', '1'), kept.has('user', '10000')], [false, true, true])
})

tests.run()
