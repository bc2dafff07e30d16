/** HTTP as bytes: sends what no client would, and reads every answer to its last byte until the server closes. */

import { connect } from 'node:net'
import * as assert from 'uvu/assert'
import { catalogue, type ProblemName } from '../../src/core/problem.js'
import { within } from '../harness.js'

export interface Spoken {
  readonly status: number
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly content: string
}

export const HOST = 'Host: localhost\r\n'

/** Asks for a record, and for the end of the connection: behind every case, it shows what became of the connection. */
export const LAST = `GET /user/alice HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`

export interface Manner {
  /** Packets are sent one after the other, so many milliseconds apart. */
  readonly pause?: number
  /** Says that nothing more will come, and goes on reading. */
  readonly end?: boolean
}

/** Sends the packets, and gives all that came until the server closed the connection, which it must. */
export const speak = (port: number, packets: string | readonly string[], manner: Manner = {}): Promise<string> =>
  within(
    10_000,
    'a connection that the server had to close',
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      const chunks: Buffer[] = []
      let failure: Error | undefined
      socket.on('data', chunk => chunks.push(chunk))
      socket.on('end', () => socket.end())
      // A server that closes while we still send may cut us off; what counts is what had come until then.
      socket.on('error', error => (failure = error))
      socket.on('close', () =>
        chunks.length === 0 && failure !== undefined
          ? reject(failure)
          : resolve(Buffer.concat(chunks).toString('latin1')),
      )
      const [first = '', ...rest] = typeof packets === 'string' ? [packets] : packets
      const send = async () => {
        socket.setNoDelay(true)
        socket.write(Buffer.from(first, 'latin1'))
        for (const packet of rest) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other is what is wanted
          await new Promise(done => setTimeout(done, manner.pause ?? 20))
          if (socket.writable) socket.write(Buffer.from(packet, 'latin1'))
        }
        if (manner.end === true) socket.end()
      }
      socket.on('connect', () => void send())
    }),
  )

/** All answers in what came. Throws when a byte stands between them or behind the last, or one is cut short. */
export const answersIn = (text: string, methods: readonly string[] = []): Spoken[] => {
  const answers: Spoken[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) [A-Za-z -]+$/.exec(line)?.[1])
    assert.ok(end > 0 && status > 0, `no answer begins with ${JSON.stringify(rest.slice(0, 80))}`)
    const headers = new Map(
      fields
        .map(field => /^([A-Za-z-]+): (.*)$/.exec(field)?.slice(1) as [string, string])
        .map(([name, value]) => [name.toLowerCase(), value]),
    )
    const final = answers.filter(answer => answer.status >= 200).length
    const silent = status < 200 || status === 204 || status === 304 || methods[final] === 'HEAD'
    const length = silent ? 0 : Number(headers.get('content-length'))
    assert.ok(Number.isInteger(length), 'every answer here says how long it is')
    const content = rest.slice(end + 4, end + 4 + length)
    assert.is(content.length, length, 'the content is as long as it says')
    answers.push({ status, headers, content })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** What every problem is, whatever it was that went wrong. Gives the document. */
export const checkProblem = (
  answer: Spoken | undefined,
  name: ProblemName,
  method = 'GET',
): Record<string, unknown> => {
  assert.ok(answer !== undefined, 'there is an answer')
  assert.is(answer.status, catalogue[name].status)
  assert.is(answer.headers.get('content-type'), 'application/problem+json')
  assert.ok(!Number.isNaN(Date.parse(answer.headers.get('date') ?? '')), 'it has a date')
  if (method === 'HEAD') return {}
  const document = JSON.parse(Buffer.from(answer.content, 'latin1').toString()) as Record<string, unknown>
  assert.is(document['type'], `/-/problems/${name}`)
  assert.is(document['status'], answer.status)
  assert.not.match(answer.content, /node_modules|\.[jt]s:\d|\n\s+at |\/(?:home|work|tmp|usr|root)\//)
  return document
}
