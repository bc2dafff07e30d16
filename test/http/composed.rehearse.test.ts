/** What goes wrong on purpose, beside everything else: the journal, sessions, many writers at once. */

import { connect } from 'node:net'
import * as assert from 'uvu/assert'
import { readFeed } from '../feed.js'
import { ask, send, served, within } from '../harness.js'

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

composed.test(
  'Prefer: fault=truncate, wait=0.01 on a feed: it is one, and says what of it was done',
  async ({ url }) => {
    const feed = await readFeed(`${url}/users`, { prefer: 'fault=truncate, wait=0.01' })
    try {
      assert.is(feed.headers['preference-applied'], 'wait=0.01')
      await feed.until(/retry:/)
    } finally {
      feed.cut()
    }
  },
)

const line = (prefer: string) => `GET /user/bob HTTP/1.1\r\nHost: localhost\r\nPrefer: ${prefer}\r\n\r\n`

for (const fault of ['reset', 'empty', 'reset-after'])
  composed.test(
    `fault=${fault} behind a request that is still held: both in their turn, and the end`,
    async ({ port }) => {
      const socket = connect({ port, host: '127.0.0.1' })
      try {
        let text = ''
        socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
        socket.on('error', () => undefined).write(line('wait=0.3') + line(`fault=${fault}`))
        await within(10_000, 'the end of the connection', new Promise(resolve => void socket.once('close', resolve)))
        assert.is(text.split('HTTP/1.1 200').length - 1, fault === 'reset-after' ? 2 : 1)
      } finally {
        socket.destroy()
      }
    },
  )

const HTML = '<p>password white-rabbit</p>'
const ruled = served('rules in the journal', {
  rules: [
    { when: 'GET /page', then: { body: HTML, headers: { 'Content-Type': 'text/html' } } },
    { when: 'GET /users', then: { pass: true, headers: { 'X-A': 'b' } } },
  ],
})

ruled.test(
  "the rule of an answer: in Restage-Explain and in the journal, which takes its content for a stranger's",
  async ({ url }) => {
    const page = await ask(`${url}/page`, { headers: { prefer: 'explain' } })
    assert.is(page.text, HTML)
    assert.match(page.headers.get('restage-explain') ?? '', 'rule="rule 1, GET /page"')
    await ask(`${url}/users`)
    const entries = JSON.parse((await ask(`${url}/-/requests`)).text) as { id: number; rule: string }[]
    assert.equal(
      entries.map(({ rule }) => rule),
      ['rule 2, GET /users', 'rule 1, GET /page'],
    )
    assert.not.match((await ask(`${url}/-/requests/${entries[1]?.id}`)).text, 'white-rabbit')
  },
)

composed.run()
ruled.run()
