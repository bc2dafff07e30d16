/** Every fault, and what the clients that people really use report of it. With TABLE=1 it is printed as Markdown. */

import { spawn } from 'node:child_process'
import axios from 'axios'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { FAULT_NAMES, leavesNothing, type FaultName } from '../../src/core/fault.js'
import { ask, raw, send, USERS, within, withServer } from '../harness.js'

const tests = suite('faults, seen by clients')
const LIMIT = 20_000

/** What a client makes of an answer in JSON, in one line: `ok`, or what it says. */
type Report = (url: string) => Promise<string>

const causeOf = (error: unknown): string => {
  const { name, message, code, cause } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  if (name === 'SyntaxError') return 'SyntaxError'
  return [message, code ?? cause?.code ?? cause?.message].filter(Boolean).join(': ')
}

const byFetch: Report = async url => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(8000) })
    await response.json()
    return `ok, ${response.headers.get('content-type')}`
  } catch (error) {
    return causeOf(error)
  }
}

const byAxios: Report = async url => {
  try {
    const { data, headers } = await axios.get<unknown>(url, { proxy: false, signal: AbortSignal.timeout(8000) })
    return typeof data === 'object' ? `ok, ${String(headers['content-type'])}` : 'text instead of data'
  } catch (error) {
    return causeOf(error)
  }
}

