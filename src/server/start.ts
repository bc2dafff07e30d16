/** From a checked fixture to a server that listens, and from one fixture to the next while it does. */

import { createHash } from 'node:crypto'
import { assemble, type App, type Platform } from '../app.js'
import { configure, type Config } from '../config.js'
import type { Family } from '../core/family.js'
import type { Settings } from '../grammar.js'
import { keeper } from '../core/keeper.js'
import { memoryStore, type State } from '../core/store.js'
import { virtualClock } from '../core/virtual-clock.js'
import { worldOf, type World } from '../core/world.js'
import { enforceInferred } from '../core/validation.js'
import type { Fixture } from '../fixtures.js'
import { flawsOf, WrongSettings } from '../flaws.js'
import { pageAssets } from './assets.js'
import { chanceOf } from './chance.js'
import { systemClock } from './clock.js'
import { systemCrypto } from './crypto.js'
import { checkFolder } from './folder.js'
import { systemPost } from './post.js'
import { listen, type Listening } from './listen.js'
import type { Observer } from './observer.js'
import { inPlace, postponed, replaceRecords, type Replaced } from './replace.js'
import { switchesOf, type Overlay } from './switches.js'

export interface Started extends Pick<Listening, 'url' | 'port' | 'close'> {
  /** The one that answers now. */
  readonly app: App
  /**
   * Serves this fixture under these settings from now on, at the same place. What clients changed and the fixture did not
   * stays, and so does what is switched. Rejects, and changes nothing, when that cannot be: NoSuchFolder, WrongSettings.
   */
  replace(fixture: Fixture, settings: Settings): Promise<Replaced>
  /** One for everybody who switches. */
  readonly switches: Omit<Overlay, 'replace'>
}

/**
 * Serves the fixture under the settings, which are merged already; on another port than theirs, if one is given. Throws
 * PortInUse, NoSuchAddress, NoSuchFolder and WrongSettings.
 */
export const start = async (
  fixture: Fixture,
  settings: Settings,
  observer: Observer = {},
  elsewhere: number | undefined = settings.port,
): Promise<Started> => {
  if (settings.static !== undefined) await checkFolder(settings.static)
  const world = await populate(fixture)
  const asked = configure(elsewhere === undefined ? settings : { ...settings, port: elsewhere })
  let origin: string | undefined
  let served = { fixture, settings }
  const replace = async (next: Fixture, wanted: Settings): Promise<Replaced> => {
    if (wanted.static !== undefined) await checkFolder(wanted.static)
    const config = inPlace(configure(wanted), asked)
    const families = await familiesOf(next, config)
    const { pass } = await listening
    app = await pass(config.static, () => assemble(config, families, platform))
    const before = served
    served = { fixture: next, settings: wanted }
    world.initial = recordsOf(next)
    return {
      ...(await replaceRecords(world.store, before.fixture, next)),
      later: postponed(before.settings, wanted, asked),
    }
  }
  const switches = switchesOf(replace, fixture, settings)
  const platform: Platform = {
    world,
    wall: systemClock,
    digest,
    chance: chanceOf(asked.seed),
    crypto: systemCrypto,
    post: systemPost,
    assets: pageAssets,
    origin: () => origin,
    keep: keeper(),
    switches,
  }
  let app = assemble(asked, await familiesOf(fixture, asked), platform)
  const listening = listen(app, observer)
  const { url, port, close } = await listening.catch(async (error: unknown) => {
    await app.close()
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
    replace: switches.replace,
    switches,
  }
}

/** As the settings have them. Throws WrongSettings where the two do not go together. */
const familiesOf = async ({ collections }: Fixture, config: Config): Promise<readonly Family[]> => {
  const shown = collections.map(({ family }) => family)
  const families = config.strict ? await Promise.all(shown.map(enforceInferred)) : shown
  const flaws = flawsOf(config, families)
  if (flaws.length > 0) throw new WrongSettings(flaws)
  return families
}

const recordsOf = ({ collections }: Fixture): State =>
  new Map(collections.map(({ family, records }) => [family.singular, records]))

/** A world with the records of the fixture. */
const populate = async (fixture: Fixture): Promise<World> => {
  const clock = virtualClock(systemClock)
  // What stands in the fixture has not changed just now: its dates are told from the first request on.
  const loaded = clock.now() - 1000
  let now = () => loaded
  const store = memoryStore(() => now())
  const initial = recordsOf(fixture)
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
