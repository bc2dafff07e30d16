/** What tests through a socket stand on: a server that always closes, a client that always ends, tables that name their rows. */

import { connect } from 'node:net'
import { suite, type Test } from 'uvu'
import { serve, type Api, type FixtureData, type Settings } from '../src/index.js'

/** Longer than this, something hangs. */
const PATIENCE = 20_000

export const within = async <T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

export const USERS: FixtureData = {
  users: [
    {
      username: 'alice',
      name: 'Alice Liddell',
      age: 30,
      active: true,
      roles: ['admin'],
      address: { city: 'Oxford', zip: null },
      password: 'white-rabbit',
    },
    { username: 'bob', name: 'Bob', age: 41, active: false, roles: [], address: { city: 'Paris', zip: '75001' } },
  ],
}

/** Starts a server, lets it be used, and closes it whatever happens. */
export const withServer = async (
  fixtures: Parameters<typeof serve>[0],
  settings: Settings,
  use: (api: Api) => Promise<void>,
  patience = PATIENCE,
): Promise<void> => {
  const api = await serve(fixtures, settings)
  try {
    await within(patience, 'the test', use(api))
  } finally {
    await within(PATIENCE, 'closing the server', api.close())
  }
}

/** A suite whose tests each get a fresh server with the same fixture and settings. */
export const served = (
  name: string,
  settings: Settings = {},
  fixtures: Parameters<typeof serve>[0] = USERS,
): { test: (title: string, use: (api: Api) => Promise<void>) => void; run: Test['run'] } => {
  const tests = suite(name)
  return {
    test: (title, use) => tests(title, () => withServer(fixtures, settings, use)),
    run: tests.run,
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The content as JSON; throws when it is none. */
  readonly json: () => Record<string, unknown>
}

/** One request with fetch; the answer read to its end. */
export const ask = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(10_000) })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  }
}

/** `PUT` and its like with a JSON content. */
export const send = (
  method: string,
  url: string,
  content: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  ask(url, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(content) })

/** Sends bytes as they are, and gives back all that came until the server closed, or nothing more came for a while. */
export const raw = (port: number, bytes: string | Buffer, quiet = 300): Promise<string> =>
  within(
    10_000,
    'a raw exchange',
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' })
      const chunks: Buffer[] = []
      const finish = () => {
        socket.destroy()
        resolve(Buffer.concat(chunks).toString('latin1'))
      }
      socket.setTimeout(quiet, finish)
      socket.on('data', chunk => chunks.push(chunk))
      socket.on('end', finish)
      socket.on('close', finish)
      socket.on('error', error => (chunks.length > 0 ? finish() : reject(error)))
      socket.write(bytes)
    }),
  )

/** The status of the first answer in a raw exchange; 0 when there was none. */
export const rawStatus = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
