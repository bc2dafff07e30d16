/** What the part makes of an address, of a Link field, of a problem, and of two versions of a record. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Family } from '../../../../web/api.js'
import { collectionHash, newHash, readAddress, recordHash } from '../../../../web/parts/resources/address.js'
import { columnsOf, orderOf, sortedBy } from '../../../../web/parts/resources/columns.js'
import { differencesOf } from '../../../../web/parts/resources/differences.js'
import { readLinks } from '../../../../web/parts/resources/links.js'
import { planOf } from '../../../../web/parts/resources/plan.js'
import { placed, refusalOf } from '../../../../web/parts/resources/problem.js'
import { creating } from '../../../../web/parts/resources/requests.js'

const USER: Family = {
  singular: 'user',
  plural: 'users',
  key: 'username',
  collection: '/users',
  item: '/user/{username}',
  secrets: ['password'],
  enforced: true,
  schema: {
    type: 'object',
    properties: {
      roles: { type: 'array' },
      username: { type: 'string' },
      address: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map(name => [name, { type: 'string' }])),
      password: { type: 'string' },
    },
  },
  states: { field: 'a', initial: 'x', transitions: {} },
}

const tests = suite('reading')

for (const key of ['alice', 'a/b', 'mary ann', '日本', 'add', 'alice.json', '+', '?', '#', '%', '..', 'a?b=c'])
  tests(`#resources/user/… of "${key}" leads to it`, () => {
    const hash = recordHash('user', key)
    const url = new URL(`http://localhost/-/${hash}`)
    assert.equal(readAddress(url.hash.slice('#resources/'.length)), {
      singular: 'user',
      query: '',
      place: { of: 'record', key },
    })
  })

tests('#resources, #resources/user?sort=-age, #resources/user/+', () => {
  assert.equal(readAddress(''), { singular: undefined, query: '', place: { of: 'collection' } })
  assert.equal(readAddress(collectionHash('user', 'sort=-age').slice('#resources/'.length)), {
    singular: 'user',
    query: 'sort=-age',
    place: { of: 'collection' },
  })
  assert.equal(readAddress(newHash('user').slice('#resources/'.length)).place, { of: 'new' })
  assert.equal(readAddress('user/100%').place, { of: 'record', key: '100%' }, 'a bad escape is what it looks like')
})

const LINKS: readonly (readonly [string | null, Record<string, string>])[] = [
  [null, {}],
  ['</users?page=2>; rel="next"', { next: '/users?page=2' }],
  ['</a,b>; rel=next, </c>; title="x, y; rel=\\"no\\""; rel="prev first"', { next: '/a,b', prev: '/c', first: '/c' }],
  ['</a>; rel="alternate"; type="text/csv", </b>; rel="alternate", </c>; REL="Last"', { alternate: '/a', last: '/c' }],
]

for (const [field, links] of LINKS) tests(`Link: ${field}`, () => assert.equal(readLinks(field), links))

tests('a click on a column: up, down, as it was, each from the first page', () => {
  let query = 'limit=10&page=2&q=a'
  const seen = [1, 2, 3].map(() => {
    query = sortedBy(query, 'age')
    return [query, orderOf(query, 'age')]
  })
  assert.equal(seen, [
    ['limit=10&q=a&sort=age', 'ascending'],
    ['limit=10&q=a&sort=-age', 'descending'],
    ['limit=10&q=a', 'none'],
  ])
})

tests('columns: the key first, single values before lists and objects, no secret', () => {
  assert.equal(columnsOf(USER, []), ['username', 'a', 'b', 'c', 'd', 'e'])
  assert.equal(columnsOf({ ...USER, schema: {} }, [{ age: 1 }, { username: 'b', note: 'x' }]), [
    'username',
    'age',
    'note',
  ])
})

const problem = (status: number, more: object): { status: number; text: string } => ({
  status,
  text: JSON.stringify({ title: 'No', detail: 'No.', ...more }),
})

const REFUSALS: readonly (readonly [string, { status: number; text: string }, readonly (string | undefined)[]])[] = [
  ['a pointer', problem(422, { errors: [{ pointer: '#/address/city', detail: 'x' }] }), ['/address/city']],
  ['an escaped pointer to nothing', problem(422, { errors: [{ pointer: '#/a%20b~1c', detail: 'x' }] }), [undefined]],
  ['into a field', problem(422, { errors: [{ pointer: '#/roles/0', detail: 'x' }] }), ['/roles']],
  ['a missing member', problem(422, { errors: [{ pointer: '#', detail: 'It must have "b".' }] }), ['/b']],
  [
    'a missing member inside',
    problem(422, { errors: [{ pointer: '#/address', detail: 'must have "city"' }] }),
    ['/address/city'],
  ],
  ['the key is taken', problem(409, { type: '/-/problems/already-exists' }), ['/username']],
  ['no such step', problem(409, { type: '/api/-/problems/invalid-transition' }), ['/a']],
  ['nothing but a sentence', problem(428, {}), []],
  ['no problem at all', { status: 503, text: 'Sorry' }, []],
  ['a text for a problem', { status: 503, text: '"Sorry"' }, []],
]

for (const [title, answer, at] of REFUSALS)
  tests(`${answer.status}, ${title}: ${at.join() || 'at no field'}`, () => {
    const refusal = refusalOf(answer, USER)
    assert.is(refusal.status, answer.status)
    assert.ok(refusal.detail)
    assert.equal(
      placed(planOf(USER), refusal.faults).map(place => place.at),
      at,
    )
  })

tests('what differs: field by field, whoever has changed it, and nothing where both mean the same', () => {
  const before = { name: 'A', age: 1, same: 1, list: [1, 2], address: { city: 'x', zip: '1' }, gone: 1 }
  const theirs = { name: 'B', age: 1, same: 2, list: [1, 2], address: { zip: '1', city: 'y' }, gone: 1 }
  const yours = { name: 'C', age: 2, same: 2, list: [2, 1], address: { city: 'x', zip: '1' } }
  assert.equal(
    differencesOf(before, theirs, yours).map(({ path, changedBy }) => [path.join('.'), changedBy]),
    [
      ['name', 'both'],
      ['age', 'you'],
      ['list', 'you'],
      ['address.city', 'them'],
      ['gone', 'you'],
    ],
  )
})

tests('POST /user/<name>, unless no path can hold the name', () => {
  const request = creating(USER, { username: 'a/b', age: 1 })
  assert.equal([request.target, request.content], ['/user/a%2Fb', '{"age":1}'])
  for (const username of ['', '.', '..'])
    assert.equal(
      [creating(USER, { username }).target, creating(USER, { username }).content],
      ['/users', JSON.stringify({ username })],
    )
})

tests.run()
