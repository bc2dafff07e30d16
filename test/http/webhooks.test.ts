/** Webhooks through sockets: a receiver on the loopback that trusts only what the reference implementation verifies. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serve } from '../../src/index.js'
import { ask, send, USERS, within, withServer } from '../harness.js'

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const OTHER = 'whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY='

interface Received {
  readonly type: string
  readonly data: Record<string, unknown>
}

interface Receiver {
  readonly url: string
  /** Verified, in the order in which it came. */
  readonly received: Received[]
  /** Waits until so many have come. */
  count(many: number): Promise<readonly Received[]>
}

/** Answers 204 to what it can verify, else 400; `status` can answer otherwise. */
const withReceiver = async (
  secret: string,
  use: (receiver: Receiver) => Promise<void>,
  status: (nth: number) => number = () => 204,
): Promise<void> => {
  const verifier = new Webhook(secret)
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      try {
        const body = Buffer.concat(chunks).toString('utf8')
        received.push(verifier.verify(body, req.headers as Record<string, string>) as Received)
        res.writeHead(status(received.length)).end()
      } catch {
        res.writeHead(400).end()
      }
      waiting.forEach(look => look())
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const count = (many: number) =>
    within(
      10_000,
      `message ${many}`,
      new Promise<readonly Received[]>(resolve => {
        const look = () => received.length >= many && resolve(received)
        waiting.add(look)
        look()
      }),
    )
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, count })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const hooks = suite('webhooks')

hooks(
  'POST, PUT, PATCH and DELETE are told, signed, in their order; the fixture, GET and what is refused are not',
  () =>
    withReceiver(SECRET, receiver =>
      withServer(USERS, { webhooks: [{ url: receiver.url, secret: SECRET }] }, async ({ url }) => {
        await ask(`${url}/users`)
        await send('POST', `${url}/user/alice`, { name: 'Again' })
        await send('POST', `${url}/user/carol`, { name: 'Carol ☕', password: 'tea-party' })
        await send('PUT', `${url}/user/carol`, { name: 'Carola' })
        await send('PATCH', `${url}/user/carol`, { age: 3 }, { 'content-type': 'application/merge-patch+json' })
        await ask(`${url}/user/carol`, { method: 'DELETE' })
        const received = await receiver.count(4)
        assert.equal(
          received.map(({ type, data: { username, representation } }) => [type, username, representation]),
          [
            ['user.created', 'carol', { username: 'carol', name: 'Carol ☕' }],
            ['user.updated', 'carol', { username: 'carol', name: 'Carola' }],
            ['user.updated', 'carol', { username: 'carol', name: 'Carola', age: 3 }],
            ['user.removed', 'carol', null],
          ],
        )
        assert.is(received.length, 4)
      }),
    ),
)

hooks('while a secret is being changed, a receiver with the old one and one with the new one both verify', async () => {
  for (const secret of [SECRET, OTHER])
    // oxlint-disable-next-line no-await-in-loop
    await withReceiver(secret, receiver =>
      withServer(USERS, { webhooks: [{ url: receiver.url, secret: [OTHER, SECRET] }] }, async ({ url }) => {
        await ask(`${url}/user/bob`, { method: 'DELETE' })
        assert.is((await receiver.count(1)).length, 1)
      }),
    )
})

hooks('GET /-/webhooks and /-/webhooks/1: what was delivered, with a validator that changes with it', () =>
  withReceiver(SECRET, receiver =>
    withServer(USERS, { base: '/api', webhooks: [{ url: receiver.url, secret: SECRET }] }, async ({ url }) => {
      const root = `${url}/-/webhooks`
      const before = await ask(root)
      assert.is(before.status, 200)
      const etag = before.headers.get('etag') ?? ''
      assert.is((await ask(root, { headers: { 'if-none-match': etag } })).status, 304)
      await ask(`${url}/user/bob`, { method: 'DELETE' })
      await receiver.count(1)
      // The answer to the receiver's last word is on its way back still.
      let log = await ask(`${root}/1`)
      for (let tries = 0; log.json()['delivered'] !== 1 && tries < 500; tries++) log = await ask(`${root}/1`) // oxlint-disable-line no-await-in-loop
      const { delivered, deliveries } = log.json() as {
        delivered: number
        deliveries: { type: string; state: string }[]
      }
      assert.is(delivered, 1)
      assert.equal([deliveries[0]?.type, deliveries[0]?.state], ['user.removed', 'delivered'])
      assert.is((await ask(root, { headers: { 'if-none-match': etag } })).status, 200)
      const { targets } = (await ask(root)).json() as { targets: { href: string }[] }
      assert.is(targets[0]?.href, '/api/-/webhooks/1')
      assert.is((await ask(new URL('/-/webhooks/1', url).href)).status, 200)
    }),
  ),
)

for (const [method, path, status] of [
  ['GET', '/-/webhooks/2', 404],
  ['GET', '/-/webhooks/0', 404],
  ['GET', '/-/webhooks/01', 404],
  ['GET', '/-/webhooks/x', 404],
  ['DELETE', '/-/webhooks/1', 405],
  ['POST', '/-/webhooks', 405],
] as const)
  hooks(`${method} ${path}: ${status}`, () =>
    withServer(USERS, { webhooks: [{ url: 'http://127.0.0.1:1/', secret: SECRET }] }, async ({ url }) => {
      assert.is((await ask(url + path, { method })).status, status)
    }),
  )

for (const settings of [{}, { webhooks: false }, { webhooks: [{ url: 'http://127.0.0.1:1/' }], control: false }])
  hooks(`GET /-/webhooks with ${JSON.stringify(settings)}: 404`, () =>
    withServer(USERS, settings, async ({ url }) => assert.is((await ask(`${url}/-/webhooks`)).status, 404)),
  )

hooks('closing the server: what failed and what waits arrives before close() resolves', () =>
  withReceiver(
    SECRET,
    async receiver => {
      const api = await serve(USERS, { webhooks: [{ url: receiver.url, secret: SECRET }] })
      try {
        await ask(`${api.url}/user/bob`, { method: 'DELETE' })
        await receiver.count(1)
        await ask(`${api.url}/user/alice`, { method: 'DELETE' })
        await receiver.count(2)
      } finally {
        await within(5000, 'closing', api.close())
      }
      // Without the last chance the first of them would have waited for a second.
      assert.equal(receiver.received.map(({ data }) => data['username']).toSorted(), ['alice', 'bob', 'bob'])
    },
    nth => (nth === 1 ? 503 : 204),
  ),
)

hooks('closing the server: a receiver that never answers holds nobody up', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = silent.address() as AddressInfo
    const api = await serve(USERS, { webhooks: [{ url: `http://127.0.0.1:${port}/`, secret: SECRET }] })
    const asked = new Promise<void>(resolve => void silent.once('request', () => resolve()))
    await ask(`${api.url}/user/bob`, { method: 'DELETE' })
    await within(5000, 'the message', asked)
    await within(5000, 'closing', api.close())
    // What was under way has been cut off, so its connection comes to an end here.
    await within(5000, 'the end of the connection', new Promise<void>(resolve => void silent.close(() => resolve())))
  } finally {
    silent.closeAllConnections()
  }
})

hooks.run()
