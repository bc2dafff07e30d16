/** The published table, row by row: docs/conformance.md is the test. */

import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'
import type { Settings } from '../../src/index.js'
import { USERS, withServer, within } from '../harness.js'

interface Row {
  readonly rule: string
  readonly requests: string
  readonly answer: string
  readonly settings: Settings
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const readRows = (page: string): Row[] => {
  const rows: Row[] = []
  let settings: Settings = {}
  for (const line of page.split('\n')) {
    if (line.startsWith('## ')) settings = {}
    const [, server] = /^Server: `(.*)`$/.exec(line) ?? []
    if (server !== undefined) settings = parse(server) as Settings
    const [, rule = '', source = '', requests = '', answer = ''] = line
      .split('|')
      .map(cell => cell.trim().replace(/^`(.*)`$/, '$1'))
    if (!line.startsWith('| ') || rule === 'Rule' || rule.startsWith('---')) continue
    if (source === '' || requests === '' || answer === '') throw new Error(`not a row: ${line}`)
    rows.push({ rule, requests, answer, settings })
  }
  return rows
}

/** As it stands: no encoding, resolving or header fields of anybody else. */
const exchange = (port: number, text: string, tags: Readonly<Record<string, string>>): Promise<Reply> => {
  const [start = '', ...parts] = text.split('¦').map(part => part.trim())
  const [method = '', path = ''] = start.split(/ (.*)/)
  const headers: Record<string, string> = {}
  let content: string | undefined
  for (const part of parts) {
    if (part.startsWith('= ')) content = part.slice(2)
    else {
      const [name = '', value = ''] = part.split(/: ?(.*)/)
      headers[name.toLowerCase()] = value.replaceAll(
        /<(json|xml|yaml|cookie)>/g,
        (_, format: string) => tags[format] ?? '',
      )
    }
  }
  if (content !== undefined) {
    headers['content-type'] ??= 'application/json'
    headers['content-length'] = String(Buffer.byteLength(content))
  }
  return within(
    5000,
    text,
    new Promise((resolve, reject) => {
      const message = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, response => {
        const chunks: Buffer[] = []
        const answered = () => {
          const fields = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')])
          const reply = {
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(fields) as Record<string, string>,
          }
          resolve({ ...reply, text: Buffer.concat(chunks).toString() })
        }
        response.on('end', answered)
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          // A feed does not end: what it begins with is its answer.
          if (response.headers['content-type'] !== 'text/event-stream') return
          answered()
          message.destroy()
        })
      })
      message.on('error', reject)
      message.end(content)
    }),
  )
}

const TYPES = { json: 'application/json', xml: 'application/xml', yaml: 'application/yaml' }

/** The validators of /user/alice now; none when she is not there. */
const tagsOf = async (port: number): Promise<Record<string, string>> => {
  const tags = await Promise.all(
    Object.entries(TYPES).map(async ([name, type]) => [
      name,
      (await exchange(port, `GET /user/alice ¦ Accept: ${type}`, {})).headers['etag'] ?? '',
    ]),
  )
  return Object.fromEntries(tags) as Record<string, string>
}

const check = (reply: Reply, expected: string, tags: Readonly<Record<string, string>>): void => {
  const [status, ...parts] = expected.split('¦').map(part => part.trim())
  assert.is(reply.status, Number(status), reply.text)
  for (const part of parts) {
    if (part === '= –') assert.is(reply.text, '')
    else if (part.startsWith('= ')) assert.ok(reply.text.includes(part.slice(2)), `${part.slice(2)} in ${reply.text}`)
    else {
      const [name = '', pattern = ''] = part.split(/: (.*)/)
      const value = reply.headers[name.toLowerCase()]
      const wanted = pattern.replaceAll(/<(json|xml|yaml|cookie)>/g, (_, format: string) => tags[format] ?? '')
      if (wanted === '–') assert.is(value, undefined, name)
      else if (wanted.startsWith('~')) assert.ok(value?.includes(wanted.slice(1)), `${name}: ${value}, not ${wanted}`)
      else assert.is(value, wanted, name)
    }
  }
}

const rows = readRows(readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8'))
const test = suite('conformance')

test('the table is there', () => {
  assert.ok(rows.length >= 360, `${rows.length} rows`)
})

for (const { rule, requests, answer, settings } of rows)
  test(`${rule}: ${requests}`, () =>
    withServer(USERS, settings, async ({ port }) => {
      let reply: Reply | undefined
      let tags: Record<string, string> = {}
      let cookie = ''
      for (const text of requests.split('→')) {
        // Only where a row speaks of them: a request more would be one that a quota counts.
        tags = { ...(/<(json|xml|yaml)>/.test(requests + answer) && (await tagsOf(port))), cookie }
        reply = await exchange(port, text.trim(), tags)
        ;[cookie = cookie] = reply.headers['set-cookie']?.split(';') ?? []
      }
      if (reply === undefined) throw new Error('no request')
      check(reply, answer, tags)
      assert.not.match(reply.text, /white-rabbit/)
    }))

test.run()
