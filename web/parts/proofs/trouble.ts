/** What went wrong, said so that somebody knows what to do about it. */

import { NoSubject } from '../../../src/compare/scene.js'
import { NoAnswer, Refused } from '../../server.js'
import type { Settings } from '../../settings.js'

/** As browsers and this page say it. */
const SLOW = /timed? ?out|10 seconds/i

/** What to do about it, in a sentence each; nothing where nobody knows. */
export const adviceOn = (said: string, { chaos, latency }: Pick<Settings, 'chaos' | 'latency'>): readonly string[] =>
  [
    /\b401\b|\b403\b/.test(said) &&
      'Changes need a login here. Log in on this server in this browser, or serve without auth.protect.',
    /\b428\b/.test(said) &&
      'Every change has to say which version it is made of (requireMatch). Without requireMatch the proofs show what happens when nobody says it.',
    /\b429\b/.test(said) && 'The rate limit is reached. Switch it off, or wait.',
    chaos !== false &&
      'Chaos is on: some requests fail by chance, and a proof with them. Switch it off, and run it again.',
    SLOW.test(said) && latency !== false && 'Latency is on. Set it lower, and run it again.',
  ].filter(text => text !== false)

/** What should have been so, where a request has thrown: each browser has its own words for that, and none says much. */
export const expected = (failed: string): string => {
  if (SLOW.test(failed)) return 'every request is answered within 10 seconds'
  return /fetch|network|load failed/i.test(failed) ? 'every request is answered' : failed
}

/** Why a run could not go on. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof NoAnswer)
    return 'The server has gone in the middle of it. When it is back, and has kept the records, they are offered to be put back.'
  if (error instanceof NoSubject || error instanceof Refused) return error.message
  // What fetch throws is different in each browser, and says nothing.
  if (error instanceof TypeError) return 'The server has not answered.'
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'The server has not answered within 10 seconds.'
  return error instanceof Error ? error.message : String(error)
}
