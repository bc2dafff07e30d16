/** The old style beside everything else: what stands before a record is told as the style has it. */

import * as assert from 'uvu/assert'
import type { Settings } from '../../src/index.js'
import { ask, send, served } from '../harness.js'

const all: Settings = {
  legacy: { envelope: true },
  auth: { protect: 'all' },
  limits: { rate: '3/1h' },
}

for (const [title, versions] of [
  ['alone', {}],
  ['with versions by media type', { versions: { '1': { rename: { name: 'fullName' } }, '2': {} } }],
  ['with versions by path', { versions: { by: 'path', '1': { rename: { name: 'fullName' } }, '2': {} } }],
] as const) {
  const old = served(`old style in the envelope ${title}`, { ...all, ...versions } as Settings)

  old.test(
    'GET /user/get without a session, with one, and too often: 200, with 401, 200 and 429 inside',
    async ({ url }) => {
      const login = await send('POST', `${url}/session`, { username: 'alice', password: 'white-rabbit' })
      const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
      const get = async (headers: Record<string, string>) => {
        const answer = await ask(`${url}/user/get?username=bob`, { headers })
        assert.is(answer.status, 200)
        assert.is(answer.headers.get('cache-control')?.includes('no-store'), true)
        assert.match(answer.headers.get('deprecation') ?? '', '@')
        return answer.json()
      }
      assert.is((await get({}))['code'], 401)
      const { code, data } = await get({ cookie })
      assert.is(code, 200)
      assert.is((data as { name: string }).name, 'Bob')
      await get({})
      assert.is((await get({}))['code'], 429)
    },
  )

  old.run()
}
