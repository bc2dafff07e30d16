/** The test command itself: whatever uvu lets pass in silence must fail here, by name. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

interface Case {
  readonly title: string
  readonly files: Readonly<Record<string, string>>
  /** The last line. */
  readonly says: string
  /** What stands above it. */
  readonly shows: RegExp
  readonly code: 0 | 1
  /** Short where a hang is what is tested; where it is not, a busy machine must not look like one. */
  readonly limits?: readonly string[]
}

const here = dirname(fileURLToPath(import.meta.url))
const GOOD = `import { test } from 'uvu'\ntest('good', () => {})\ntest.run()\n`

const CASES: readonly Case[] = [
  {
    title: 'a good file',
    files: { 'a.test.ts': GOOD },
    says: '1 passed, 0 failed',
    shows: /^ok .*a\.test\.ts/,
    code: 0,
  },
  {
    title: 'two good files, one in a folder',
    files: { 'a.test.ts': GOOD, 'deep/b.test.ts': GOOD, 'deep/not-a-test.ts': 'throw new Error("never run")' },
    says: '2 passed, 0 failed',
    shows: /ok .*b\.test\.ts/,
    code: 0,
  },
  {
    title: 'a skipped test is counted',
    files: { 'a.test.ts': `import { test } from 'uvu'\ntest('x', () => {})\ntest.skip('y', () => {})\ntest.run()\n` },
    says: '1 passed, 0 failed, 1 skipped',
    shows: /ok/,
    code: 0,
  },
  {
    title: 'a failing test is shown in full',
    files: {
      'a.test.ts': `import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\ntest('one', () => assert.is(1, 2, 'the odd reason'))\ntest('two', () => {})\ntest.run()\n`,
      'b.test.ts': GOOD,
    },
    says: '2 passed, 1 failed',
    shows: /FAIL .*a\.test\.ts: 1 of 2 tests[^]*the odd reason/,
    code: 1,
  },
  {
    title: 'run() is missing',
    files: { 'a.test.ts': `import { test } from 'uvu'\ntest('x', () => {})\n` },
    says: '0 passed, 1 failed',
    shows: /test\.run\(\) missing/,
    code: 1,
  },
  {
    title: 'one suite of two is never run',
    files: {
      'a.test.ts': `import { suite } from 'uvu'\nconst a = suite('a')\na('x', () => {})\na.run()\nconst b = suite('b')\nb('y', () => {})\n`,
    },
    says: '1 passed, 1 failed',
    shows: /a suite is made and never run/,
    code: 1,
  },
  {
    title: 'no test between import and run()',
    files: { 'a.test.ts': `import { test } from 'uvu'\ntest.run()\n` },
    says: '0 passed, 1 failed',
    shows: /no test was registered/,
    code: 1,
  },
  { title: 'an empty file', files: { 'a.test.ts': '' }, says: '0 passed, 1 failed', shows: /FAIL/, code: 1 },
  { title: 'no file at all', files: {}, says: '0 passed, 1 failed', shows: /there is no test file/, code: 1 },
  {
    title: 'a server that is left open',
    files: {
      'a.test.ts': `import { createServer } from 'node:http'\nimport { test } from 'uvu'\ntest('x', () => { createServer().listen(0) })\ntest.run()\n`,
    },
    says: '1 passed, 1 failed',
    shows: /left something open/,
    code: 1,
    limits: ['--grace', '1'],
  },
  {
    title: 'a test that never ends',
    files: {
      'a.test.ts': `import { test } from 'uvu'\ntest('x', () => new Promise(() => { setInterval(() => {}, 1000) }))\ntest.run()\n`,
    },
    says: '0 passed, 1 failed',
    shows: /took longer than 3 s/,
    code: 1,
    limits: ['--timeout', '3'],
  },
  {
    title: 'a loop that never ends',
    files: { 'a.test.ts': `import { test } from 'uvu'\ntest('x', () => { for (;;); })\ntest.run()\n` },
    says: '0 passed, 1 failed',
    shows: /took longer than 3 s/,
    code: 1,
    limits: ['--timeout', '3'],
  },
  {
    title: 'a promise that nobody settles',
    files: { 'a.test.ts': `import { test } from 'uvu'\ntest('x', () => new Promise(() => {}))\ntest.run()\n` },
    says: '0 passed, 1 failed',
    shows: /ended before its tests did/,
    code: 1,
  },
  {
    title: 'a rejection after the end',
    files: {
      'a.test.ts': `import { test } from 'uvu'\ntest('x', () => { setTimeout(() => Promise.reject(new Error('too late')), 100) })\ntest.run()\n`,
    },
    says: '1 passed, 1 failed',
    shows: /not handled[^]*too late/,
    code: 1,
  },
  {
    title: 'an exception that a listener swallows',
    files: {
      'a.test.ts': `import { test } from 'uvu'\nprocess.on('uncaughtException', () => {})\ntest('x', () => { setTimeout(() => { throw new Error('lost') }, 50) })\ntest.run()\n`,
    },
    says: '1 passed, 1 failed',
    shows: /not handled/,
    code: 1,
  },
  {
    title: 'a syntax error',
    files: { 'a.test.ts': `const = 1\n`, 'b.test.ts': GOOD },
    says: '1 passed, 1 failed',
    shows: /FAIL .*a\.test\.ts[^]*ok .*b\.test\.ts|ok .*b\.test\.ts[^]*FAIL .*a\.test\.ts/,
    code: 1,
  },
  {
    title: 'exit(0) in the middle',
    files: { 'a.test.ts': `import { test } from 'uvu'\ntest('x', () => process.exit(0))\ntest.run()\n` },
    says: '0 passed, 1 failed',
    shows: /ended before its tests did/,
    code: 1,
  },
  {
    title: 'a process that is left running',
    files: {
      'a.test.ts': `import { spawn } from 'node:child_process'\nimport { test } from 'uvu'\ntest('x', () => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], { stdio: 'ignore' }).unref())\ntest.run()\n`,
    },
    says: '1 passed, 1 failed',
    shows: /left a process running/,
    code: 1,
  },
]

for (const { title, files, says, shows, code, limits = [] } of CASES) {
  test(title, () => {
    const folder = mkdtempSync(join(tmpdir(), 'restage-run-'))
    try {
      symlinkSync(join(here, '../node_modules'), join(folder, 'node_modules'))
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
      const outcome = spawnSync(process.execPath, ['--import', 'tsx', join(here, 'run.ts'), ...limits, folder], {
        cwd: join(here, '..'),
        encoding: 'utf8',
        timeout: 60_000,
      })
      assert.is(outcome.stdout.trimEnd().split('\n').at(-1), says, outcome.stdout + outcome.stderr)
      assert.match(outcome.stdout, shows)
      assert.is(outcome.status, code)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

test('a pattern that matches nothing fails beside one that does', () => {
  const outcome = spawnSync(process.execPath, ['--import', 'tsx', join(here, 'run.ts'), join(here, 'nowhere')], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.match(outcome.stdout, /nowhere: there is no test file/)
  assert.is(outcome.status, 1)
})

test.run()
