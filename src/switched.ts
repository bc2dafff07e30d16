/** Which features are on, and with what. */

import type { Config } from './config.js'
import type { Feature } from './features/feature.js'
import { features } from './features/index.js'

export const on = (config: Config): Feature[] => features.filter(feature => settingOf(feature, config) !== undefined)

/** What a feature is to work with; undefined when it is off. */
export const settingOf = ({ name, byDefault, within }: Feature, config: Config): unknown => {
  const setting = config.features[name]
  if (setting === false || (within !== undefined && config.features[within] === false)) return undefined
  if (setting === undefined) return byDefault
  return setting === null || setting === true ? (byDefault ?? {}) : setting
}
