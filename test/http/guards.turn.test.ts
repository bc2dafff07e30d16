/** Requests behind one another, contents that are waited for, clients that stop in the middle: who is answered, and when. */

import { execFile } from 'node:child_process'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type { Api } from '../../src/index.js'
import { ask, served, within } from '../harness.js'
import { answersIn, checkProblem, HOST, LAST, speak } from './speak.js'

const { test, run } = served('turns', { limits: { body: '2kb', headersTimeout: '1s', requestTimeout: '1s' } })

const JSON_TYPE = 'Content-Type: application/json\r\n'
const post = (name: string, fields = ''): string => `POST /user/${name} HTTP/1.1\r\n${HOST}${fields}\r\n`
const statuses = (text: string, methods: readonly string[] = []): number[] =>
  answersIn(text, methods).map(answer => answer.status)

for (const [title, bytes, expected] of [
  ['three requests', post('carol') + post('carol') + LAST, [201, 409, 200]],
  ['HEAD, then GET', `HEAD /user/nobody HTTP/1.1\r\n${HOST}\r\n${LAST}`, [404, 200]],
  ['POST, then noise', `${post('carol')}\0noise\r\n\r\n`, [201, 400]],
  ['POST, then an unknown method', `${post('carol')}FOO / HTTP/1.1\r\n${HOST}\r\n`, [201, 501]],
  ['POST, then CONNECT', `${post('carol')}CONNECT x:1 HTTP/1.1\r\n${HOST}\r\n`, [201, 501]],
  [
    'two POSTs, then a bad chunk',
    `${post('carol')}${post('dave')}${post('eve', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`)}zz\r\n`,
    [201, 201, 400],
  ],
  [
    '415 with a small content',
    `${post('carol', 'Content-Type: text/plain\r\nContent-Length: 2\r\n')}{}${LAST}`,
    [415, 200],
  ],
  [
    '413 with a small content',
    `${post('carol', `${JSON_TYPE}Content-Length: 3000\r\n`)}${'x'.repeat(3000)}${LAST}`,
    [413, 200],
  ],
  [
    '404 for PUT with content',
    `PUT /user/nobody HTTP/1.1\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n\r\n{}${LAST}`,
    [404, 200],
  ],
  [
    '413 with chunks, closed',
    `${post('carol', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`)}c00\r\n${'x'.repeat(3072)}\r\n0\r\n\r\n${LAST}`,
    [413],
  ],
] as readonly (readonly [string, string, readonly number[]])[])
  test(`${title}: ${expected.join(', ')}`, async ({ port, url }) => {
    const text = await speak(port, bytes)
    assert.equal(statuses(text, [bytes.slice(0, bytes.indexOf(' '))]), expected, text)
    assert.is((await ask(`${url}/user/alice`)).status, 200)
    if (expected[0] === 201) assert.is((await ask(`${url}/user/carol`)).status, 200, 'what was answered 201 is there')
  })

