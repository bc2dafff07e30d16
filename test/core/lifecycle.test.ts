/** The actions: what each does to a record, and that it does nothing when somebody else was first. */

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Family } from '../../src/core/family.js'
import type { Fields } from '../../src/core/json.js'
import { create, remove, replace, retrieve, type Action, type Outcome, type Target } from '../../src/core/lifecycle.js'
import { ABSENT, memoryStore, type Store } from '../../src/core/store.js'

const family: Family = { singular: 'book', plural: 'books', key: 'isbn', secrets: ['pin', 'code'], schema: {} }

/** A target as it looks to one who has just looked. */
const seen = async (store: Store, key: string, fields: Fields = {}): Promise<Target> => {
  const current = await store.get(family.singular, key)
  return { store, family, key, current, fields }
}

const act = async (action: Action, target: Target): Promise<Outcome> => await action.perform(target)

const stored = async (store: Store, key: string): Promise<Fields | undefined> =>
  (await store.get(family.singular, key))?.fields

const shelf = async (fields: Fields): Promise<Store> => {
  const store = memoryStore(() => 0)
  await store.put(family.singular, '1', fields, ABSENT)
  return store
}

test('create stores what was absent', async () => {
  const store = memoryStore(() => 0)
  const outcome = await act(create, await seen(store, '1', { isbn: '1', title: 'Alice' }))
  assert.is(outcome.done, 'created')
  assert.equal(await stored(store, '1'), { isbn: '1', title: 'Alice' })
})

test('create does nothing where somebody was first', async () => {
  const store = memoryStore(() => 0)
  const target = await seen(store, '1', { title: 'late' })
  await store.put(family.singular, '1', { title: 'first' }, ABSENT)
  assert.equal(await act(create, target), { done: 'overtaken' })
  assert.equal(await stored(store, '1'), { title: 'first' })
})

test('of two who create the same at once exactly one does', async () => {
  const store = memoryStore(() => 0)
  const target = await seen(store, '1')
  const outcomes = await Promise.all([1, 2].map(n => act(create, { ...target, fields: { n } })))
  assert.equal(outcomes.map(({ done }) => done).toSorted(), ['created', 'overtaken'])
})

test('retrieve answers with what was seen and changes nothing', async () => {
  const store = await shelf({ title: 'Alice' })
  const target = await seen(store, '1')
  assert.equal(await act(retrieve, target), { done: 'retrieved', entry: target.current })
  assert.equal(await act(retrieve, await seen(store, '2')), { done: 'overtaken' })
  assert.is(await store.get(family.singular, '2'), undefined)
})

test('replace leaves nothing of the old but secrets that were left out', async () => {
  const table: readonly (readonly [before: Fields, sent: Fields, after: Fields])[] = [
    [{ a: 1, b: 2 }, { b: 3 }, { b: 3 }],
    [{ a: 1 }, {}, {}],
    [{ a: 1, pin: 'x' }, { a: 2 }, { a: 2, pin: 'x' }],
    [{ pin: 'x', code: 'y' }, { code: 'z' }, { code: 'z', pin: 'x' }],
    [{ pin: 'x' }, { pin: 'y' }, { pin: 'y' }],
    [{ pin: 'x' }, { pin: null }, { pin: null }],
    [{ pin: null }, {}, { pin: null }],
    [{}, { pin: 'y' }, { pin: 'y' }],
    // Only at the top: what is called the same deeper down is not a secret.
    [{ deep: { pin: 'x' } }, { deep: {} }, { deep: {} }],
  ]
  await Promise.all(
    table.map(async ([before, sent, after]) => {
      const store = await shelf(before)
      const outcome = await act(replace, await seen(store, '1', sent))
      assert.is(outcome.done, 'replaced')
      assert.equal(await stored(store, '1'), after, JSON.stringify(sent))
      assert.equal('entry' in outcome ? outcome.entry : undefined, await store.get(family.singular, '1'))
    }),
  )
})

test('replace handles a member called __proto__ as data', async () => {
  const store = await shelf({ pin: 'x' })
  await act(replace, await seen(store, '1', JSON.parse('{"__proto__":{"admin":true}}') as Fields))
  const fields = (await stored(store, '1')) ?? {}
  assert.is(JSON.stringify(fields), '{"__proto__":{"admin":true},"pin":"x"}')
  assert.is((fields as { admin?: unknown }).admin, undefined)
})

test('replace does not change what it was given', async () => {
  const store = await shelf({ pin: 'x' })
  const sent = Object.freeze({ a: 1 })
  await act(replace, await seen(store, '1', sent))
  assert.equal(sent, { a: 1 })
})

test('replace does nothing where there is nothing, or where it was overtaken', async () => {
  const store = await shelf({ n: 0 })
  assert.equal(await act(replace, await seen(store, '2', { n: 1 })), { done: 'overtaken' })
  assert.is(await stored(store, '2'), undefined)
  const target = await seen(store, '1', { n: 2 })
  assert.is((await act(replace, await seen(store, '1', { n: 1 }))).done, 'replaced')
  assert.equal(await act(replace, target), { done: 'overtaken' })
  assert.equal(await stored(store, '1'), { n: 1 })
})

test('remove removes once', async () => {
  const store = await shelf({})
  const target = await seen(store, '1')
  assert.equal(await act(remove, target), { done: 'removed' })
  assert.equal(await act(remove, target), { done: 'overtaken' })
  assert.equal(await act(remove, await seen(store, '1')), { done: 'overtaken' })
})

test('remove does nothing where the record was changed, or removed and created again', async () => {
  const store = await shelf({ n: 0 })
  const target = await seen(store, '1')
  await act(replace, await seen(store, '1', { n: 1 }))
  assert.equal(await act(remove, target), { done: 'overtaken' })
  await act(remove, await seen(store, '1'))
  await act(create, await seen(store, '1', { n: 2 }))
  assert.equal(await act(remove, target), { done: 'overtaken' })
  assert.equal(await stored(store, '1'), { n: 2 })
})

test('each action says what it expects and what it reads', () => {
  assert.equal(
    [create, retrieve, replace, remove].map(({ name, expects, content }) => [name, expects, content]),
    [
      ['create', 'absent', 'optional'],
      ['retrieve', 'present', 'none'],
      ['replace', 'present', 'required'],
      ['remove', 'present', 'none'],
    ],
  )
})

test.run()
