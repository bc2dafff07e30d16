/** Sandboxes: whoever names one is alone with the records, and the base world is as it was. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ask, send, served, USERS, withServer } from '../harness.js'

const sandboxed = served('sandboxes', { legacy: true, sandboxes: { max: 10 } })

const inside = (name: string) => ({ 'restage-sandbox': name })

sandboxed.test('PUT /user/alice in a sandbox: seen there alone', async ({ url }) => {
  const put = await send('PATCH', `${url}/user/alice`, { age: 1 }, inside('a'))
  assert.is(put.status, 200)
  assert.match(put.headers.get('vary') ?? '', 'Restage-Sandbox')
  const seen = async (headers: Record<string, string>) => (await ask(`${url}/user/alice`, { headers })).json()['age']
  assert.is(await seen(inside('a')), 1)
  assert.is(await seen({ cookie: 'x=1; restage_sandbox=a' }), 1)
  assert.is(await seen(inside('b')), 30)
  assert.is(await seen({ ...inside('b'), cookie: 'restage_sandbox=a' }), 30)
  assert.is(await seen({}), 30)
})

sandboxed.test('a sandbox begins with what is there, and sees nothing of what comes after', async ({ url }) => {
  await send('POST', `${url}/user/carl`, {})
  assert.is((await ask(`${url}/user/carl`, { headers: inside('a') })).status, 200)
  await send('POST', `${url}/user/dora`, {})
  assert.is((await ask(`${url}/user/dora`, { headers: inside('a') })).status, 404)
  assert.is((await ask(`${url}/user/dora`, { headers: inside('b') })).status, 200)
})

sandboxed.test("old style, state, undo and the clock are the sandbox's own", async ({ url }) => {
  const headers = inside('a')
  assert.is((await ask(`${url}/user/remove?username=alice`, { headers })).status, 204)
  assert.is((await ask(`${url}/-/changes/last`)).status, 404)
  assert.is((await send('PATCH', `${url}/-/clock`, { frozen: true }, headers)).json()['frozen'], true)
  assert.is((await ask(`${url}/-/clock`)).json()['frozen'], false)
  assert.is((await ask(`${url}/-/changes/last`, { method: 'DELETE', headers })).status, 204)
  assert.is((await ask(`${url}/user/alice`, { headers })).status, 200)
})

sandboxed.test('/-/sandboxes: listed, removed one by one and all together', async ({ url }) => {
  for (const name of ['a', 'b', 'c'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await send('PATCH', `${url}/user/alice`, { age: 1 }, inside(name))
  const list = (await ask(`${url}/-/sandboxes`, { headers: inside('a') })).json()['sandboxes'] as { name: string }[]
  assert.equal(
    list.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
  assert.is((await ask(`${url}/-/sandboxes/a`)).json()['name'], 'a')
  assert.is((await ask(`${url}/-/sandboxes/a`, { method: 'DELETE' })).status, 204)
  assert.is((await ask(`${url}/-/sandboxes/a`, { method: 'DELETE' })).status, 404)
  assert.is((await ask(`${url}/user/alice`, { headers: inside('a') })).json()['age'], 30)
  assert.is((await ask(`${url}/user/alice`, { headers: inside('b') })).json()['age'], 1)
  assert.is((await ask(`${url}/-/sandboxes`, { method: 'DELETE' })).status, 204)
  assert.equal((await ask(`${url}/-/sandboxes`)).json(), { sandboxes: [] })
})

sandboxed.test(
  'a name that is none: 400; one too many: 503 with Retry-After; an idle one makes room',
  async ({ url }) => {
    for (const name of ['a b', 'ä'.normalize('NFD').slice(1) + '/', 'x'.repeat(65), '{}'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.is((await ask(`${url}/user/alice`, { headers: { 'restage-sandbox': encodeURI(name) } })).status, 400, name)
    for (let number = 0; number < 10; number++)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.is((await ask(`${url}/users`, { headers: inside(`s${number}`) })).status, 200)
    const full = await ask(`${url}/users`, { headers: inside('one-more') })
    assert.is(full.status, 503)
    assert.is(full.headers.get('retry-after'), '5')
    assert.is((await ask(`${url}/users`, { headers: inside('s3') })).status, 200)
    await send('PATCH', `${url}/-/clock`, { advance: '31m' })
    assert.is((await ask(`${url}/users`, { headers: inside('one-more') })).status, 200)
    assert.is(((await ask(`${url}/-/sandboxes`)).json()['sandboxes'] as unknown[]).length, 1)
  },
)

const workers = suite('workers in sandboxes')

workers('eight at once, 1,000 writes each: none sees another, the base world is unchanged', () =>
  withServer(
    USERS,
    {},
    async ({ url }) => {
      const before = (await ask(`${url}/users`)).text
      const work = async (worker: number): Promise<void> => {
        const headers = inside(`worker-${worker}`)
        for (let number = 0; number < 1000; number++)
          // oxlint-disable-next-line no-await-in-loop -- a worker does one thing after the other
          assert.is((await send('POST', `${url}/user/u${number}`, { worker }, headers)).status, 201)
      }
      await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
      for (let worker = 0; worker < 8; worker++) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answer = await ask(`${url}/users?worker=${worker}&limit=1000`, { headers: inside(`worker-${worker}`) })
        assert.is(answer.headers.get('x-total-count'), '1000')
        // oxlint-disable-next-line no-await-in-loop -- the same
        const all = await ask(`${url}/users?limit=1`, { headers: inside(`worker-${worker}`) })
        assert.is(all.headers.get('x-total-count'), '1002')
      }
      assert.is((await ask(`${url}/users`)).text, before)
    },
    100_000,
  ),
)

sandboxed.run()
workers.run()
