/** Why another number of requests was found than was claimed: those that are almost the ones meant, and what they differ in. */

import { nearest } from '../../core/nearest.js'
import { Problem } from '../../core/problem.js'
import type { Entry } from './entry.js'
import type { Condition, Question } from './question.js'

/** As many are told of. */
const SHOWN_MAX = 5

export const countMismatch = (
  question: Question,
  found: readonly Entry[],
  all: readonly Entry[],
  dropped: number,
): Problem => {
  const { conditions, count } = question
  // Who says no number wants any at all.
  const expected = count ?? 1
  const misses = found.length < expected ? nearestMisses(conditions, all) : []
  const times = found.length === 1 ? 'once' : `${found.length} times`
  const near = misses.map(({ entry: { method, path, response }, differs }) =>
    differs.includes('status') || !differs.includes('query')
      ? `${method} ${path} (${response.status})`
      : `${method} ${path}`,
  )
  return new Problem(
    'count-mismatch',
    [
      count === undefined
        ? `${titleOf(conditions)} never came.`
        : `${titleOf(conditions)} came ${times}, not ${count === 1 ? 'once' : `${count} times`}.`,
      ...(near.length === 0 ? [] : [`Nearest: ${near.join(', ')}.`]),
      ...(dropped === 0
        ? []
        : [
            dropped === 1
              ? 'One older request has made room and is not counted.'
              : `${dropped} older requests have made room and are not counted.`,
          ]),
    ].join(' '),
    {
      expected,
      found: found.length,
      ...(found.length > 0 && { ids: found.slice(-SHOWN_MAX).map(({ id }) => id) }),
      ...(misses.length > 0 && {
        nearest: misses.map(({ entry: { id, method, path, response }, differs }) => ({
          id,
          method,
          path,
          status: response.status,
          differs: [...differs],
        })),
      }),
      ...(dropped > 0 && { dropped }),
    },
  )
}

interface Miss {
  readonly entry: Entry
  /** The names of the conditions that it does not meet. */
  readonly differs: readonly string[]
}

/** Those that meet all but the fewest conditions, each kind once, the newest first. */
const nearestMisses = (conditions: readonly Condition[], all: readonly Entry[]): Miss[] => {
  const kinds = new Map<string, Miss>()
  for (const entry of all.toReversed()) {
    const failed = conditions.filter(condition => !condition.admits(entry))
    // Who shares nothing with what was asked for is no miss, and another path has to be like the one meant.
    if (failed.length === 0 || (failed.length === conditions.length && failed.length > 1)) continue
    const path = failed.find(({ name }) => name === 'path')
    if (path !== undefined && nearest(path.value, [entry.path]) === undefined) continue
    const kind = `${entry.method} ${entry.path} ${entry.response.status}`
    if (!kinds.has(kind)) kinds.set(kind, { entry, differs: failed.map(({ name }) => name) })
  }
  return [...kinds.values()].toSorted((a, b) => a.differs.length - b.differs.length).slice(0, SHOWN_MAX)
}

const titleOf = (conditions: readonly Condition[]): string => {
  const of = (name: string) => conditions.find(condition => condition.name === name)?.value
  const target = [of('method'), of('path')].filter(part => part !== undefined).join(' ')
  const rest = conditions.filter(({ name }) => name !== 'method' && name !== 'path')
  const narrowed = rest.map(({ name, value }) => `${name} ${value}`).join(', ')
  return `${target || 'A request'}${narrowed === '' ? '' : ` with ${narrowed}`}`
}
