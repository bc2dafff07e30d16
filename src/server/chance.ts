/** Chance: what rehearses something comes from a seed, and what must not be guessed never does. */

import { randomBytes, randomInt } from 'node:crypto'
import type { Chance } from '../core/chance.js'
import { seeded } from '../core/seeded.js'

/** Short enough to be typed. */
const SEED_MAX = 1_000_000

/** With a seed of its own, unless one is given. */
export const chanceOf = (seed: number = randomInt(SEED_MAX)): Chance => ({
  seed,
  random: seeded(seed),
  token: bytes => randomBytes(bytes).toString('base64url'),
})

export const systemChance: Chance = chanceOf()
