/** What is said about sessions: at the start, in the log of a login, and to pages that are let in without cookies. */

import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../src/grammar.js'
import { responseHeader } from '../../src/wire/message.js'
import { USERS } from '../harness.js'
import { ALICE, inside } from './inside.js'

const tests = suite('auth, told')

const APP = 'http://localhost:5173'

for (const [title, auth, headers, remark] of [
  ['curl', {}, {}, undefined],
  ['a page of its own', {}, { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }, undefined],
  ['a page of another port', {}, { origin: APP, 'sec-fetch-site': 'same-site' }, /credentials: "include"/],
  ['the same with a cookie', {}, { origin: APP, 'sec-fetch-site': 'same-site', cookie: 'a=1' }, undefined],
  ['another site', {}, { origin: 'http://127.0.0.1:5173', 'sec-fetch-site': 'cross-site' }, /SameSite=Lax.*two/],
  ['SameSite=None over http', { cookie: { sameSite: 'none' } }, {}, /SameSite=None without Secure/],
  ['SameSite=None by https', { cookie: { sameSite: 'none' } }, { 'x-forwarded-proto': 'https' }, undefined],
  ['Secure at localhost', { cookie: { secure: true } }, {}, undefined],
  ['Secure elsewhere', { cookie: { secure: true } }, { host: 'mock.test' }, /Secure, and this is plain http/],
  ['a domain of others', { cookie: { domain: 'mock.test' } }, {}, /Domain=mock\.test/],
  ['a domain that is a part of a name', { cookie: { domain: 'ock.test' } }, { host: 'mock.test' }, /Domain=ock\.test/],
  ['a domain above', { cookie: { domain: '.mock.test' } }, { host: 'a.mock.test' }, undefined],
] as const)
  tests(`the log of a login, ${title}: ${String(remark ?? 'nothing more')}`, async () => {
    const one = await inside({ auth, hosts: ['*'] })
    const { status, note } = await one.send('POST', '/session', ALICE, headers)
    assert.is(status, 201)
    assert.match(note ?? '', /^"alice" logged in/)
    if (remark === undefined) assert.is(note, '"alice" logged in')
    else assert.match(note ?? '', remark)
  })

for (const [title, auth, data, warnings] of [
  ['nothing', {}, USERS, []],
  ['protected', { protect: 'all' }, USERS, []],
  [
    'nobody with a password',
    { protect: 'writes' },
    { users: [{ username: 'bob' }] },
    [/Nobody can log in: no user has a password/],
  ],
  ['no users', { protect: 'all' }, { books: [{ id: 1 }] }, [/Nobody can log in: /]],
  ['no users, nothing protected', {}, { books: [{ id: 1 }] }, []],
  [
    'a scrypt string that is none',
    {},
    { users: [{ username: 'eve', password: '$scrypt$x' }] },
    [/"eve" cannot log in/],
  ],
  ['rules for nothing', { protect: 'none', owner: true }, USERS, [/owner and roles keep nobody/]],
  ['__Host- is made right', { cookie: '__Host-sid' }, USERS, []],
  [
    '__Host- made wrong',
    { cookie: { name: '__Host-sid', secure: false, path: '/x' } },
    USERS,
    [/__Host- needs secure: true and path: \//],
  ],
  [
    '__secure- with auto',
    { cookie: { name: '__secure-sid', secure: 'auto' } },
    USERS,
    [/__Secure- needs secure: true/],
  ],
  ['SameSite=None', { cookie: { sameSite: 'none' } }, USERS, [/sameSite: none needs secure: true/]],
] as const)
  tests(`at the start, ${title}: ${warnings.length} warnings`, async () => {
    const { app } = await inside({ auth: { ...auth } } as Settings, data)
    assert.is(app.warnings.length, warnings.length, app.warnings.join('\n'))
    for (const [index, pattern] of warnings.entries()) assert.match(app.warnings[index] ?? '', pattern)
  })

tests('where nobody can log in, what is protected stays shut', async () => {
  const one = await inside({ auth: { protect: 'all' } }, { books: [{ id: 1 }] })
  const response = await one.send('GET', '/book/1')
  assert.is(response.status, 401)
  assert.is(responseHeader(response, 'www-authenticate'), 'Cookie realm="api", cookie-name="restage_sid"')
})

tests('a name with a prefix brings what it demands', async () => {
  const one = await inside({ base: '/api', auth: { cookie: '__Host-sid' } })
  const response = await one.send('POST', '/api/session', ALICE)
  assert.match(responseHeader(response, 'set-cookie') ?? '', /^__Host-sid=[^;]+; Path=\/; .*; Secure$/)
})

const open = suite('who is let in by * alone')
const EVIL = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }

open('changes nothing with a cookie: 403 that says why; without one it does', async () => {
  const one = await inside({ cors: '*' })
  const refused = await one.send('DELETE', '/user/bob', undefined, { ...EVIL, cookie: 'a=1' })
  assert.is(refused.status, 403)
  assert.match(
    refused.note ?? '',
    /cookies, which the origin https:\/\/evil\.test may not have: .*--cors https:\/\/evil\.test/,
  )
  assert.is((await one.send('GET', '/user/bob', undefined, { ...EVIL, cookie: 'a=1' })).status, 200)
  assert.is((await one.send('DELETE', '/user/bob', undefined, EVIL)).status, 204)
})

open('logs nobody in: 403, and no cookie', async () => {
  const one = await inside({ cors: '*' })
  for (const [method, content] of [
    ['POST', ALICE],
    ['DELETE', undefined],
  ] as const) {
    const response = await one.send(method, '/session', content, EVIL)
    assert.is(response.status, 403)
    assert.is(responseHeader(response, 'set-cookie'), undefined)
  }
  const loopback = await one.send('POST', '/session', ALICE, { origin: APP, 'sec-fetch-site': 'same-site' })
  assert.is(loopback.status, 201)
  const own = await one.send('POST', '/session', ALICE, { origin: 'http://mock.test', host: 'mock.test' })
  assert.is(own.status, 421)
})

for (const cors of [[], false] as const)
  open(`cors: ${JSON.stringify(cors)}: a foreign page logs nobody in and out`, async () => {
    const one = await inside({ cors: cors === false ? false : [] })
    for (const [method, content] of [
      ['POST', ALICE],
      ['DELETE', undefined],
    ] as const) {
      const response = await one.send(method, '/session', content, EVIL)
      assert.is(response.status, 403)
      assert.is(responseHeader(response, 'set-cookie'), undefined)
    }
  })

tests.run()
open.run()
