/** What settings leave open to any website that is visited on this machine: said aloud at the start. */

import type { Config } from '../config.js'

/** One sentence for each guard that is switched off. */
export const openDoors = ({ features }: Config): string[] => [
  ...(features['hosts'] === false || isAny(features['hosts'])
    ? [
        'Any Host is answered: a website can have its own name point here (DNS rebinding), then read and change this data.',
      ]
    : []),
  ...(isAny(features['cors'])
    ? ['Any origin is allowed: every website that is visited can read and change this data.']
    : []),
]

const isAny = (setting: unknown): boolean => setting === '*' || (Array.isArray(setting) && setting.includes('*'))
