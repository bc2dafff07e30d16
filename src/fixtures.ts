/** Fixture files: YAML or JSON text becomes settings, families and records, or issues with line and column. */

import { issuesOf, type Issue, type SourceFile } from './fixtures/issue.js'
import { readSource } from './fixtures/source.js'
import { understand, type Fixture } from './fixtures/understand.js'

export type { Issue, SourceFile } from './fixtures/issue.js'
export { objectFixture, type ObjectIssue } from './fixtures/object.js'
export type { Collection, Fixture } from './fixtures/understand.js'

/** What several files say together. The fixture is undefined when anything is wrong; warnings alone leave it. */
export const readFixtures = async (
  files: readonly SourceFile[],
): Promise<{ fixture: Fixture | undefined; issues: Issue[] }> => {
  const sources = await Promise.all(files.map(readSource))
  const documents = sources.flatMap(({ document }) => (document === undefined ? [] : [document]))
  const { fixture, findings } = await understand(documents, documents.length === files.length)
  const issues = await issuesOf(sources, findings)
  return { fixture: issues.some(({ severity }) => severity === 'error') ? undefined : fixture, issues }
}
