/** Builds dist/ anew: types by TypeScript, code by esbuild into a few files, because each file costs time at every start. */

import { spawnSync } from 'node:child_process'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

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

// The packages stay what they are: dependencies, installed and audited as such. What is imported dynamically stays apart.
await build({
  absWorkingDir: root,
  entryPoints: ['src/index.ts', 'src/cli/main.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
})

// The page: one file of code and one of style. Minified, because its weight has a limit; what it is made of is in web/.
await build({
  absWorkingDir: root,
  entryPoints: ['web/main.ts', 'web/page.css'],
  entryNames: '[name]',
  outdir: 'dist/web',
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: ['chrome120', 'firefox121', 'safari17.2'],
  charset: 'utf8',
  minify: true,
  logLevel: 'warning',
})
renameSync(join(root, 'dist/web/main.js'), join(root, 'dist/web/page.js'))
for (const name of ['index.html', 'icon.svg']) copyFileSync(join(root, 'web', name), join(root, 'dist/web', name))
