/** Measures 1,000 open feeds and 10,000 changes: every subscriber has every event in order, and what it costs. Prints, and fails on a wrong order. */

import { fork } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { Agent, request, type ClientRequest } from 'node:http'
import { fileURLToPath } from 'node:url'
import { serve } from '../src/index.js'

const FEEDS = Number(process.env['FEEDS'] ?? 1000)
const CHANGES = Number(process.env['CHANGES'] ?? 10_000)
/** Requests under way at the same time. */
const AT_ONCE = 8

const sleep = (milliseconds: number) => new Promise(resolve => void setTimeout(resolve, milliseconds))
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

interface Feed {
  readonly req: ClientRequest
  readonly hash: Hash
  bytes: number
  over: boolean
}

const open = (url: string, taken: (chunk: Buffer) => void): Promise<Feed> =>
  new Promise((resolve, reject) => {
    const req = request(`${url}/users`, { headers: { accept: 'text/event-stream' }, agent: false })
    const feed: Feed = { req, hash: createHash('sha1'), bytes: 0, over: false }
    req.on('error', reject)
    req.on('response', response => {
      response.on('data', (chunk: Buffer) => {
        feed.hash.update(chunk)
        feed.bytes += chunk.length
        taken(chunk)
      })
      response.on('error', () => undefined)
      response.on('close', () => (feed.over = true))
      resolve(feed)
    })
    req.end()
  })

/** The clients, in a process of their own: they follow, they write, and they look whether all is there. */
const clients = async (url: string): Promise<void> => {
  let reference = ''
  const feeds = [await open(url, chunk => (reference += chunk.toString('latin1')))]
  while (feeds.length < FEEDS) {
    const some = Array.from({ length: Math.min(50, FEEDS - feeds.length) }, () => open(url, () => undefined))
    feeds.push(...(await Promise.all(some)))
  }
  await tell('open')

  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let next = 0
  const change = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const req = request(`${url}/user/user${n % 100}`, {
        agent,
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
      })
      req.on('error', reject)
      req.on('response', response => response.resume().on('end', resolve))
      req.end(JSON.stringify({ name: `Person ${n}`, email: `person${n}@example.com`, n }))
    })
  const write = async (): Promise<void> => {
    while (next < CHANGES) await change(next++)
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, write))
  const written = performance.now() - started
  const seen = () => reference.split('\nevent: updated\n').length - 1
  const complete = () => feeds.every(({ bytes, over }) => over || bytes === feeds[0]?.bytes)
  for (let tries = 0; tries < 600 && !(seen() === CHANGES && complete()); tries++) await sleep(100)
  const all = performance.now() - started

  const ids = [...reference.matchAll(/^id: \w+-(\d+)\nevent/gm)].map(([, revision]) => Number(revision))
  const first = ids[0] ?? 0
  const ordered = ids.length === CHANGES && ids.every((id, index) => id === first + index)
  const digest = feeds[0]?.hash.copy().digest('hex')
  const same = feeds.filter(({ hash, over }) => !over && hash.digest('hex') === digest).length
  console.log(
    `${CHANGES} changes written in ${(written / 1000).toFixed(1)} s, all told after ${(all / 1000).toFixed(1)} s`,
  )
  console.log(`the first feed has all in order: ${ordered}; feeds with the same bytes: ${same} of ${FEEDS}`)
  console.log(`${megabytes(feeds.reduce((sum, { bytes }) => sum + bytes, 0))} were sent`)
  agent.destroy()
  await tell('told')
  for (const { req } of feeds) req.destroy()
  await tell('left')
  process.exitCode = ordered && same === FEEDS ? 0 : 1
  process.disconnect()
}

/** Says how far it is, and waits until the server's memory was looked at. */
const tell = (stage: string): Promise<void> =>
  new Promise(resolve => {
    process.once('message', () => resolve())
    process.send?.(stage)
  })

const look = async (title: string): Promise<void> => {
  await sleep(500)
  globalThis.gc?.()
  await sleep(100)
  globalThis.gc?.()
  const { heapUsed, rss, external } = process.memoryUsage()
  console.log(
    `${title.padEnd(24)} heap ${megabytes(heapUsed).padStart(9)}  rss ${megabytes(rss).padStart(9)}  external ${megabytes(external)}`,
  )
}

const server = async (): Promise<void> => {
  const users = Array.from({ length: 100 }, (_, n) => ({ username: `user${n}`, name: `Person ${n}` }))
  const api = await serve({ users }, { events: { heartbeat: '10m' } })
  try {
    await look('before')
    const child = fork(fileURLToPath(import.meta.url), [api.url])
    child.on('message', stage => void look(String(stage)).then(() => child.connected && child.send('go')))
    const code = await new Promise<number | null>(resolve => void child.once('exit', resolve))
    await look('a moment later')
    process.exitCode = code ?? 1
  } finally {
    const started = performance.now()
    await api.close()
    console.log(`closed in ${(performance.now() - started).toFixed(0)} ms`)
  }
}

await (process.argv[2] === undefined ? server() : clients(process.argv[2]))
