/** The clients that people really use, each through a user's whole life, and through what each makes of errors. */

import { spawn, spawnSync } from 'node:child_process'
import axios, { AxiosError } from 'axios'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { USERS, within, withServer } from '../harness.js'

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Got {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** Whether the client, left to itself, takes it for a failure. */
  readonly failed: boolean
}

type Client = (request: Sent) => Promise<Got>

const LIMIT = 10_000

const byFetch: Client = async ({ method, url, headers = {}, body }) => {
  const signal = AbortSignal.timeout(LIMIT)
  const response = await fetch(url, { method, headers, signal, ...(body !== undefined && { body }) })
  return {
    status: response.status,
    headers: new Map(response.headers),
    text: await response.text(),
    failed: !response.ok,
  }
}

/** With axios as it comes: it throws what is not 2xx. */
const byAxios: Client = async ({ method, url, headers = {}, body }) => {
  const wanted = { method, url, headers, data: body, timeout: LIMIT, proxy: false, responseType: 'text' } as const
  const [response, failed] = await axios.request<string>({ ...wanted, transformResponse: text => text as string }).then(
    answer => [answer, false] as const,
    (error: unknown) => {
      if (!(error instanceof AxiosError) || error.response === undefined) throw error
      return [error.response, true] as const
    },
  )
  const fields = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return { status: response.status, headers: new Map(fields), text: String(response.data), failed }
}

const byCurl: Client = async ({ method, url, headers = {}, body }) => {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const content = body === undefined ? [] : ['--data-binary', body]
  const written = ['-w', '\n%{http_code}', '--fail-with-body', '--max-time', String(LIMIT / 1000)]
  const target = method === 'HEAD' ? ['-I'] : ['-i', '-X', method]
  const child = spawn('curl', ['-q', '-sS', '--noproxy', '*', ...target, ...fields, ...content, ...written, url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  const closed = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  try {
    const code = await within(LIMIT, `curl ${url}`, closed)
    // 22: the server answered with an error, and it was asked to say so.
    if (code !== 0 && code !== 22) throw new Error(`curl ended with ${code}: ${err.join('')}`)
    return { ...parseAnswer(out.join('')), failed: code === 22 }
  } finally {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }
}

/** The head, the content, and behind the last line break the status that curl wrote. */
const parseAnswer = (output: string): Omit<Got, 'failed'> => {
  const split = output.indexOf('\r\n\r\n')
  const end = output.lastIndexOf('\n')
  const fields = output
    .slice(0, split)
    .split('\r\n')
    .slice(1)
    .map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const)
  return { status: Number(output.slice(end + 1)), headers: new Map(fields), text: output.slice(split + 4, end) }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** What each format's text must hold of the user that was made. */
const FORMATS: readonly (readonly [type: string, holds: RegExp])[] = [
  ['application/json', /"name": "Zoë"/],
  ['application/xml', /<name>Zoë<\/name>/],
  ['application/yaml', /^name: Zoë$/m],
  ['text/html', /Zoë[^]*<\/html>/],
]

const life = async (client: Client, url: string): Promise<void> => {
  const item = `${url}/user/${encodeURIComponent('zoë')}`
  const created = await client({ method: 'POST', url: item, headers: JSON_TYPE, body: '{"name":"Zoë","age":33}' })
  assert.is(created.status, 201)
  assert.is(created.headers.get('location'), '/user/zo%C3%AB')
  assert.not(created.failed)

  for (const [type, holds] of FORMATS) {
    const { status, headers, text } = await client({ method: 'GET', url: item, headers: { Accept: type } })
    assert.is(status, 200)
    assert.is(headers.get('content-type')?.split(';')[0], type)
    assert.match(text, holds)
    // What was written can be sent back, in its own format.
    if (type === 'text/html') continue
    const put = await client({ method: 'PUT', url: item, headers: { 'Content-Type': type }, body: text })
    assert.is(put.status, 200)
    assert.equal(JSON.parse(put.text), { username: 'zoë', name: 'Zoë', age: 33 })
  }

  const updated = await client({ method: 'PUT', url: item, headers: JSON_TYPE, body: '{"name":"Zoé"}' })
  assert.equal(JSON.parse(updated.text), { username: 'zoë', name: 'Zoé' })
  const head = await client({ method: 'HEAD', url: item })
  assert.is(head.status, 200)
  assert.is(head.text.trim(), '')
  const removed = await client({ method: 'DELETE', url: item })
  assert.is(removed.status, 204)
  assert.is(removed.text, '')
  assert.is((await client({ method: 'GET', url: item })).status, 404)
}

const trouble = async (client: Client, unchangedFails: boolean, url: string): Promise<void> => {
  const first = await client({ method: 'GET', url: `${url}/user/alice` })
  const kept = await client({
    method: 'GET',
    url: `${url}/user/alice`,
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  })
  assert.is(kept.status, 304)
  assert.is(kept.text, '')
  assert.is(kept.failed, unchangedFails)
  for (const [status, request] of [
    [404, { method: 'GET', url: `${url}/user/nobody` }],
    [405, { method: 'DELETE', url: `${url}/users` }],
    [406, { method: 'GET', url: `${url}/user/alice`, headers: { Accept: 'image/png' } }],
    [409, { method: 'POST', url: `${url}/user/alice`, headers: JSON_TYPE, body: '{}' }],
    [415, { method: 'PUT', url: `${url}/user/alice`, headers: { 'Content-Type': 'text/csv' }, body: 'a,b' }],
  ] as const) {
    const answer = await client(request)
    assert.is(answer.status, status)
    assert.ok(answer.failed, `${status} is a failure`)
    assert.is(answer.headers.get('content-type'), 'application/problem+json')
    assert.is((JSON.parse(answer.text) as { status: number }).status, status)
  }
  assert.is((await client({ method: 'GET', url: `${url}/user/alice` })).text, first.text)
}

const clients = suite('clients')
// A machine without curl can still run the rest; the runner counts what was skipped.
const hasCurl = spawnSync('curl', ['--version'], { timeout: LIMIT, stdio: 'ignore' }).status === 0

for (const [name, client, unchangedFails, there] of [
  // To fetch and axios 304 is no success; to curl it is no error.
  ['fetch', byFetch, true, true],
  ['axios', byAxios, true, true],
  ['curl', byCurl, false, hasCurl],
] as const) {
  const test = there ? clients : clients.skip
  const why = there ? '' : ' (skipped: there is no curl on this machine)'
  test(`${name}: create, read in every format and send back, update, remove${why}`, () =>
    withServer(USERS, {}, ({ url }) => life(client, url)))
  test(`${name}: 304, 404, 405, 406, 409 and 415 as it reports them${why}`, () =>
    withServer(USERS, {}, ({ url }) => trouble(client, unchangedFails, url)))
}

clients.run()
