/** A world for an app in a test: everything that is handed in, each part of it for the test to replace. */

import { createHash } from 'node:crypto'
import type { Platform } from '../src/app.js'
import type { Clock } from '../src/core/clock.js'
import { keeper } from '../src/core/keeper.js'
import { memoryStore } from '../src/core/store.js'
import { virtualClock } from '../src/core/virtual-clock.js'
import { worldOf } from '../src/core/world.js'
import { systemChance } from '../src/server/chance.js'
import { systemClock } from '../src/server/clock.js'
import { systemCrypto } from '../src/server/crypto.js'
import { systemPost } from '../src/server/post.js'

/** What a test replaces; the clock is one that the world's own then stands on. */
export type PlatformParts = Partial<Platform> & { readonly clock?: Clock }

export const platformOf = ({ clock: real, ...parts }: PlatformParts = {}): Platform => {
  const clock = virtualClock(real ?? systemClock)
  const store = parts.store ?? memoryStore(() => clock.now())
  return {
    world: worldOf(store, clock, new Map()),
    wall: real ?? systemClock,
    digest: (...texts) => {
      const hash = createHash('sha256')
      for (const text of texts) hash.update(text)
      return hash.digest('base64url').slice(0, 22)
    },
    chance: systemChance,
    crypto: systemCrypto,
    post: systemPost,
    assets: async () => undefined,
    origin: () => undefined,
    keep: keeper(),
    ...parts,
  }
}