const byCurl: Report = async url => {
  const child = spawn('curl', ['-q', '-sS', '--noproxy', '*', '--max-time', '8', '-w', '\n%{content_type}', url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  try {
    await within(LIMIT, 'curl', new Promise((resolve, reject) => child.once('error', reject).once('close', resolve)))
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }
  const lines = out.join('').split('\n')
  const type = lines.pop() ?? ''
  return err.length > 0
    ? err
        .join('')
        .trim()
        .replace(/\d+ (?=milliseconds|bytes)/g, 'N ')
    : `ok, ${type}`
}

const CLIENTS: Readonly<Record<string, Report>> = { fetch: byFetch, axios: byAxios, curl: byCurl }

type Expected = Readonly<Record<keyof typeof CLIENTS, RegExp>>

const REPORTS: Readonly<Record<FaultName, Expected>> = {
  reset: { fetch: /^fetch failed: ECONNRESET$/, axios: /ECONNRESET/, curl: /^curl: \(56\) Recv failure/ },
  empty: { fetch: /^fetch failed: UND_ERR_SOCKET$/, axios: /socket hang up/, curl: /^curl: \(52\) Empty reply/ },
  'reset-during': { fetch: /^terminated: ECONNRESET$/, axios: /aborted|ECONNRESET/, curl: /^curl: \((56|18)\)/ },
  'reset-after': { fetch: /^ok/, axios: /^ok/, curl: /^ok/ },
  truncate: { fetch: /^terminated: UND_ERR_SOCKET$/, axios: /aborted/, curl: /^curl: \(18\) transfer closed/ },
  drip: { fetch: /^ok/, axios: /^ok/, curl: /^ok/ },
  endless: { fetch: /timeout/, axios: /canceled/, curl: /^curl: \(28\) Operation timed out/ },
  malformed: { fetch: /^SyntaxError$/, axios: /^text instead of data$/, curl: /^ok/ },
  'wrong-type': { fetch: /^ok, text\/html/, axios: /^ok, text\/html/, curl: /^ok, text\/html/ },
  'wrong-charset': { fetch: /^SyntaxError$/, axios: /^text instead of data$/, curl: /^ok.*charset=utf-8/ },
}

const rows: string[] = []

for (const fault of FAULT_NAMES)
  tests(`GET /users?_fault=${fault}`, () =>
    withServer(USERS, {}, async ({ url }) => {
      // One after the other, so that each has a connection of its own.
      const reports = await Promise.all(
        Object.entries(CLIENTS).map(
          async ([name, report]) => [name, await report(`${url}/users?_fault=${fault}`)] as const,
        ),
      )
      rows.push(`| ${[`\`${fault}\``, ...reports.map(([, report]) => report)].join(' | ')} |`)
      for (const [name, report] of reports) assert.match(report, REPORTS[fault][name] ?? /^$/, `${name}: ${report}`)
      // The server goes on as if nothing had been.
      assert.is((await ask(`${url}/users`)).status, 200)
    }),
  )

const contentOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

const lengthOf = (answer: string) => Number(/\r\nContent-Length: (\d+)/i.exec(answer)?.[1])

tests('bytes on the wire: truncated under the full length, empty, in 20 pieces, without an end', () =>
  withServer(USERS, {}, async ({ port }) => {
    const get = (fault: string, quiet?: number) =>
      raw(port, `GET /user/alice?_fault=${fault} HTTP/1.1\r\nHost: localhost\r\n\r\n`, quiet)
    const whole = contentOf(await get('reset-after'))
    const truncated = await get('truncate')
    assert.is(lengthOf(truncated), whole.length)
    assert.is(contentOf(truncated), whole.slice(0, Math.floor(whole.length / 2)))
    assert.is(await get('empty').catch(() => ''), '')
    const malformed = await get('malformed')
    assert.is(lengthOf(malformed), contentOf(malformed).length)
    assert.not.match(malformed, /\r\nETag:/i)
    const dripping = await get('drip', 1000)
    assert.is(contentOf(dripping), whole)
    const endless = await get('endless', 100)
    assert.match(endless, /\r\nTransfer-Encoding: chunked\r\n/)
    assert.ok(endless.includes(whole.slice(2, 40)) && !endless.endsWith('0\r\n\r\n'))
  }),
)

for (const [line, status] of [
  ['HEAD /users?_fault=truncate', 200],
  ['HEAD /users?_fault=drip', 200],
  ['HEAD /users?_fault=endless', 200],
  ['HEAD /users?_fault=malformed', 200],
  ['HEAD /users?_fault=reset-after', 200],
  ['GET /users?_code=204&_fault=drip', 204],
  ['GET /users?_code=204&_fault=endless', 204],
  ['GET /users?_code=304&_fault=reset-after', 304],
  ['GET /users?_code=200&_fault=malformed', 200],
] as const)
  tests(`${line}: nothing to spoil, so as it is`, () =>
    withServer(USERS, {}, async ({ port }) => {
      const answer = await raw(port, `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.ok(answer.endsWith('\r\n\r\n'))
    }),
  )

// A server for each, so that no connection that one of them has left behind is used by the next.
for (const fault of FAULT_NAMES.filter(name => name !== 'endless')) {
  const done = !leavesNothing(fault)
  tests(`PUT /user/alice?_fault=${fault}: ${done ? 'done, and its answer spoilt' : 'nothing done'}`, () =>
    withServer(USERS, {}, async ({ url }) => {
      await send('PUT', `${url}/user/alice?_fault=${fault}`, { name: fault }).catch(() => undefined)
      assert.is((await ask(`${url}/user/alice`)).json()['name'], done ? fault : 'Alice Liddell')
    }),
  )
}

tests('a content that nobody reads: the fault is performed all the same, and a keep-alive connection is not lost', () =>
  withServer(USERS, {}, async ({ url, port }) => {
    const big = 'x'.repeat(300_000)
    for (const fault of ['reset', 'empty', 'truncate'])
      await send('PUT', `${url}/user/alice?_code=500&_fault=${fault}`, { name: big }).then(
        () => assert.unreachable(fault),
        () => undefined,
      )
    const two = await raw(
      port,
      'GET /user/alice?_fault=malformed HTTP/1.1\r\nHost: localhost\r\n\r\nGET /user/bob HTTP/1.1\r\nHost: localhost\r\n\r\n',
    )
    assert.is(two.match(/HTTP\/1\.1 200 OK/g)?.length, 2)
  }),
)

tests('every fault is explained', () => {
  if (process.env['TABLE'] !== undefined)
    console.log(['| Fault | fetch | axios | curl |', '| --- | --- | --- | --- |', ...rows].join('\n'))
  assert.equal(Object.keys(REPORTS), [...FAULT_NAMES])
})

tests.run()
