/** A server with webhooks in a world without sockets: time is moved by the test, and a receiver answers what the test says. */

import { assemble, type App } from '../../../src/app.js'
import { configure } from '../../../src/config.js'
import type { Outgoing, Post, Sent } from '../../../src/core/post.js'
import { memoryStore, type Store } from '../../../src/core/store.js'
import type { Settings } from '../../../src/grammar.js'
import { objectFixture } from '../../../src/fixtures.js'
import { exactly } from '../../../src/wire/resource.js'
import { testClock, type TestClock } from '../../clock.js'
import { USERS } from '../../harness.js'
import { platformOf } from '../../platform.js'

export const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
export const HOOK = 'http://localhost:9000/hook'

/** A status, a failure in words, or `never`: no answer until it is given up. */
export type Reply = number | string

export interface Underway {
  readonly id: string
  readonly type: string
  readonly state: string
  readonly reason?: string
  readonly attempts: readonly { at: string; status?: number; error?: string }[]
  readonly next?: string
}

export interface Log {
  readonly url: string
  readonly status: string
  readonly pending: number
  readonly delivered: number
  readonly failed: number
  readonly dropped: number
  readonly underway: readonly Underway[]
  readonly deliveries: readonly Underway[]
}

interface Told {
  readonly status: number
  readonly text: string
}

export interface World {
  readonly app: App
  readonly store: Store
  readonly clock: TestClock
  /** What arrived, in its order. */
  readonly arrived: Outgoing[]
  /** Changes alice once more. */
  change(): Promise<void>
  /** Moves the clock, and lets everything happen that follows from it. */
  pass(milliseconds: number): Promise<void>
  log(number?: number): Promise<Log>
  get(path: string, accept?: string): Promise<Told>
  send(method: string, path: string, headers: Record<string, string>): Promise<Told>
  /** The same world under other settings, as after a change of them: the new app first, then the end of the old one. */
  reconfigure(settings: Settings): Promise<App>
}

const nothing = (): void => {}

export const settled = (): Promise<void> => new Promise(resolve => void setImmediate(resolve))

/** Each message gets the next reply; when there are no more, 204. */
export const worldOf = async (settings: Settings, replies: readonly Reply[] = [], random = 0): Promise<World> => {
  const { fixture } = await objectFixture(USERS)
  if (fixture === undefined) throw new Error('the fixture is wrong')
  const families = fixture.collections.map(({ family }) => family)
  const clock = testClock()
  const store = memoryStore(() => clock.now())
  for (const { family, records } of fixture.collections)
    for (const { key, fields } of records) void store.put(family.singular, key, fields, 0)
  const arrived: Outgoing[] = []
  const left = [...replies]
  const post: Post = message => {
    arrived.push(message)
    const reply = left.shift() ?? 204
    let cancel = nothing
    const done = new Promise<Sent>(resolve => {
      cancel = () => resolve({ failure: 'given up' })
      if (typeof reply === 'number') resolve({ status: reply })
      else if (reply !== 'never') resolve({ failure: reply })
    })
    return { done, cancel }
  }
  let count = 0
  const chance = {
    seed: 0,
    random: () => random,
    token: (bytes: number) => `${++count}`.padStart((bytes * 4) / 3, 'A'),
  }
  const platform = platformOf({ store, clock, chance, post })
  let app = assemble(configure(settings), families, platform)
  const ask: World['send'] = async (method, path, headers) => {
    const { status, body } = await app.handle({
      method,
      path,
      query: '',
      headers: { host: 'localhost', ...headers },
      content: { present: false, read: async () => new Uint8Array() },
      client: '127.0.0.1',
      resource: app.resources.find(resource => exactly(resource, path)),
    })
    return { status, text: new TextDecoder().decode(body) }
  }
  const get: World['get'] = (path, accept = 'application/json') => ask('GET', path, { accept })
  return {
    app,
    store,
    clock,
    arrived,
    async change() {
      const alice = await store.get('user', 'alice')
      await store.put('user', 'alice', { ...alice?.fields, age: (alice?.revision ?? 0) + 1 }, alice?.revision ?? 0)
      await settled()
    },
    async pass(milliseconds) {
      clock.advance(milliseconds)
      await settled()
    },
    log: async (number = 1) => JSON.parse((await get(`/-/webhooks/${number}`)).text) as Log,
    get,
    send: ask,
    async reconfigure(changed) {
      const old = app
      app = assemble(configure(changed), families, platform)
      await old.close()
      return app
    },
  }
}

/** The names of what arrived, `user.updated`, or any other member of their contents. */
export const typesOf = (arrived: readonly Outgoing[]): string[] =>
  arrived.map(({ body }) => (JSON.parse(body) as { type: string }).type)

export const revisionsOf = (arrived: readonly Outgoing[]): number[] =>
  arrived.map(({ body }) => (JSON.parse(body) as { data: { revision: number } }).data.revision)

/** One header field of a message. */
export const field = ({ headers }: Outgoing, name: string): string => headers[headers.indexOf(name) + 1] ?? ''
