/** One message to another server, through a socket: what is sent, what counts as an answer, and when it is given up. */

import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Sent } from '../../src/core/post.js'
import { postWithin, systemPost } from '../../src/server/post.js'
import { checkedLookup } from '../../src/server/refused-address.js'
import { within } from '../harness.js'

const posts = suite('a message to another server')

/** Listens on a loopback while it is used. */
const withListener = async (server: Server, use: (port: number) => Promise<void>): Promise<void> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await within(10_000, 'the test', use((server.address() as AddressInfo).port))
  } finally {
    ;(server as { closeAllConnections?: () => void }).closeAllConnections?.()
    server.close()
  }
}

const withReceiver = (listener: RequestListener, use: (port: number) => Promise<void>): Promise<void> =>
  withListener(createServer(listener), use)

const sendTo = (url: string, post = systemPost): Promise<Sent> =>
  post({ url, headers: ['Content-Type', 'application/json', 'webhook-id', 'msg_1'], body: '{"é":1}' }).done

posts('is a POST with its fields, its length, no coding wanted, on a connection of its own', async () => {
  const seen: { req: IncomingMessage; body: string; port: number | undefined }[] = []
  await withReceiver(
    (req, res) => {
      let body = ''
      req.setEncoding('utf8').on('data', chunk => (body += chunk))
      req.on('end', () => {
        seen.push({ req, body, port: req.socket.remotePort })
        res.writeHead(204).end()
      })
    },
    async port => {
      assert.equal(await sendTo(`http://127.0.0.1:${port}/hook?a=b`), { status: 204 })
      assert.equal(await sendTo(`http://127.0.0.1:${port}/hook?a=b`), { status: 204 })
    },
  )
  const [first, second] = seen
  assert.is(first?.req.method, 'POST')
  assert.is(first?.req.url, '/hook?a=b')
  assert.is(first?.body, '{"é":1}')
  const { host: _, ...headers } = first?.req.headers ?? {}
  assert.equal(headers, {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'content-length': '8',
    'accept-encoding': 'identity',
    connection: 'close',
  })
  assert.not.equal(first?.port, second?.port)
})

for (const status of [200, 301, 307, 308, 400, 410, 500])
  posts(`${status} with a Location: told as it is, and nobody goes there`, async () => {
    const paths: (string | undefined)[] = []
    await withReceiver(
      (req, res) => {
        paths.push(req.url)
        res.writeHead(status, { Location: '/elsewhere' }).end('moved')
      },
      async port => assert.equal(await sendTo(`http://127.0.0.1:${port}/hook`), { status }),
    )
    assert.equal(paths, ['/hook'])
  })

posts('an answer without an end is read up to 64 KiB, and counts', async () => {
  let written = 0
  await withReceiver(
    (_, res) => {
      res.writeHead(200)
      const more = (): void => {
        while (!res.destroyed && written < 50_000_000) {
          written += 65_536
          if (!res.write(Buffer.alloc(65_536))) return void res.once('drain', more)
        }
      }
      more()
    },
    async port => assert.equal(await sendTo(`http://127.0.0.1:${port}/`), { status: 200 }),
  )
  assert.ok(written < 50_000_000, `${written} bytes were taken`)
})

posts('no answer in time, and one that was cancelled: failures', async () => {
  const hasty = postWithin({ connect: 5000, total: 50, lookup: checkedLookup() })
  await withReceiver(
    () => {},
    async port => {
      assert.equal(await sendTo(`http://127.0.0.1:${port}/`, hasty), { failure: 'no answer within 0.05 s' })
      const sending = systemPost({ url: `http://127.0.0.1:${port}/`, headers: [], body: '' })
      sending.cancel()
      assert.equal(await sending.done, { failure: 'given up when the server stopped' })
    },
  )
})

posts('a server that speaks no HTTP, or closes: failures', async () => {
  for (const greeting of [
    '',
    'SSH-2.0-x\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  ]) {
    const server = createTcpServer(socket => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(greeting))
    })
    // oxlint-disable-next-line no-await-in-loop
    await withListener(server, async port => {
      const sent = await sendTo(`http://127.0.0.1:${port}/`)
      assert.ok('failure' in sent && sent.failure !== '', JSON.stringify([greeting, sent]))
    })
  }
})

const REFUSED = 'has an address that nothing is ever sent to'

for (const [url, failure] of [
  ['http://169.254.169.254/latest/meta-data', `169.254.169.254 ${REFUSED}`],
  ['http://2852039166/', `169.254.169.254 ${REFUSED}`],
  ['https://[fe80::1]/', `[fe80::1] ${REFUSED}`],
  ['http://0.0.0.0:1/', `0.0.0.0 ${REFUSED}`],
  ['http://localhost:99999/', 'the URL cannot be read'],
  ['http://127.0.0.1:1/', 'the connection was refused: nothing listens there'],
  ['https://localhost:1/', 'the connection was refused: nothing listens there'],
] as const)
  posts(`${url}: ${failure}`, async () => assert.equal(await sendTo(url), { failure }))

posts('a name whose address is refused: not connected to, and asked for once', async () => {
  let asked = 0
  const lookup = checkedLookup((_, __, callback) => {
    asked++
    // The second answer would lead to this machine.
    callback(null, [{ address: asked === 1 ? '169.254.169.254' : '127.0.0.1', family: 4 }])
  })
  let reached = 0
  await withReceiver(
    (_, res) => {
      reached++
      res.end()
    },
    async port => {
      const post = postWithin({ connect: 5000, total: 5000, lookup })
      assert.equal(await sendTo(`http://hooks.example:${port}/`, post), { failure: `hooks.example ${REFUSED}` })
      assert.equal([asked, reached], [1, 0])
      assert.equal(await sendTo(`http://hooks.example:${port}/`, post), { status: 200 })
      assert.equal([asked, reached], [2, 1])
    },
  )
})

posts.run()
