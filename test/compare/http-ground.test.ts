/** The proofs where nothing is known of the server but what requests tell, as in a browser: they hold, and all is put back. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Subject } from '../../src/compare/ground.js'
import { prove } from '../../src/compare/proof.js'
import { PROOFS } from '../../src/compare/proofs/index.js'
import { NoSubject, sceneOn } from '../../src/compare/scene.js'
import { inTurn, type Exchange } from '../../src/compare/traffic.js'
import type { Settings } from '../../src/index.js'
import { ask, send, USERS, withServer } from '../harness.js'
import { httpGround } from './http-ground.js'

const tests = suite('proofs by requests alone')

const PERSON: Subject = {
  singular: 'user',
  plural: 'users',
  key: 'username',
  schema: { type: 'object', properties: { username: { type: 'string' }, active: { type: 'boolean' } } },
  secrets: ['password'],
}
const BOOK: Subject = {
  singular: 'book',
  plural: 'books',
  key: 'id',
  schema: { type: 'object', properties: { id: { type: 'integer' } } },
  secrets: [],
  state: 'status',
}
const STATES = { field: 'status', initial: 'new', transitions: { new: ['sold'], sold: [] } }
const BOOKS = { books: [{ id: 7, title: 'Emma' }], restage: { resources: { book: { states: STATES, gone: true } } } }
const SECRET = { properties: { password: { type: 'string', minLength: 8 } }, required: ['password'] }
const GUARDED = {
  users: [{ username: 'alice', name: 'Alice', password: 'white-rabbit' }],
  restage: { resources: { user: { schema: SECRET } } },
}

for (const [title, data, settings, families, item] of [
  ['the built-in family', USERS, {}, [PERSON], '/user/alice'],
  ['below a base', USERS, { base: '/api' }, [PERSON], '/api/user/alice'],
  ['where PUT creates', USERS, { put: 'create' }, [PERSON], '/user/alice'],
  ['numbers for keys, and states', BOOKS, {}, [BOOK], '/book/7'],
  ['a secret that each record must have', GUARDED, {}, [PERSON], '/user/alice'],
] as const)
  tests(`${title}: six proofs hold on ${item}, and what was there before is there again`, () =>
    withServer(data, { legacy: true, ...settings } as Settings, async api => {
      const url = new URL(api.url).origin
      const { base = '', put }: Settings = settings
      // Not what the fixture says, so that going back to the fixture would be seen.
      const changed = await send('PATCH', url + item, { note: 'of this very day' })
      assert.is(changed.status, 200, changed.text)
      const before = await ask(`${url}${base}/-/state`)

      const ground = await httpGround(url, base, families, put === 'create')
      const scene = await sceneOn(ground, undefined)
      assert.is(scene.item, item)
      const proofs = await inTurn(PROOFS, proof => prove(proof, scene))
      await ground.leave()

      assert.equal(
        proofs.flatMap(({ name, failed, requests }) =>
          failed.map(what => `${name}: ${what} ${JSON.stringify(requests)}`),
        ),
        [],
      )
      assert.is(proofs.length, 6)
      assert.is((await ask(`${url}${base}/-/state`)).text, before.text)
      assert.equal(Object.keys((await ask(`${url}${base}/-/snapshots`)).json()), ['fixture'])
    }),
  )

tests('each exchange is told as it happens: what was sent, what came, and whose it is', () =>
  withServer(USERS, { legacy: true }, async ({ url }) => {
    const scene = await sceneOn(await httpGround(url, '', [PERSON], false), 'bob')
    const told: (readonly [string, Exchange])[] = []
    const watch = async (side: string, exchange: Exchange) => {
      // Were the next request sent meanwhile, they would be told in another order.
      await new Promise(resolve => setTimeout(resolve, told.length % 2 === 0 ? 20 : 0))
      told.push([side, exchange])
    }
    const lost = PROOFS.find(({ name }) => name === 'the lost update')
    assert.ok(lost)
    const { requests } = await prove(lost, scene, watch)
    for (const side of ['old', 'restful'] as const)
      assert.equal(
        told.filter(([one]) => one === side).map(([, { method, path, status }]) => `${method} ${path} ${status}`),
        requests[side].map(line => line.replace(/(?: \(.*\))? ->/, '')),
      )
    const refused = told.find(([, { status }]) => status === 412)?.[1]
    assert.ok(refused)
    const { headers = {}, content } = refused.asked
    assert.is(headers['Content-Type'], 'application/json')
    assert.match(headers['If-Match'] ?? '', /^"/)
    assert.is((content as Record<string, unknown>)['username'], 'bob')
    assert.match(refused.headers.get('content-type') ?? '', /problem\+json/)
    assert.match(refused.text, /"status": ?412/)
  }),
)

tests('a watcher that breaks off ends the proof, and all is put back', () =>
  withServer(USERS, { legacy: true }, async ({ url }) => {
    const ground = await httpGround(url, '', [PERSON], false)
    const scene = await sceneOn(ground, undefined)
    const before = await ground.state()
    const [prefetcher] = PROOFS
    assert.ok(prefetcher)
    const { passed, failed, headline } = await prove(prefetcher, scene, () => {
      throw new Error('Left.')
    })
    assert.equal([passed, failed, headline], [false, ['Left.'], undefined])
    assert.is(await ground.state(), before)
  }),
)

for (const [title, data, settings, said] of [
  [
    'a server that wants If-Match',
    USERS,
    { requireMatch: true },
    'PUT /user/alice is answered with 428, whatever is changed, so there is nothing that two could change.',
  ],
  [
    'nobody is logged in',
    USERS,
    { auth: { protect: 'writes' } },
    'PUT /user/alice is answered with 401, whatever is changed, so there is nothing that two could change.',
  ],
  [
    'a schema for one record',
    {
      users: [{ username: 'alice' }],
      restage: { resources: { user: { schema: { properties: { username: {} }, additionalProperties: false } } } },
    },
    {},
    'The schema lets no field of /user/alice be changed, so there is nothing that two could change.',
  ],
] as const)
  tests(`${title}: there is nothing to compare, and it says why`, () =>
    withServer(data, { legacy: true, ...settings } as Settings, async ({ url }) => {
      const ground = await httpGround(url, '', [PERSON], false)
      const before = await ground.state()
      const error: unknown = await sceneOn(ground, undefined).catch((reason: unknown) => reason)
      assert.instance(error, NoSubject)
      assert.is((error as Error).message, said)
      assert.is(await ground.state(), before)
    }),
  )

tests.run()
