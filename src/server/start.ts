/** From a checked fixture to a server that listens: the store is filled, the app assembled, the sockets opened. */

import { createHash } from 'node:crypto'
import { assemble, flawsOf, WrongSettings, type App } from '../app.js'
import { configure } from '../config.js'
import type { Settings } from '../grammar.js'
import { keeper } from '../core/keeper.js'
import { memoryStore } from '../core/store.js'
import { virtualClock } from '../core/virtual-clock.js'
import { worldOf, type World } from '../core/world.js'
import { enforceInferred } from '../core/validation.js'
import type { Fixture } from '../fixtures.js'
import { systemChance } from './chance.js'
import { systemClock } from './clock.js'
import { systemCrypto } from './crypto.js'
import { checkFolder } from './folder.js'
import { systemPost } from './post.js'
import { listen, type Listening } from './listen.js'
import type { Observer } from './observer.js'

export interface Started extends Listening {
  readonly app: App
}

/** Serves the fixture under the settings, which are merged already. Throws PortInUse, NoSuchAddress, NoSuchFolder and WrongSettings. */
export const start = async (fixture: Fixture, settings: Settings, observer: Observer = {}): Promise<Started> => {
  if (settings.static !== undefined) await checkFolder(settings.static)
  const world = await populate(fixture)
  const config = configure(settings)
  const shown = fixture.collections.map(({ family }) => family)
  const families = config.strict ? await Promise.all(shown.map(enforceInferred)) : shown
  const flaws = flawsOf(config, families)
  if (flaws.length > 0) throw new WrongSettings(flaws)
  let origin: string | undefined
  const app = assemble(config, families, {
    world,
    wall: systemClock,
    digest,
    chance: systemChance,
    crypto: systemCrypto,
    post: systemPost,
    origin: () => origin,
    keep: keeper(),
  })
  const listening = await listen(app, observer)
  origin = listening.url
  return { app, ...listening }
}

/** A world with the records of the fixture. */
const populate = async (fixture: Fixture): Promise<World> => {
  const clock = virtualClock(systemClock)
  // What stands in the fixture has not changed just now: its dates are told from the first request on.
  const loaded = clock.now() - 1000
  let now = () => loaded
  const store = memoryStore(() => now())
  const initial = new Map(fixture.collections.map(({ family, records }) => [family.singular, records]))
  await store.restore(initial)
  now = () => clock.now()
  return worldOf(store, clock, initial)
}

/** 128 bits are enough that no two representations ever share a validator. */
const digest = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url').slice(0, 22)
}
