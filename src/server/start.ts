/** From a checked fixture to a server that listens: the store is filled, the app assembled, the sockets opened. */

import { createHash } from 'node:crypto'
import { assemble, type App, type Platform } from '../app.js'
import { configure } from '../config.js'
import type { Settings } from '../grammar.js'
import { ABSENT, memoryStore } from '../core/store.js'
import { enforceInferred } from '../core/validation.js'
import type { Fixture } from '../fixtures.js'
import { chanceOf } from './chance.js'
import { systemClock } from './clock.js'
import { systemCrypto } from './crypto.js'
import { checkFolder } from './folder.js'
import { listen, type Listening } from './listen.js'
import type { Observer } from './observer.js'

export interface Started extends Listening {
  readonly app: App
}

/** Serves the fixture under the settings, which are merged already. Throws PortInUse, NoSuchAddress and NoSuchFolder. */
export const start = async (fixture: Fixture, settings: Settings, observer: Observer = {}): Promise<Started> => {
  if (settings.static !== undefined) await checkFolder(settings.static)
  // What stands in the fixture has not changed just now: its dates are told from the first request on.
  const loaded = Date.now() - 1000
  let now = () => loaded
  const store = memoryStore(() => now())
  for (const { family, records } of fixture.collections) {
    for (const { key, fields } of records) void store.put(family.singular, key, fields, ABSENT)
  }
  now = Date.now
  const config = configure(settings)
  const shown = fixture.collections.map(({ family }) => family)
  const families = config.strict ? await Promise.all(shown.map(enforceInferred)) : shown
  let origin: string | undefined
  const app = assemble(config, families, {
    store,
    digest,
    clock: systemClock,
    chance: chanceOf(config.seed),
    crypto: systemCrypto,
    origin: () => origin,
    keep: keeper(),
  })
  const listening = await listen(app, observer)
  origin = listening.url
  return { app, ...listening }
}

/** Makes each thing once, however often it is asked for. */
const keeper = (): Platform['keep'] => {
  const kept = new Map<string, unknown>()
  return <T>(name: string, make: () => T): T => {
    if (!kept.has(name)) kept.set(name, make())
    return kept.get(name) as T
  }
}

/** 128 bits are enough that no two representations ever share a validator. */
const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 22)
}
