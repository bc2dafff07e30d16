/** The comparison on servers of several kinds: true where both styles are served, and a failure where one is not as said. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { compare, type Comparison } from '../../src/compare/comparison.js'
import { NoSubject } from '../../src/compare/scene.js'
import { serverGround } from '../../src/compare/server-ground.js'
import { objectFixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/grammar.js'
import { start, type Started } from '../../src/server/start.js'
import { USERS, within } from '../harness.js'

const tests = suite('a comparison')

const onServer = async <T>(data: object, settings: Settings, use: (server: Started) => Promise<T>): Promise<T> => {
  const { fixture, issues } = await objectFixture(data as Parameters<typeof objectFixture>[0])
  if (fixture === undefined) throw new Error(JSON.stringify(issues))
  const server = await start(fixture, { host: '127.0.0.1', port: 0, legacy: true, ...settings })
  try {
    return await within(20_000, 'the comparison', use(server))
  } finally {
    await server.close()
  }
}

const failures = ({ proofs }: Comparison) =>
  proofs.flatMap(({ name, failed, requests }) => failed.map(what => `${name}: ${what} ${JSON.stringify(requests)}`))

const SCHEMA = { type: 'object', required: ['title'], properties: { title: { type: 'string', maxLength: 5 } } }

for (const [title, data, settings, item] of [
  ['the built-in family', USERS, {}, '/user/alice'],
  ['below a base', USERS, { base: '/api' }, '/api/user/alice'],
  [
    'with versions in the media type',
    USERS,
    { versions: { v1: { rename: { name: 'fullname' } }, v2: {} } },
    '/user/alice',
  ],
  ['where PUT creates', USERS, { put: 'create' }, '/user/alice'],
  ['another family, with numbers for keys', { books: [{ id: 1, title: 'Emma' }, { id: 7 }] }, {}, '/book/1'],
  ['keys that are not plain', { things: [{ id: 'a/b c' }] }, {}, '/thing/a%2Fb%20c'],
  ['the built-in family behind another', { books: [{ id: 1 }], ...USERS }, {}, '/user/alice'],
  [
    'a schema that refuses longer texts',
    {
      books: [{ id: 'a', title: 'Emma!', pages: 3 }],
      restage: { resources: { book: { schema: SCHEMA, gone: true } } },
    },
    {},
    '/book/a',
  ],
  ['a word that is its own plural', { sheep: [{ id: 'dolly' }] }, {}, '/sheep/dolly'],
  [
    'a field of few values, and no other',
    {
      books: [{ id: 'a', kind: 'novel' }],
      restage: {
        resources: {
          book: { schema: { properties: { id: {}, kind: { enum: ['poem', 'novel'] } }, additionalProperties: false } },
        },
      },
    },
    {},
    '/book/a',
  ],
  [
    'states',
    {
      ...USERS,
      restage: {
        resources: { user: { states: { field: 'status', initial: 'new', transitions: { new: ['old'], old: [] } } } },
      },
    },
    {},
    '/user/alice',
  ],
] as const)
  tests(`${title}: every proof holds, on ${item}, and all is put back`, () =>
    onServer(data, settings, async server => {
      const { world } = server.app.service
      const before = JSON.stringify([...(await world.state())].map(([, list]) => list.map(({ fields }) => fields)))
      const comparison = await compare(serverGround(server), undefined)
      assert.equal(failures(comparison), [])
      assert.ok(comparison.passed)
      assert.equal(
        comparison.deeds.map(({ restful }) => restful.request),
        [
          comparison.deeds[0]?.restful.request,
          ...['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(m => `${m} ${item}`),
        ],
      )
      const after = JSON.stringify([...(await world.state())].map(([, list]) => list.map(({ fields }) => fields)))
      assert.is(after, before)
    }),
  )

tests('what the deeds promise, and where the old style breaks it', () =>
  onServer(USERS, {}, async server => {
    const { deeds } = await compare(serverGround(server), 'bob')
    const rows = deeds.map(({ to, old, restful }) => [
      to,
      ...[old, restful].map(one => one && `${one.status} ${one.safe} ${one.idempotent} ${one.cacheable}`),
    ])
    assert.equal(rows, [
      ['create', '201 no no no', '201 no no no'],
      ['read', '200 yes yes yes', '200 yes yes yes'],
      ['replace', '200 no no no', '200 no yes no'],
      ['amend', undefined, '200 no no no'],
      ['remove', '204 broken yes broken', '204 no yes no'],
      ['ask', '405 yes yes no', '204 yes yes no'],
    ])
    assert.is(deeds[4]?.old?.request, 'GET /user/remove?username=bob')
  }),
)

tests('without the old style, proofs fail and say what was seen', () =>
  onServer(USERS, { legacy: false }, async server => {
    const { passed, proofs } = await compare(serverGround(server), undefined)
    assert.not(passed)
    const [prefetcher] = proofs
    assert.is(prefetcher?.passed, false)
    assert.is(prefetcher?.old, undefined)
    assert.is(prefetcher?.headline, undefined)
    assert.equal(prefetcher?.failed, ['GET on the old remove URLs removes what is listed'])
    assert.ok(prefetcher?.requests.old.includes('GET /user/remove?username=alice (Accept) -> 404'))
  }),
)

tests('where every answer of the old style is 200, what was said of it fails', () =>
  onServer(USERS, { legacy: { envelope: true } }, async server => {
    const { passed, proofs } = await compare(serverGround(server), undefined)
    assert.not(passed)
    assert.ok(proofs.filter(proof => !proof.passed).length >= 3)
  }),
)

for (const [title, data, wanted, said] of [
  ['a misspelt key', USERS, 'alcie', 'There is no user "alcie". Did you mean "alice" ?'],
  ['a key like no other', USERS, 'xyzxyz', 'There is no user "xyzxyz".'],
  ['no records', { users: [] }, undefined, 'The fixture has no record on which the styles could be compared.'],
] as const)
  tests(`${title}: nothing is compared`, () =>
    onServer(data, {}, async server => {
      try {
        await compare(serverGround(server), wanted)
      } catch (error) {
        assert.instance(error, NoSubject)
        assert.is((error as Error).message, said)
        return
      }
      assert.unreachable()
    }),
  )

tests.run()
