/** 410 for what was removed, where a family wants it: in every method and both styles, until it is made anew. */

import * as assert from 'uvu/assert'
import { suite } from 'uvu'
import { assemble } from '../../src/app.js'
import { configure } from '../../src/config.js'
import type { Family } from '../../src/core/family.js'
import { memoryStore } from '../../src/core/store.js'
import { platformOf } from '../platform.js'
import { ask, send, served, USERS } from '../harness.js'

const DATA = { ...USERS, books: [{ isbn: '1', title: 'One' }] }
const SETTINGS = { legacy: true, resources: { user: { gone: true } } } as const

const { test, run } = served('what was removed', SETTINGS, DATA)

for (const [method, path, content] of [
  ['GET', '/user/alice', undefined],
  ['HEAD', '/user/alice', undefined],
  ['GET', '/users/alice', undefined],
  ['PUT', '/user/alice', { name: 'x' }],
  ['PATCH', '/user/alice', { name: 'x' }],
  ['DELETE', '/user/alice', undefined],
  ['GET', '/user/get?username=alice', undefined],
  ['GET', '/user/remove?username=alice', undefined],
  ['POST', '/user/update?username=alice', { name: 'x' }],
] as const)
  test(`${method} ${path} after DELETE: 410`, async ({ url }) => {
    assert.is((await ask(`${url}/user/alice`, { method: 'DELETE' })).status, 204)
    const answer = content === undefined ? await ask(url + path, { method }) : await send(method, url + path, content)
    assert.is(answer.status, 410)
    if (method !== 'HEAD') assert.is(answer.json()['type'], '/-/problems/gone')
    assert.is((await ask(`${url}/user/bob`)).status, 200)
    assert.is((await ask(`${url}/user/nobody`)).status, 404)
  })

for (const path of ['/user/alice', '/users', '/user/add?username=alice'])
  test(`POST ${path} makes it anew, and then it is not gone`, async ({ url }) => {
    await ask(`${url}/user/remove?username=alice`)
    assert.is((await ask(`${url}/user/alice`)).status, 410)
    assert.is((await send('POST', url + path, { username: 'alice' })).status, 201)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
    assert.is((await ask(`${url}/user/alice`, { method: 'DELETE' })).status, 204)
    assert.is((await ask(`${url}/user/alice`)).status, 410)
  })

test('a key in another spelling is the same: 410', async ({ url }) => {
  assert.is((await send('POST', `${url}/user/Zo%C3%AB`, {})).status, 201)
  assert.is((await ask(`${url}/user/Zo%C3%AB`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/user/Zoe%CC%88`)).status, 410)
})

test('a family that does not want it: 404', async ({ url }) => {
  assert.is((await ask(`${url}/book/1`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/book/1`)).status, 404)
})

const creating = served('what was removed, with PUT that creates', { ...SETTINGS, put: 'create' }, DATA)

creating.test('PUT makes it anew, as it makes what never was', async ({ url }) => {
  await ask(`${url}/user/alice`, { method: 'DELETE' })
  assert.is((await ask(`${url}/user/alice`)).status, 410)
  assert.is((await send('PUT', `${url}/user/alice`, {})).status, 201)
  assert.is((await ask(`${url}/user/alice`)).status, 200)
})

const apps = suite('what was removed, from one server to the next')

const user: Family = { singular: 'user', plural: 'users', key: 'username', secrets: [], schema: {} }

apps('a server that takes over knows it, and one that has gone watches no more', () => {
  let watchers = 0
  const inner = memoryStore(() => 0)
  const store: typeof inner = {
    ...inner,
    watch(watcher) {
      watchers++
      const leave = inner.watch(watcher)
      return () => {
        watchers--
        leave()
      }
    },
  }
  const platform = platformOf({ store })
  // The world watches its store, too.
  const others = watchers
  const open = (families: readonly Family[]) => assemble(configure({}), families, platform)
  const plain = open([user])
  assert.is(watchers - others, 0)
  assert.is(plain.service.graves, undefined)
  const first = open([{ ...user, gone: true }])
  assert.is(watchers - others, 1)
  void store.put('user', 'a', {}, 0)
  void store.remove('user', 'a', 1)
  void store.put('other', 'a', {}, 0)
  void store.remove('other', 'a', 3)
  first.close()
  assert.is(watchers - others, 0)
  const second = open([{ ...user, gone: true }])
  assert.ok(second.service.graves?.has('user', 'a'))
  assert.not(second.service.graves?.has('other', 'a'))
  second.close()
})

run()
creating.run()
apps.run()
