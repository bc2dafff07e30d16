/** Thousands of messages made from good ones by accident: the server outlives them all, and never blames itself. */

import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serve, type Api } from '../../src/index.js'
import { ask, USERS, within } from '../harness.js'
import { HOST } from './speak.js'

const tests = suite('mutated messages')

const SEED = 20_260_811
const MESSAGES = 3000
const AT_ONCE = 20

/** Mulberry32: the same numbers on every machine. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const JSON_TYPE = 'Content-Type: application/json\r\n'
const GOOD = [
  `GET /user/alice HTTP/1.1\r\n${HOST}Accept: application/xml;q=0.5, */*\r\n\r\n`,
  `GET /users HTTP/1.1\r\n${HOST}If-None-Match: "x", W/"y"\r\n\r\n`,
  `HEAD /user/alice HTTP/1.0\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  `GET http://localhost/page.html HTTP/1.1\r\n${HOST}Range: bytes=0-1\r\n\r\n`,
  `POST /user/x HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 12\r\n\r\n{"name":"x"}`,
  `PUT /user/bob HTTP/1.1\r\n${HOST}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n`,
  `PUT /user/bob HTTP/1.1\r\n${HOST}Content-Type: application/xml\r\nContent-Length: 13\r\n\r\n<user></user>`,
  `POST /users HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 12\r\n\r\nusername=x&a`,
  `DELETE /user/bob HTTP/1.1\r\n${HOST}Expect: 100-continue\r\n\r\n`,
]
const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  ' ',
  '\t',
  ':',
  '%',
  '%2e',
  '..',
  '/',
  '\\',
  '#',
  '?',
  '&&&',
  '\xff',
  'HTTP/1.1',
  'Host: a\r\n',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  '-1',
  '99999999999',
  '{'.repeat(200),
  '"',
  '<!DOCTYPE',
  '__proto__',
  'x'.repeat(9000),
]

const mutate = (random: () => number): string => {
  const below = (most: number) => Math.floor(random() * most)
  const one = (list: readonly string[]) => list[below(list.length)] ?? ''
  let text = one(GOOD)
  for (let change = 1 + below(4); change > 0; change--) {
    const at = below(text.length + 1)
    const length = below(12)
    const kind = below(6)
    if (kind === 0) text = text.slice(0, at) + text.slice(at + length)
    else if (kind === 1) text = text.slice(0, at) + one(PIECES) + text.slice(at)
    else if (kind === 2) text = text.slice(0, at) + String.fromCharCode(below(256)) + text.slice(at + 1)
    else if (kind === 3) text = text.slice(0, at) + text.slice(at, at + length).repeat(2) + text.slice(at + length)
    else if (kind === 4) text = text.slice(0, at) + one(GOOD) + text.slice(at)
    else text = text.slice(0, at)
  }
  return text
}

/** All that comes back; the client says that it is through, so the server has no reason to wait. */
const converse = (port: number, bytes: string): Promise<string> =>
  new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    socket.on('data', chunk => (text += chunk.toString('latin1')))
    socket.on('error', () => undefined).on('close', () => resolve(text))
    socket.setTimeout(5000, () => {
      socket.destroy()
      text += 'HTTP/1.1 599 the server never closed'
    })
    socket.end(Buffer.from(bytes, 'latin1'))
  })

/** Longer than the whole of it takes on a slow machine. */
const PATIENCE = 90_000

const attack = async (use: (api: Api) => Promise<void>): Promise<void> => {
  const api = await serve(USERS, { static: 'fixtures', limits: { body: '2kb' } })
  try {
    await within(PATIENCE, 'all the messages', use(api))
  } finally {
    await within(5000, 'closing', api.close())
  }
}

tests(`${MESSAGES} mutations from seed ${SEED}: never a 5xx but 501 and 505, and the server goes on`, () =>
  attack(async ({ port, url }) => {
    const random = randomFrom(SEED)
    const seen = new Map<string, number>()
    for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, () => mutate(random))
      // oxlint-disable-next-line no-await-in-loop -- so many at once and no more
      const texts = await Promise.all(batch.map(bytes => converse(port, bytes)))
      texts.forEach((text, index) => {
        for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
          seen.set(status, (seen.get(status) ?? 0) + 1)
          assert.ok(
            status < '500' || status === '501' || status === '505',
            `${status} for ${JSON.stringify(batch[index])}`,
          )
        }
      })
    }
    // Mutations that all ended in the parser would say nothing about what lies behind it.
    for (const status of ['200', '400', '404', '415', '501', '505'])
      assert.ok(seen.has(status), `no ${status} among them`)
    // Some of the mutations are good requests: alice herself may have changed, but nobody could remove the way to her.
    assert.is((await ask(`${url}/users`)).status, 200)
  }),
)

tests.run()
