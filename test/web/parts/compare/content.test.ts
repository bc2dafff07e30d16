/** What the comparison proposes to send: fit to be sent, and about the record that is looked at. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Family, Fields } from '../../../../web/api.js'
import { proposalFor } from '../../../../web/parts/compare/content.js'
import { named } from '../../../../web/parts/compare/deeds.js'

const USER: Family = {
  singular: 'user',
  plural: 'users',
  key: 'username',
  collection: '/users',
  item: '/user/{username}',
  schema: {
    properties: {
      username: { type: 'string' },
      name: { type: 'string' },
      email: { type: 'string' },
      age: { type: 'integer' },
      password: { type: 'string' },
    },
    required: ['username', 'name', 'age', 'password'],
  },
  enforced: false,
  secrets: ['password'],
}
const BOOK: Family = {
  ...USER,
  singular: 'book',
  plural: 'books',
  key: 'id',
  schema: { properties: { id: { type: 'integer' }, state: { enum: ['in', 'out'] }, title: { type: 'string' } } },
  states: { field: 'state', initial: 'in', transitions: {} },
  secrets: [],
}
const ALICE: Fields = { username: 'alice', name: 'Alice', age: 24 }

const tests = suite('what the comparison proposes')

/** Deed, family, records, the key that is looked at: the key and the content that are proposed. */
const ROWS: readonly (readonly [string, Family, readonly Fields[], string, string, Fields | undefined])[] = [
  ['add', USER, [ALICE], '', 'carol', { name: 'Carol', email: 'carol@example.com' }],
  ['add', USER, [ALICE, { username: 'carol' }], 'alice', 'dave', { name: 'Dave', email: 'dave@example.com' }],
  ['add', USER, [], '', 'carol', { name: 'Carol', email: 'carol@example.com' }],
  [
    'add',
    { ...USER, enforced: true },
    [ALICE],
    '',
    'carol',
    { name: 'Carol', email: 'carol@example.com', age: 24, password: 'change-me-please' },
  ],
  ['add', BOOK, [{ id: 7, title: 'x' }], '', '8', { title: '8' }],
  ['get', USER, [ALICE], '', 'alice', undefined],
  ['get', USER, [ALICE], 'nobody', 'alice', undefined],
  ['get', USER, [], 'nobody', '', undefined],
  ['update', USER, [ALICE], 'alice', 'alice', { name: 'Alice II', age: 24 }],
  ['update', BOOK, [{ id: 7, state: 'in', pages: 3 }], '7', '7', { state: 'in', pages: 4 }],
  ['update', BOOK, [{ id: 7, state: 'in' }], '7', '7', { state: 'in', note: 'changed' }],
  ['remove', USER, [{ username: 'bob' }, ALICE], 'alice', 'alice', undefined],
]
for (const [deed, family, records, key, wanted, content] of ROWS)
  tests(`${deed} ${family.singular} "${key}" of ${records.length}: ${wanted} ${JSON.stringify(content)}`, () => {
    const proposed = proposalFor(named(deed), family, records, key)
    assert.is(proposed.key, wanted)
    assert.equal(proposed.content, content)
  })

tests.run()
