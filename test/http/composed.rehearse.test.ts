/** What goes wrong on purpose, beside everything else: the journal, sessions, many writers at once. */

import * as assert from 'uvu/assert'
import { ask, send, served } from '../harness.js'

const composed = served('rehearsal composed', { auth: { cookie: 'app_sid', realm: 'wonderland' } })

composed.test('Prefer: code=401: the challenge is the one that the real 401 has', async ({ url }) => {
  const challenge = async (headers: Record<string, string>) =>
    (await ask(`${url}/session`, { headers })).headers.get('www-authenticate')
  assert.match((await challenge({})) ?? '', 'cookie-name="app_sid"')
  assert.is(await challenge({ prefer: 'code=401' }), await challenge({}))
})

composed.test('Prefer: fault=reset: status 0 in the journal, and no 503 that nobody has seen', async ({ url }) => {
  for (const fault of ['reset', 'empty'])
    // oxlint-disable-next-line no-await-in-loop -- in their order
    assert.is(await ask(`${url}/users`, { headers: { prefer: `fault=${fault}` } }).catch(() => 'none'), 'none')
  assert.is((await ask(`${url}/-/requests?status=0&count=2`)).status, 200)
  assert.is((await ask(`${url}/-/requests?status=5xx&count=0`)).status, 200)
  const [last] = JSON.parse((await ask(`${url}/-/requests`)).text) as { id: number; status: number }[]
  assert.is(last?.status, 0)
  assert.match((await ask(`${url}/-/requests/${last?.id}`)).text, 'empty by Prefer')
})

composed.test('PUT /user/alice by fifty at once, all held for as long: each 200', async ({ url }) => {
  const put = async (age: number) => (await send('PUT', `${url}/user/alice`, { age }, { prefer: 'wait=0.3' })).status
  const statuses = await Promise.all(Array.from({ length: 50 }, (_, age) => put(age)))
  assert.equal([...new Set(statuses)], [200])
})

composed.run()
