/** Settings that are fine by themselves, and wrong for the families that they are to serve. */

import type { Config } from './config.js'
import type { Family } from './core/family.js'
import type { Feature, Flaw } from './features/feature.js'
import { features } from './features/index.js'
import { settingOf } from './switched.js'

/** Settings that do not fit the families: nothing is served by them. */
export class WrongSettings extends Error {
  readonly flaws: readonly Flaw[]

  constructor(flaws: readonly Flaw[]) {
    super(flaws.map(({ message }) => message).join(' '))
    this.flaws = flaws
  }
}

/** What is wrong with the features' settings that only shows beside the families. */
export const flawsOf = (config: Config, families: readonly Family[]): Flaw[] =>
  features.flatMap(feature => {
    const setting = settingOf(feature, config)
    const flaws = setting === undefined ? [] : (feature.check?.(setting, families) ?? [])
    return flaws.map(flaw => placed(feature, flaw))
  })

const placed = ({ name }: Feature, flaw: Flaw): Flaw => ({ ...flaw, pointer: `/${name}${flaw.pointer}` })