test('a content that breaks off behind its 413 gets no second answer', async ({ port }) => {
  const begun = `${post('carol', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`)}c00\r\n${'x'.repeat(3072)}\r\n`
  assert.equal(statuses(await speak(port, [begun, 'zz\r\nGET / HTTP/1.1\r\n\r\n'], { pause: 100 })), [413])
})

for (const [fields, expected] of [
  [`${JSON_TYPE}Content-Length: 2\r\n`, [100, 201]],
  ['Content-Type: text/plain\r\nContent-Length: 2\r\n', [415]],
  [`${JSON_TYPE}Content-Length: 3000\r\n`, [413]],
  [`${JSON_TYPE}Content-Length: 2\r\nAccept: image/png\r\n`, [406]],
] as const)
  test(`POST with Expect: 100-continue and ${fields.replaceAll('\r\n', ' ')}: ${expected.join(', ')}`, async ({
    port,
  }) => {
    const head = post('carol', `${fields}Expect: 100-continue\r\nConnection: close\r\n`)
    assert.equal(statuses(await speak(port, expected[0] === 100 ? [head, '{}'] : head, { pause: 100 })), expected)
  })

for (const [line, fields, expected] of [
  ['POST /user/alice HTTP/1.1', 'Expect: 100-continue', [409]],
  ['PUT /user/nobody HTTP/1.1', 'Expect: 100-Continue', [404]],
  ['PUT /users HTTP/1.1', 'Expect: 100-continue', [405]],
  ['PUT /user/alice HTTP/1.1', 'Expect: bogus', [417]],
  ['PUT /user/alice HTTP/1.1', 'Expect: 100-continue, bogus', [417]],
  ['PUT /user/alice HTTP/1.1', 'Expect: x-100-continue', [417]],
  ['PUT /user/alice HTTP/1.1', 'Expect: 100-continue\r\nHost: localhost', [400]],
] as const)
  test(`${line} with ${fields}: ${expected.join()} and no 100, closed`, async ({ port }) => {
    const text = await speak(port, `${line}\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\n${fields}\r\n\r\n`)
    assert.equal(statuses(text), expected)
    assert.match(text, /\r\nConnection: close\r\n/i)
  })

test('PUT in HTTP/1.0 with Expect: 100-continue: 200 and no 100', async ({ port }) => {
  const head = `PUT /user/alice HTTP/1.0\r\n${HOST}${JSON_TYPE}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`
  assert.equal(statuses(await speak(port, `${head}{}`)), [200])
})

for (const [title, bytes] of [
  ['nothing but a method', 'GET '],
  ['half a header section', `GET /user/alice HTTP/1.1\r\n${HOST}X: `],
  ['half a content', `${post('carol', `${JSON_TYPE}Content-Length: 20\r\n`)}{`],
  ['half a chunk', `${post('carol', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`)}a\r\n{`],
] as const) {
  test(`${title}, and then nothing: 408, and the connection is closed`, async ({ port, url }) => {
    const answers = answersIn(await within(8000, 'a time-out of 1 s', speak(port, bytes)))
    checkProblem(answers[0], 'request-timeout')
    assert.is(answers[0]?.headers.get('connection'), 'close')
    assert.is(answers.length, 1)
    assert.is((await ask(`${url}/user/carol`)).status, 404)
  })
  test(`${title}, and no more will come: 400`, async ({ port }) => {
    checkProblem(answersIn(await speak(port, bytes, { end: true }))[0], 'malformed-request')
  })
  test(`${title}, and the client is gone: nothing stays behind`, async ({ port, url }) => {
    const socket = connect({ port, host: '127.0.0.1' })
    await new Promise<void>(done => socket.write(bytes, () => done()))
    socket.resetAndDestroy()
    assert.is((await ask(`${url}/user/alice`)).status, 200)
    assert.is((await ask(`${url}/user/carol`)).status, 404)
  })
}

test('a request behind which nothing more will come is answered', async ({ port }) => {
  assert.equal(statuses(await speak(port, post('carol'), { end: true })), [201])
})

const LARGE = Buffer.alloc(5_000_000, 'x')

const byNode = ({ port }: Api, lengthSaid: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(lengthSaid && { 'content-length': LARGE.length }) }
    const upload = request({ port, path: '/user/alice', method: 'PUT', headers }, answer =>
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0)),
    )
    upload.on('error', reject)
    upload.write(LARGE.subarray(0, 1_000_000))
    upload.end(LARGE.subarray(1_000_000))
  })

const byFetch = async ({ url }: Api, lengthSaid: boolean): Promise<number> => {
  const body = lengthSaid ? LARGE : new Blob([LARGE]).stream()
  const headers = { 'content-type': 'application/json' }
  return (await ask(`${url}/user/alice`, { method: 'PUT', headers, body, duplex: 'half' })).status
}

const byCurl = ({ url }: Api, lengthSaid: boolean): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = lengthSaid ? [] : ['-H', 'Transfer-Encoding: chunked']
    const fields = ['-H', 'Content-Type: application/json', '-H', 'Expect:', ...length]
    const args = ['-sS', '-m', '10', '-o', '/dev/null', '-w', '%{http_code}', '-X', 'PUT', ...fields]
    const curl = execFile('curl', [...args, '--data-binary', '@-', `${url}/user/alice`], (error, stdout) =>
      error === null ? resolve(Number(stdout)) : reject(error),
    )
    curl.stdin?.on('error', () => undefined).end(LARGE)
  })

const CLIENTS = [
  ['node:http', byNode],
  ['fetch', byFetch],
  // Not every machine has it.
  ...(process.platform === 'win32' ? [] : [['curl', byCurl] as const]),
] as const
for (const [client, upload] of CLIENTS)
  for (const lengthSaid of [true, false])
    test(`PUT of 5 MB by ${client}, ${lengthSaid ? 'announced' : 'in chunks'}: it reads the 413`, async api => {
      for (let time = 0; time < 3; time++) assert.is(await upload(api, lengthSaid), 413)
      assert.is((await ask(`${api.url}/user/alice`)).status, 200)
    })

test('a hundred clients that leave at different moments: the server goes on', async ({ port, url }) => {
  const bytes = Buffer.from(`${post('carol', `${JSON_TYPE}Content-Length: 2\r\n`)}{}${LAST}`)
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
      await new Promise<void>(done => socket.write(bytes.subarray(0, index * 2), () => done()))
      await sleep(index % 5)
      if (index % 2 === 0) socket.destroy()
      else socket.resetAndDestroy()
    }),
  )
  assert.is((await ask(`${url}/user/alice`)).status, 200)
})

run()
