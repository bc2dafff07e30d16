/** What is thrown when other requests came than a test expects; test runners show it as an assertion that failed. */

/** A request that is almost the one that was expected. */
export interface NearMiss {
  /** Names it in the journal. */
  readonly id: number
  readonly method: string
  readonly path: string
  readonly status: number
  /** The names of what is different: `method`, `path`, `status`. */
  readonly differs: readonly string[]
}

export class ExpectationError extends Error {
  override readonly name = 'AssertionError'
  readonly code = 'ERR_ASSERTION'
  readonly operator = 'expect'
  /** How many requests there should have been; 1 where any number would have done. */
  readonly expected: number
  /** How many there were. */
  readonly actual: number
  /** The nearest first; empty when nothing like it came, or too many did. */
  readonly nearest: readonly NearMiss[]

  constructor(message: string, expected: number, actual: number, nearest: readonly NearMiss[]) {
    super([message, ...nearest.map(line)].join('\n'))
    this.expected = expected
    this.actual = actual
    this.nearest = nearest
  }
}

const line = ({ id, method, path, status, differs }: NearMiss): string =>
  `  request ${id}, ${method} ${path}, answered ${status}: differs in ${differs.join(', ')}`
