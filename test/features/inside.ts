/** A whole app without a socket: requests go in as values, and a test moves the time. */

import * as assert from 'uvu/assert'
import { assemble, type App, type Platform } from '../../src/app.js'
import { configure } from '../../src/config.js'
import { ABSENT, memoryStore } from '../../src/core/store.js'
import { objectFixture } from '../../src/fixtures.js'
import type { Settings } from '../../src/grammar.js'
import type { FixtureData } from '../../src/index.js'
import { responseHeader, type HttpResponse } from '../../src/wire/message.js'
import { hasParameter } from '../../src/wire/query.js'
import { exactly } from '../../src/wire/resource.js'
import { testClock } from '../clock.js'
import { USERS } from '../harness.js'
import { platformOf } from '../platform.js'

export type Headers = Readonly<Record<string, string>>

export interface Inside {
  readonly app: App
  readonly clock: ReturnType<typeof testClock>
  readonly platform: Platform
  send(method: string, target: string, content?: object, headers?: Headers): Promise<HttpResponse>
}

/** `before` is the app that this one takes over from. */
export const inside = async (settings: Settings, data: FixtureData = USERS, before?: Inside): Promise<Inside> => {
  const { fixture } = await objectFixture(data)
  assert.ok(fixture !== undefined)
  const clock = before?.clock ?? testClock()
  const store = memoryStore(() => clock.now())
  for (const { family, records } of fixture.collections)
    for (const { key, fields } of records) void store.put(family.singular, key, fields, ABSENT)
  const kept = before && { keep: before.platform.keep }
  const platform = platformOf({ clock, store, ...kept })
  const families = fixture.collections.map(({ family }) => family)
  const app = assemble(configure(settings), families, platform)
  const send: Inside['send'] = async (method, target, content, headers = {}) => {
    const [path = '', query = ''] = target.split('?')
    const resource = app.resources.find(
      one => exactly(one, path) && (one.parameter === undefined || hasParameter(query, one.parameter)),
    )
    const bytes = new TextEncoder().encode(JSON.stringify(content))
    return app.handle({
      method,
      path,
      query,
      headers: { host: 'localhost:4000', ...(content && { 'content-type': 'application/json' }), ...headers },
      content: { present: content !== undefined, read: () => Promise.resolve(bytes) },
      client: '127.0.0.1',
      resource,
    })
  }
  return { app, clock, platform, send }
}

export const ALICE = { username: 'alice', password: 'white-rabbit' }
/** Logs alice in; the fields that she then sends. */
export const logIn = async ({ send }: Inside, headers: Headers = {}): Promise<Headers> => {
  const response = await send('POST', '/session', ALICE, headers)
  assert.is(response.status, 201)
  return { cookie: responseHeader(response, 'set-cookie')?.split(';')[0] ?? '' }
}
