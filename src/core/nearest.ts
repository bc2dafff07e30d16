/** "Did you mean": the candidate that a person most likely meant. */

import leven from 'leven'

/** Beyond this many candidates no more are looked at, so that a 404 costs the same with a million records. */
const LOOKED_AT = 10_000

/** The nearest candidate within two fifths of the word's length (so that `prot` still finds `port`), or undefined. Case is the cheapest difference. */
export const nearest = (word: string, candidates: Iterable<string>): string | undefined => {
  if (word.length > 128) return undefined
  const lower = word.toLowerCase()
  let best: string | undefined
  let least = Math.max(1, Math.round(word.length * 0.4)) + 1
  let looked = 0
  for (const candidate of candidates) {
    if (++looked > LOOKED_AT) break
    if (candidate === word || Math.abs(candidate.length - word.length) >= least) continue
    const other = candidate.toLowerCase()
    // With a bound, because most candidates are far away: they cost a row of the table then, and not all of it.
    const distance = other === lower ? 0.5 : leven(lower, other, { maxDistance: least })
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}
