/** Real chance: nothing that is drawn here can be foreseen. */

import { randomBytes } from 'node:crypto'
import type { Chance } from '../core/chance.js'

export const systemChance: Chance = {
  random: Math.random,
  token: bytes => randomBytes(bytes).toString('base64url'),
}
