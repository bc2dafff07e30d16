/** From a checked fixture to a server that listens, and from one fixture to the next while it does. */

import { createHash } from 'node:crypto'
import { assemble, type App, type Platform } from '../app.js'
import { configure, type Config } from '../config.js'
import type { Family } from '../core/family.js'
import type { Settings } from '../grammar.js'
import { ABSENT, memoryStore } from '../core/store.js'
import { enforceInferred } from '../core/validation.js'
import type { Fixture } from '../fixtures.js'
import { systemChance } from './chance.js'
import { systemClock } from './clock.js'
import { systemCrypto } from './crypto.js'
import { checkFolder } from './folder.js'
import { listen, type Listening } from './listen.js'
import type { Observer } from './observer.js'
import { inPlace, postponed, replaceRecords, type Replaced } from './replace.js'

export interface Started extends Pick<Listening, 'url' | 'port' | 'close'> {
  /** The one that answers now. */
  readonly app: App
  /**
   * Serves this fixture under these settings from now on, at the same place. What clients changed and the fixture did not
   * stays. Rejects, and changes nothing, when that cannot be: NoSuchFolder.
   */
  replace(fixture: Fixture, settings: Settings): Promise<Replaced>
}

/**
 * Serves the fixture under the settings, which are merged already; on another port than theirs, if one is given. Throws
 * PortInUse, NoSuchAddress and NoSuchFolder.
 */
export const start = async (
  fixture: Fixture,
  settings: Settings,
  observer: Observer = {},
  elsewhere: number | undefined = settings.port,
): Promise<Started> => {
  if (settings.static !== undefined) await checkFolder(settings.static)
  // What stands in the fixture has not changed just now: its dates are told from the first request on.
  const loaded = Date.now() - 1000
  let now = () => loaded
  const store = memoryStore(() => now())
  for (const { family, records } of fixture.collections) {
    for (const { key, fields } of records) void store.put(family.singular, key, fields, ABSENT)
  }
  now = Date.now
  let origin: string | undefined
  const platform: Platform = {
    store,
    digest,
    clock: systemClock,
    chance: systemChance,
    crypto: systemCrypto,
    origin: () => origin,
    keep: keeper(),
  }
  const asked = configure(elsewhere === undefined ? settings : { ...settings, port: elsewhere })
  let served = { fixture, settings }
  let app = assemble(asked, await familiesOf(fixture, asked), platform)
  const { url, port, close, pass } = await listen(app, observer).catch((error: unknown) => {
    app.close()
    throw error
  })
  origin = url
  return {
    url,
    port,
    close,
    get app() {
      return app
    },
    async replace(next, wanted) {
      if (wanted.static !== undefined) await checkFolder(wanted.static)
      const config = inPlace(configure(wanted), asked)
      const families = await familiesOf(next, config)
      app = await pass(config.static, () => assemble(config, families, platform))
      const before = served
      served = { fixture: next, settings: wanted }
      return {
        ...(await replaceRecords(store, before.fixture, next)),
        later: postponed(before.settings, wanted, asked),
      }
    },
  }
}

const familiesOf = async ({ collections }: Fixture, { strict }: Config): Promise<readonly Family[]> => {
  const families = collections.map(({ family }) => family)
  return strict ? Promise.all(families.map(enforceInferred)) : families
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
