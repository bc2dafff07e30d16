/** The most connections at once: who comes too late is told so, the far too many are dropped, and there is room again. */

import { connect, type Socket } from 'node:net'
import * as assert from 'uvu/assert'
import { ask, served, within } from '../harness.js'
import { HOST } from './speak.js'

const GET = `GET /user/alice HTTP/1.1\r\n${HOST}\r\n`

/** An open connection; everything that comes from it is kept. */
interface Line {
  readonly socket: Socket
  said(): string
  /** Sends and waits until it ends, or says something that fits. */
  ask(bytes: string, until: RegExp): Promise<string>
}

const dial = (port: number): Promise<Line> =>
  within(
    5000,
    'a connection',
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      let text = ''
      socket.on('data', chunk => (text += chunk.toString('latin1')))
      socket.on('error', reject)
      const said = () => text
      const until = (pattern: RegExp) =>
        within(
          5000,
          `what fits ${pattern}`,
          new Promise<string>(done => {
            const look = () => (pattern.test(text) || socket.destroyed || socket.readableEnded ? done(text) : undefined)
            socket.on('data', look).on('end', look).on('close', look)
            look()
          }),
        )
      socket.on('connect', () =>
        resolve({
          socket,
          said,
          ask(bytes, pattern) {
            text = ''
            socket.write(bytes)
            return until(pattern)
          },
        }),
      )
    }),
  )

/** Closes whatever was opened, however the test ends. */
const withLines = async (use: (open: () => Promise<Line>) => Promise<void>, port: number): Promise<void> => {
  const lines: Line[] = []
  try {
    await use(async () => {
      const line = await dial(port)
      lines.push(line)
      return line
    })
  } finally {
    for (const { socket } of lines) socket.destroy()
  }
}

const few = served('two connections at most', { limits: { connections: 2, keepAliveTimeout: '4s' } })

few.test('the third is answered 503 and closed, the first two go on; when one goes there is room', ({ port }) =>
  withLines(async open => {
    const [first, second, third] = [await open(), await open(), await open()]
    assert.match(await first.ask(GET, /\}\s*$/), /^HTTP\/1\.1 200 /)
    assert.match(await second.ask(GET, /\}\s*$/), /^HTTP\/1\.1 200 /)
    const refused = await third.ask(GET, /never/)
    assert.match(refused, /^HTTP\/1\.1 503 /)
    assert.match(refused, /\r\nRetry-After: 4\r\n/)
    assert.match(refused, /\r\nConnection: close\r\n/)
    assert.match(refused, '/-/problems/too-many-connections')
    assert.match(await first.ask(GET, /\}\s*$/), /^HTTP\/1\.1 200 /)
    assert.match(await (await open()).ask(GET, /never/), /^HTTP\/1\.1 503 /)
    second.socket.destroy()
    for (let tries = 0; ; tries++) {
      const answer = await (await open()).ask(GET, /\}\s*$/)
      if (answer.startsWith('HTTP/1.1 200 ')) break
      assert.ok(tries < 50, 'there must be room again')
    }
  }, port),
)

few.test('whatever a connection too many asks: 503', async ({ port }) => {
  for (const request of [
    `PUT /user/alice HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    `GET /user/alice HTTP/1.1\r\n${HOST}Expect: 200-ok\r\n\r\n`,
    `GET /nothing HTTP/1.1\r\n\r\n`,
    `HEAD /user/alice HTTP/1.1\r\n${HOST}\r\n`,
  ])
    await withLines(async open => {
      await open()
      await open()
      assert.match(await (await open()).ask(request, /never/), /^HTTP\/1\.1 503 /)
    }, port)
})

few.test('far too many are dropped without a word, and the server is there again afterwards', async ({ port, url }) => {
  await withLines(async open => {
    const lines: Line[] = []
    for (let count = 0; count < 110; count++) lines.push(await open())
    const [last] = lines.slice(-1)
    assert.is(await last?.ask(GET, /never/), '')
    assert.match(await (lines[50]?.ask(GET, /never/) ?? ''), /^HTTP\/1\.1 503 /)
  }, port)
  for (let tries = 0; (await ask(`${url}/user/alice`)).status !== 200; tries++) assert.ok(tries < 50)
})

few.run()
