/** A client that keeps cookies as RFC 6265 says (tough-cookie): it logs in, writes, is thrown out and logs out. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CookieJar } from 'tough-cookie'
import type { Settings } from '../../src/index.js'
import { ask, send, USERS, withServer, type Answer } from '../harness.js'

const tests = suite('a cookie jar')

interface Browser {
  readonly jar: CookieJar
  go(method: string, url: string, content?: object): Promise<Answer>
}

/** Sends what the jar has for a URL, and gives it what comes back. Throws when the jar refuses a cookie. */
const browser = (): Browser => {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false, prefixSecurity: 'strict' })
  return {
    jar,
    async go(method, url, content) {
      const cookie = await jar.getCookieString(url)
      const headers: Record<string, string> = cookie === '' ? {} : { cookie }
      const answer =
        content === undefined ? await ask(url, { method, headers }) : await send(method, url, content, headers)
      for (const line of answer.headers.getSetCookie()) await jar.setCookie(line, url)
      return answer
    },
  }
}

const ALICE = { username: 'alice', password: 'white-rabbit' }

for (const [title, settings, name, path] of [
  ['as it comes', {}, 'restage_sid', '/'],
  ['under a base', { base: '/api' }, 'restage_sid', '/api'],
  ['with a prefix', { auth: { cookie: '__Host-sid' } }, '__Host-sid', '/'],
  ['with attributes', { auth: { cookie: { name: 'x', sameSite: 'none', secure: true, path: '/' } } }, 'x', '/'],
] as const)
  tests(`${title}: logged in, a change, "expire now", 401, logged in again, logged out`, () =>
    withServer(
      USERS,
      { ...settings, auth: { ...('auth' in settings && settings.auth), protect: 'writes' } } as Settings,
      async api => {
        const { jar, go } = browser()
        const change = () => go('PUT', `${api.url}/user/alice`, { name: 'A' })
        assert.is((await change()).status, 401)
        assert.is((await go('POST', `${api.url}/session`, ALICE)).status, 201)
        const [cookie, ...more] = await jar.getCookies(`${api.url}/user/alice`)
        assert.equal(more, [])
        assert.is(cookie?.key, name)
        assert.is(cookie?.path, path)
        assert.is(cookie?.httpOnly, true)
        assert.is(cookie?.hostOnly, true)
        assert.is(cookie?.maxAge, 43_200)
        assert.is((await change()).status, 200)
        assert.is((await go('GET', `${api.url}/session`)).json()['username'], 'alice')

        assert.is((await send('PATCH', `${api.url}/-/sessions`, { expires: '0s' })).status, 200)
        assert.is((await change()).status, 401)

        assert.is((await go('POST', `${api.url}/session`, ALICE)).status, 201)
        assert.is((await change()).status, 200)
        assert.is((await go('DELETE', `${api.url}/session`)).status, 204)
        assert.equal(await jar.getCookies(`${api.url}/session`), [], 'the jar has no cookie any more')
        assert.is((await change()).status, 401)
      },
    ),
  )

tests('beside the cookies of other servers on this host, and an old one of the same name', () =>
  withServer(USERS, { auth: { protect: 'all' } }, async ({ url }) => {
    const { jar, go } = browser()
    await jar.setCookie('restage_sid=of-another-path; Path=/user', `${url}/user/alice`)
    await jar.setCookie('theme=dark; Path=/', url)
    await jar.setCookie('odd="a,b c"; Path=/', url, { loose: true })
    assert.is((await go('POST', `${url}/session`, ALICE)).status, 201)
    assert.is((await jar.getCookies(`${url}/user/alice`)).length, 4)
    assert.is((await go('GET', `${url}/user/alice`)).status, 200)
  }),
)

tests.run()
