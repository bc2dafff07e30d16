/** `restage check`: tells everything that is wrong in fixtures, and serves nothing. */

import { colorsFor, type Environment } from './colors.js'
import { counted } from './counted.js'
import { discover } from './discover.js'
import { loadFixture } from './load.js'
import { FAILED, OK, type Process } from './process.js'
import { UsageError } from './usage-error.js'

export const checkCommand = async (
  files: readonly string[],
  env: Environment,
  process: Process,
  plain: boolean,
): Promise<number> => {
  const names = files.length > 0 ? files : found()
  const loaded = await loadFixture(names, process.stderr, colorsFor(process.stderr, env, plain))
  if (loaded === undefined) return FAILED
  const counts = loaded.fixture.collections.map(({ family, records }) => counted(records.length, family))
  process.stdout.write(`${names.join(', ')}: ${counts.join(', ') || 'no collections'}\n`)
  return OK
}

const found = (): string[] => {
  const here = discover()
  if (here.kind === 'found') return [here.name]
  throw new UsageError('Name the fixture to check: there is none here, or more than one.')
}
