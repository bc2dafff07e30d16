/** An app without a server: requests are values, so a test can hold the clock still while they are answered. */

import { assemble, type App, type Platform } from '../src/app.js'
import { configure } from '../src/config.js'
import { ABSENT } from '../src/core/store.js'
import { objectFixture } from '../src/fixtures.js'
import type { Settings } from '../src/grammar.js'
import type { HttpRequest, HttpResponse } from '../src/wire/message.js'
import { hasParameter } from '../src/wire/query.js'
import { exactly } from '../src/wire/resource.js'
import { USERS } from './harness.js'
import { platformOf, type PlatformParts } from './platform.js'

export interface Assembled {
  readonly app: App
  readonly platform: Platform
  /** `GET /user/alice?x=1`, with fields and a JSON content. */
  ask(line: string, headers?: Readonly<Record<string, string>>, content?: unknown): Promise<HttpResponse>
}

export const assembled = async (settings: Settings, parts: PlatformParts = {}): Promise<Assembled> => {
  const { fixture, issues } = await objectFixture(USERS)
  if (fixture === undefined) throw new Error(JSON.stringify(issues))
  const platform = platformOf(parts)
  for (const { family, records } of fixture.collections)
    for (const { key, fields } of records) await platform.world.store.put(family.singular, key, fields, ABSENT)
  const families = fixture.collections.map(({ family }) => family)
  const app = assemble(configure(settings), families, platform)
  return {
    app,
    platform,
    ask: async (line, headers = {}, content) => app.handle(requestOf(app, line, headers, content)),
  }
}

/** The request as the server would read it. */
export const requestOf = (
  app: App,
  line: string,
  headers: Readonly<Record<string, string>> = {},
  content?: unknown,
): HttpRequest => {
  const [method = '', target = ''] = line.split(' ')
  const [path = '', query = ''] = target.split('?')
  const bytes = content === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(content))
  return {
    method,
    path,
    query,
    headers: { host: 'localhost', ...(content !== undefined && { 'content-type': 'application/json' }), ...headers },
    content: { present: content !== undefined, read: async () => bytes },
    client: '127.0.0.1',
    resource: app.resources.find(
      resource =>
        exactly(resource, path) && (resource.parameter === undefined || hasParameter(query, resource.parameter)),
    ),
  }
}
