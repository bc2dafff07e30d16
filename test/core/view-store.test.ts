/** A store seen through lenses keeps the contract of a store, and of the records what its version does not show. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Change } from '../../src/core/changes.js'
import { lensOf } from '../../src/core/lens.js'
import { ABSENT, memoryStore } from '../../src/core/store.js'
import { viewStore } from '../../src/core/view-store.js'
import { storeContract } from './store-contract.js'

const renaming = lensOf({ rename: { years: 'age', label: 'name' }, omit: ['hidden'], add: {} })

storeContract('seen by another version', now => viewStore(memoryStore(now), new Map([['user', renaming]])))

const views = suite('a store seen by another version')

const v1 = lensOf({ rename: { name: 'fullName' }, omit: ['roles'], add: { nickname: '' } })
const open = () => {
  const stored = memoryStore(() => 1000)
  void stored.put('user', 'alice', { name: 'Alice', roles: ['admin'] }, ABSENT)
  return { stored, view: viewStore(stored, new Map([['user', v1]])) }
}

views('the same entry and the same list until something changes', async () => {
  const { view } = open()
  const [before, list] = [await view.get('user', 'alice'), await view.list('user')]
  assert.equal(before?.fields, { fullName: 'Alice', nickname: '' })
  assert.is(await view.get('user', 'alice'), before)
  assert.is(await view.list('user'), list)
  assert.is(list[0], before)
  assert.is((await view.page('user', 0, 10)).entries[0], before)
  await view.put('user', 'alice', { fullName: 'Al' }, before?.revision ?? ABSENT)
  assert.is.not(await view.get('user', 'alice'), before)
  assert.is.not(await view.list('user'), list)
})

views('who writes with an old revision changes nothing', async () => {
  const { stored, view } = open()
  const seen = (await view.get('user', 'alice'))?.revision ?? ABSENT
  await stored.put('user', 'alice', { name: 'Al', roles: [] }, seen)
  assert.is(await view.put('user', 'alice', { fullName: 'late' }, seen), undefined)
  assert.is(await view.put('user', 'alice', { fullName: 'late' }, ABSENT), undefined)
  assert.equal((await stored.get('user', 'alice'))?.fields, { name: 'Al', roles: [] })
})

views('changes are told in the names of the version, whoever made them', async () => {
  const { stored, view } = open()
  const told: Change[] = []
  const leave = view.watch(change => told.push(change))
  const seen = (await stored.get('user', 'alice'))?.revision ?? ABSENT
  await stored.put('user', 'alice', { name: 'Al', roles: [] }, seen)
  await stored.put('book', '1', { name: 'Alice in Wonderland' }, ABSENT)
  leave()
  assert.equal(
    told.map(({ kind, entry, before }) => [kind, entry?.fields, before?.fields]),
    [
      ['updated', { fullName: 'Al', nickname: '' }, { fullName: 'Alice', nickname: '' }],
      ['created', { name: 'Alice in Wonderland' }, undefined],
    ],
  )
  assert.is(told[0]?.entry, await view.get('user', 'alice'))
})

views('behind an entry of the version is the stored one', async () => {
  const { stored, view } = open()
  const entry = await view.get('user', 'alice')
  assert.ok(entry)
  assert.is(view.behind(entry), await stored.get('user', 'alice'))
  assert.is(view.view('user', view.behind(entry)), entry)
})

views.run()
