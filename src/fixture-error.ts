/** What `serve` throws when fixtures or settings are wrong: every place, with its line. */

import type { Issue } from './fixtures.js'
import { reportText } from './report.js'

export class FixtureError extends Error {
  override readonly name = 'FixtureError'
  readonly issues: readonly Issue[]

  /** `texts` are the sources by the names under which the issues know them. */
  constructor(issues: readonly Issue[], texts: ReadonlyMap<string, string> = new Map()) {
    super(reportText(issues, texts))
    this.issues = issues
  }
}
