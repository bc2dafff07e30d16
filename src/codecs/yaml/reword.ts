/** Says what is wrong with a YAML text in words for people, where the culprit is and once for each. */

import type { YAMLError } from 'yaml'
import type { Flaw } from '../../core/source.js'
import { misplaced } from './indentation.js'
import { sentences } from './sentences.js'
import { look, type Sight, type Told } from './sight.js'

/** The package's warnings that are errors here. The others are about what older readers would make of it. */
const REFUSED = new Set(['TAG_RESOLVE_FAILED'])

/** A text made to have a hundred thousand errors is not worth more words. */
const ERRORS_MAX = 100

export const reword = (text: string, errors: readonly YAMLError[]): Flaw[] => {
  const flaws: Flaw[] = []
  const listed = errors
    .filter(error => error.name !== 'YAMLWarning' || REFUSED.has(error.code))
    .toSorted((a, b) => a.pos[0] - b.pos[0])
    .slice(0, ERRORS_MAX)
  if (listed.length === 0) return flaws
  const sightOf = look(text)
  /** The last line that is known to be spoilt: what is said about it is an echo. */
  let spoilt = 0
  for (const error of listed) {
    const sight = sightOf(error)
    const { wide = false, last = false, flaw } = tell(sight)
    // The culprit may stand on another line than the one where the package stumbled.
    const reported = sight.lineOf(sight.offset)
    const line = sight.lineOf(flaw.offset)
    if (reported <= spoilt || line <= spoilt) continue
    flaws.push(flaw)
    if (last) break
    spoilt = Math.max(reported, line) + (wide ? 1 : 0)
  }
  return flaws.toSorted((a, b) => a.offset - b.offset)
}

const tell = (sight: Sight): Told => {
  for (const { code, says, tell: say } of sentences) {
    if (code !== undefined && code !== sight.error.code) continue
    if (says !== undefined && !says.test(sight.error.message)) continue
    return say(sight)
  }
  if (sight.error.code === 'BAD_INDENT') return misplaced(sight)
  const [sentence = ''] = sight.error.message.split('\n', 1)
  return { flaw: { offset: sight.offset, length: sight.length, message: `${sentence.replace(/[.:]?$/, '')}.` } }
}
