/** The journal's entries sent again as curl, and followed live. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { objectFixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/index.js'
import { start } from '../../src/server/start.js'
import { withFeeds } from '../feed.js'
import { ask, served, USERS, within } from '../harness.js'

const run = promisify(execFile)
const on = served('the journal, again and live')
type Entry = Record<string, unknown>

const last = async (url: string): Promise<Entry> => {
  const [{ id } = {}] = (await ask(`${url}/-/requests?limit=1`)).json() as unknown as Entry[]
  return (await ask(`${url}/-/requests/${String(id)}`)).json()
}
const part = (entry: Entry, name: string) => entry[name] as Entry

/** Sends an entry's line again, and gives what curl wrote. */
const again = async (entry: Entry): Promise<string> =>
  (await run('sh', ['-c', `${String(entry['curl'])} -s`], { timeout: 10_000 })).stdout

for (const [method, path, headers, body] of [
  ['GET', '/user/alice', {}, undefined],
  ['GET', '/user/alice?a=[1]&b={c}&d=$(echo)', { accept: 'application/xml' }, undefined],
  ['HEAD', '/users', {}, undefined],
  ['PUT', '/user/alice', { 'content-type': 'application/json' }, `{"name":"it's $HOME \`id\` \\"!\\"\\n@x"}`],
  ['PUT', '/user/alice', { 'content-type': 'application/yaml' }, 'name: |\n  two\n  lines\n'],
  ['POST', '/user/new', {}, undefined],
  ['PUT', '/user/bob', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=a+b%26c'],
  ['PATCH', '/user/alice', { 'content-type': 'application/merge-patch+json', 'x-empty': '' }, '{"name":null}'],
  ['DELETE', '/user/bob', { 'x-odd': `"a'b"; c=\\d` }, undefined],
  ['PURGE', '/user/bob', {}, undefined],
] as const)
  on.test(`${method} ${path} as curl: the same request comes again`, async ({ url }) => {
    await ask(url + path, { method, headers: { ...headers }, ...(body !== undefined && { body }) })
    const first = await last(url)
    await again(first)
    const second = await last(url)
    assert.is(second['id'], (first['id'] as number) + 1)
    for (const name of ['method', 'path', 'query']) assert.is(second[name], first[name], name)
    assert.is(part(second, 'request')['content'], part(first, 'request')['content'])
    const fields = part(part(second, 'request'), 'headers')
    for (const [name, value] of Object.entries(headers)) assert.is(fields[name], value, name)
    for (const name of ['accept', 'content-type'])
      assert.is(fields[name], part(part(first, 'request'), 'headers')[name])
  })

/** Follows the stream until it has said so many events. */
const follow = async (
  url: string,
  query: string,
  headers: Record<string, string>,
  count: number,
  act: () => Promise<unknown>,
) => {
  const controller = new AbortController()
  const response = await fetch(`${url}/-/requests${query}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  try {
    assert.is(response.status, 200)
    assert.is(response.headers.get('content-type'), 'text/event-stream')
    await act()
    let text = ''
    const decoder = new TextDecoder()
    const reading = async () => {
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        if (text.split('event: request\n').length > count) break
      }
    }
    await within(10_000, 'the events', reading())
    return [...text.matchAll(/^event: request\nid: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data = '']) => [
      Number(id),
      (JSON.parse(data) as Entry)['path'],
    ])
  } finally {
    controller.abort()
  }
}

on.test('Accept: text/event-stream: each request as it is answered, those that match alone', async ({ url }) => {
  const events = await follow(url, '?path=/user/*', {}, 2, async () => {
    await ask(`${url}/user/alice`)
    await ask(`${url}/users`)
    await ask(`${url}/user/bob`)
  })
  assert.equal(events, [
    [1, '/user/alice'],
    [3, '/user/bob'],
  ])
})

on.test('Last-Event-ID: what came meanwhile is told first', async ({ url }) => {
  await ask(`${url}/user/a`)
  await ask(`${url}/user/b`)
  const events = await follow(url, '', { 'last-event-id': '1' }, 2, () => ask(`${url}/user/c`))
  assert.equal(events, [
    [2, '/user/b'],
    [3, '/user/c'],
  ])
})

const reloaded = suite('the journal followed over a change of the settings')

const RELOADS: readonly (readonly [title: string, next: Settings, ends: boolean])[] = [
  ['other features', { latency: '1ms', legacy: true, base: '/api' }, false],
  ['a token is wanted', { control: { token: 'open-sesame' } }, true],
  ['the journal is off', { journal: false }, true],
  ['nobody may look', { control: false }, true],
  ['the journal is another one', { journal: { entries: 7 } }, true],
]
for (const [title, next, ends] of RELOADS)
  for (const headers of [{}, { 'restage-sandbox': 'a' }] as Record<string, string>[])
    reloaded(`${title}, ${JSON.stringify(headers)}: ${ends ? 'it ends and tells nothing more' : 'it goes on'}`, () =>
      withFeeds(async open => {
        const { fixture } = await objectFixture(USERS)
        if (fixture === undefined) throw new Error('the fixture of the test is broken')
        const { url, replace, close } = await start(fixture, { port: 0 })
        try {
          const feed = await open(`${url}/-/requests?path=/user/*`, headers)
          await ask(`${url}/user/alice`, { headers })
          await feed.count(1)
          await replace(fixture, { port: 0, ...next })
          await ask(`${url}/user/bob`, { headers })
          await within<unknown>(5000, 'the feed', ends ? feed.ended : feed.count(2))
          assert.is(feed.events.length, ends ? 1 : 2)
        } finally {
          await within(10_000, 'closing', close())
        }
      }),
    )

on.run()
reloaded.run()
