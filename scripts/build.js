/** Builds dist/ anew with the installed TypeScript: nothing of an earlier build stays. */

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = createRequire(import.meta.url).resolve('typescript/package.json')

rmSync(join(root, 'dist'), { recursive: true, force: true })
const { status, error } = spawnSync(
  process.execPath,
  [join(dirname(manifest), 'bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
  { stdio: 'inherit' },
)
if (error) console.error(error.message)
process.exitCode = status ?? 1
