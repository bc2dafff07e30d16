/** The walk for a speaker: each step does one deed in one style, and says what to look at. */

import type { Family } from '../../api.js'
import { DEEDS, type Deed, type Style } from './deeds.js'

export interface Step {
  readonly caption: string
  /** What is done when the step is reached for the first time. */
  readonly does?: { readonly deed: Deed; readonly style: Style }
}

export const stepsFor = (family: Family): readonly Step[] => {
  const { singular, plural } = family
  return [
    {
      caption: `One table of ${plural}, two ways to speak of it. Left: a URL for each deed. Right: a URL for each ${singular}, and the method is the deed.`,
    },
    ...DEEDS.flatMap((deed): Step[] => [
      { caption: `${deed.title}, old style. ${deed.point.old(family)}`, does: { deed, style: 'old' } },
      { caption: `${deed.title}, RESTful. ${deed.point.rest(family)}`, does: { deed, style: 'rest' } },
    ]),
    {
      caption: `Old style: four URLs for one ${singular}, and a GET that removes. RESTful: one URL, and methods that everybody knows already.`,
    },
  ]
}
