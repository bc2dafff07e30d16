/** Holds the walls that ARCHITECTURE.md shows, and proves of each that it falls when somebody breaks it. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { importsOf, mask } from './source.js'
import {
  checkChance,
  checkCycles,
  checkFamilyName,
  checkFeatures,
  checkImports,
  checkLists,
  checkShape,
  readTable,
  type Files,
} from './walls.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const markdown = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const rows = readTable(markdown)

const sources: Files = Object.fromEntries(
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => [path, readFileSync(join(root, 'src', path), 'utf8')]),
)

type Check = (files: Files) => string[]

const imports: Check = files => checkImports(files, rows)
const chance: Check = files => checkChance(files, rows)

const house = suite('the house')

const WALLS: readonly [string, Check][] = [
  ['imports only go down, each package only where the table has it', imports],
  ['no feature imports a feature', checkFeatures],
  ['no import cycle', checkCycles],
  ['every codec and every feature is on its list', checkLists],
  ['small files that say what they are for', checkShape],
  ['one file names the built-in family', checkFamilyName],
  ['time and chance are handed in', chance],
]

for (const [title, check] of WALLS) house(title, () => assert.equal(check(sources), []))

house('the table and the source are really read', () => {
  assert.ok(rows.length >= 6)
  assert.ok(Object.keys(sources).length >= 20)
  assert.ok(Object.keys(sources).includes('core/user.ts'))
  assert.ok(Object.values(sources).flatMap(importsOf).length >= 20)
  for (const row of rows) {
    assert.ok(Number.isInteger(row.floor) && row.files.length > 0 && row.mayImport.length > 0, JSON.stringify(row))
  }
})

house('no row may import what stands above it', () => {
  for (const { floor, mayImport } of rows) {
    for (const right of mayImport) if (typeof right === 'number') assert.ok(right <= floor)
  }
})

house('packages that the table grants are dependencies', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object }
  const granted = new Set(rows.flatMap(row => row.packages).filter(name => name !== 'node:'))
  assert.equal([...granted].toSorted(), Object.keys(manifest.dependencies).toSorted())
})

house('ARCHITECTURE.md is short enough to be read', () => assert.ok(markdown.split('\n').length <= 121))

house.run()

interface Broken {
  readonly title: string
  readonly check: Check
  readonly files: Files
  /** What is said; nothing for what is fine. */
  readonly says?: RegExp
}

const broken = suite('broken on purpose')
const doc = (text = ''): string => `/** Says what it is for. */\n${text}`

const BROKEN: readonly Broken[] = [
  {
    title: 'core imports wire',
    check: imports,
    files: { 'core/a.ts': `import { b } from '../wire/b.js'`, 'wire/b.ts': '' },
    says: /core\/a\.ts: line 1 imports wire\/b\.ts/,
  },
  {
    title: 'core imports wire for a type',
    check: imports,
    files: { 'core/a.ts': `import type { B } from '../wire/b.js'`, 'wire/b.ts': '' },
    says: /imports wire\/b/,
  },
  {
    title: 'core hands wire on',
    check: imports,
    files: { 'core/a.ts': `export * from '../wire/b.js'`, 'wire/b.ts': '' },
    says: /imports wire\/b/,
  },
  {
    title: 'core imports wire when needed',
    check: imports,
    files: { 'core/a.ts': `const b = () => import('../wire/b.js')`, 'wire/b.ts': '' },
    says: /imports wire\/b/,
  },
  {
    title: 'core imports wire over several lines',
    check: imports,
    files: { 'core/a.ts': `import {\n  b,\n  type C,\n} from '../wire/b.js'`, 'wire/b.ts': '' },
    says: /imports wire\/b/,
  },
  {
    title: 'core imports wire for its effect',
    check: imports,
    files: { 'core/a.ts': `import '../wire/b.js'`, 'wire/b.ts': '' },
    says: /imports wire\/b/,
  },
  {
    title: 'core names a type of wire in place',
    check: imports,
    files: { 'core/a.ts': `let b: import('../wire/b.js').B`, 'wire/b.ts': '' },
    says: /imports wire\/b/,
  },
  {
    title: 'wire imports a codec',
    check: imports,
    files: { 'wire/a.ts': `import '../codecs/json.js'`, 'codecs/json.ts': '' },
    says: /imports codecs\/json/,
  },
  {
    title: 'a codec imports a feature',
    check: imports,
    files: { 'codecs/a.ts': `import '../features/b.js'`, 'features/b.ts': '' },
    says: /imports features\/b/,
  },
  {
    title: 'a feature imports the app',
    check: imports,
    files: { 'features/a.ts': `import '../app.js'`, 'app.ts': '' },
    says: /imports app\.ts/,
  },
  {
    title: 'a feature imports a feature',
    check: checkFeatures,
    files: { 'features/a.ts': `import './b.js'`, 'features/b.ts': '' },
    says: /imports the feature features\/b/,
  },
  {
    title: 'the app imports the server',
    check: imports,
    files: { 'app.ts': `import './server/listen.js'`, 'server/listen.ts': '' },
    says: /imports server\/listen/,
  },
  {
    title: 'the server imports the command line',
    check: imports,
    files: { 'server/a.ts': `import '../cli/main.js'`, 'cli/main.ts': '' },
    says: /imports cli\/main/,
  },
  {
    title: 'the library imports the command line',
    check: imports,
    files: { 'index.ts': `import './cli/main.js'`, 'cli/main.ts': '' },
    says: /imports cli\/main/,
  },
  {
    title: 'core imports node:',
    check: imports,
    files: { 'core/a.ts': `import { readFileSync } from 'node:fs'` },
    says: /the package node:fs/,
  },
  {
    title: 'a feature imports node:',
    check: imports,
    files: { 'features/a.ts': `import 'node:fs/promises'` },
    says: /the package node:fs\/promises/,
  },
  { title: 'Node without its prefix', check: imports, files: { 'server/a.ts': `import 'fs'` }, says: /the package fs/ },
  {
    title: 'a package on the wrong floor',
    check: imports,
    files: { 'core/a.ts': `import { parse } from 'yaml'` },
    says: /the package yaml/,
  },
  {
    title: 'chalk outside of the command line',
    check: imports,
    files: { 'server/a.ts': `import chalk from 'chalk'` },
    says: /the package chalk/,
  },
  {
    title: 'a package nobody granted',
    check: imports,
    files: { 'server/a.ts': `import 'express'` },
    says: /the package express/,
  },
  {
    title: 'a part of a scoped package',
    check: imports,
    files: { 'codecs/a.ts': `import '@rgrove/other'` },
    says: /@rgrove\/other/,
  },
  { title: 'require', check: imports, files: { 'core/a.ts': `const fs = require('node:fs')` }, says: /node:fs/ },
  {
    title: 'a computed import',
    check: imports,
    files: { 'cli/a.ts': 'const load = (n: string) => import(n)' },
    says: /nobody can tell/,
  },
  {
    title: 'a computed import in a template',
    check: imports,
    files: { 'cli/a.ts': 'const load = (n: string) => import(`./${n}.js`)' },
    says: /nobody can tell/,
  },
  {
    title: 'a file that is not there',
    check: imports,
    files: { 'core/a.ts': `import '../../package.json'` },
    says: /no source file/,
  },
  { title: 'a folder that is on no floor', check: imports, files: { 'lib/a.ts': '' }, says: /is on no floor/ },
  {
    title: 'the command line imports the library',
    check: imports,
    files: { 'cli/a.ts': `import '../index.js'`, 'index.ts': '' },
    says: /imports index/,
  },
  {
    title: 'what is granted',
    check: imports,
    files: {
      'core/b.ts': `import leven from 'leven'`,
      'wire/a.ts': `import '../core/b.js'\nimport './c.js'`,
      'wire/c.ts': '',
      'server/d.ts': `import 'node:http'\nimport '../wire/a.js'\nimport polka from 'polka'`,
    },
  },
  {
    title: 'imports in comments and strings',
    check: imports,
    files: {
      'core/a.ts': `// import 'chalk'\n/* import 'polka' */\nconst a = "import 'yaml'"\nconst b = \`from 'sirv'\`\nconst c = /from 'sirv'/`,
    },
  },
  {
    title: 'an import behind a regular expression with a quote',
    check: imports,
    files: { 'core/a.ts': `const a = /['"\`/*]/\nimport 'chalk'` },
    says: /line 2 imports the package chalk/,
  },
  {
    title: 'an import inside of an interpolation',
    check: imports,
    files: { 'core/a.ts': 'const a = `${await import("chalk")}`' },
    says: /chalk/,
  },
  {
    title: 'an import behind a division',
    check: imports,
    files: { 'core/a.ts': `const a = b / c; import 'chalk'; const d = e / f` },
    says: /chalk/,
  },
  {
    title: 'a feature imports a file of another',
    check: checkFeatures,
    files: { 'features/a/index.ts': `import '../b/c.js'`, 'features/b/c.ts': '' },
    says: /imports the feature features\/b\/c\.ts/,
  },
  {
    title: 'a feature imports its own and the contract',
    check: checkFeatures,
    files: {
      'features/a/index.ts': `import './c.js'\nimport '../feature.js'`,
      'features/a/c.ts': '',
      'features/feature.ts': '',
      'features/index.ts': `import './a/index.js'`,
    },
  },
  {
    title: 'a file that imports itself',
    check: checkCycles,
    files: { 'core/a.ts': `import './a.js'` },
    says: /core\/a\.ts → core\/a\.ts/,
  },
  {
    title: 'two that import each other',
    check: checkCycles,
    files: { 'core/a.ts': `import './b.js'`, 'core/b.ts': `import './a.js'` },
    says: /a\.ts → core\/b\.ts → core\/a\.ts/,
  },
  {
    title: 'three in a ring, by types',
    check: checkCycles,
    files: {
      'core/a.ts': `import type { B } from './b.js'`,
      'core/b.ts': `export type { C } from './c.js'`,
      'core/c.ts': `import { type A } from './a.js'`,
    },
    says: /a\.ts → core\/b\.ts → core\/c\.ts → core\/a\.ts/,
  },
  {
    title: 'a ring behind a tail',
    check: checkCycles,
    files: {
      'core/z.ts': `import './b.js'`,
      'core/a.ts': `import './b.js'`,
      'core/b.ts': `import './c.js'`,
      'core/c.ts': `import './b.js'`,
    },
    says: /b\.ts → core\/c\.ts → core\/b\.ts/,
  },
  {
    title: 'two ways to one file',
    check: checkCycles,
    files: {
      'core/a.ts': `import './b.js'\nimport './c.js'`,
      'core/b.ts': `import './d.js'`,
      'core/c.ts': `import './d.js'`,
      'core/d.ts': '',
    },
  },
  {
    title: 'a codec that is not listed',
    check: checkLists,
    files: {
      'codecs/codec.ts': '',
      'codecs/index.ts': `import './json.js'`,
      'codecs/json.ts': '',
      'codecs/toml.ts': '',
    },
    says: /codecs\/toml: is not on the list/,
  },
  {
    title: 'a feature without a list',
    check: checkLists,
    files: { 'features/feature.ts': '', 'features/a.ts': '' },
    says: /features\/a: is not on the list/,
  },
  {
    title: 'a folder that is not listed',
    check: checkLists,
    files: { 'features/index.ts': '', 'features/a/index.ts': '', 'features/a/b.ts': '' },
    says: /features\/a: is not on the list/,
  },
  {
    title: 'all listed, one when it is needed',
    check: checkLists,
    files: {
      'codecs/codec.ts': '',
      'codecs/index.ts': `import './json.js'\nconst x = () => import('./xml/index.js')`,
      'codecs/json.ts': '',
      'codecs/xml/index.ts': '',
      'codecs/xml/names.ts': '',
      'codecs/json/read.ts': '',
    },
  },
  { title: '251 lines', check: checkShape, files: { 'core/a.ts': doc('a\n'.repeat(250)) }, says: /has 251 lines/ },
  { title: '250 lines', check: checkShape, files: { 'core/a.ts': doc('a\n'.repeat(249)) } },
  {
    title: 'no first sentence',
    check: checkShape,
    files: { 'core/a.ts': 'export const a = 1\n' },
    says: /does not begin with a sentence/,
  },
  {
    title: 'a first comment of another kind',
    check: checkShape,
    files: { 'core/a.ts': '// A comment.\n' },
    says: /does not begin/,
  },
  { title: 'an empty first sentence', check: checkShape, files: { 'core/a.ts': '/** . */\n' }, says: /does not begin/ },
  { title: 'utils', check: checkShape, files: { 'core/utils.ts': doc() }, says: /name that says nothing/ },
  { title: 'a folder of helpers', check: checkShape, files: { 'helpers/a.ts': doc() }, says: /name that says nothing/ },
  { title: 'string-util', check: checkShape, files: { 'core/string-util.ts': doc() }, says: /name that says nothing/ },
  { title: 'a name that only sounds like it', check: checkShape, files: { 'core/utility.ts': doc() } },
  {
    title: 'a string with the family',
    check: checkFamilyName,
    files: { 'rest.ts': `const path = '/users/:key'` },
    says: /line 1 names the built-in family/,
  },
  {
    title: 'a key as a string',
    check: checkFamilyName,
    files: { 'rest.ts': `const key = "username"` },
    says: /names the built-in family/,
  },
  {
    title: 'an identifier',
    check: checkFamilyName,
    files: { 'rest.ts': `const currentUser = 1` },
    says: /names the built-in family/,
  },
  {
    title: 'a template',
    check: checkFamilyName,
    files: { 'rest.ts': 'const a = `${base}/user/${key}`' },
    says: /names the built-in family/,
  },
  {
    title: 'a string beside the import',
    check: checkFamilyName,
    files: { 'rest.ts': `import { user } from './core/user.js'\nconst a = 'user'` },
    says: /line 2/,
  },
  {
    title: 'a name beside the import',
    check: checkFamilyName,
    files: { 'rest.ts': `import { user } from './core/user.js'\nconst users = 1` },
    says: /line 2/,
  },
  {
    title: 'the definition, its import, comments, a header field, the fixture',
    check: checkFamilyName,
    files: {
      'core/user.ts': `export const user = 'user'`,
      'rest.ts': `// a user\nimport { user } from './core/user.js'\nconst a = [user.plural, 'user-agent', 'User-Agent', 'users.yaml'] /* users */`,
    },
  },
  { title: 'Date.now() in core', check: chance, files: { 'core/a.ts': 'const a = Date.now()' }, says: /Date\.now/ },
  {
    title: 'Date.now handed on in core',
    check: chance,
    files: { 'core/a.ts': 'const a = Date.now' },
    says: /Date\.now/,
  },
  { title: 'Date.now() in the app', check: chance, files: { 'app.ts': 'const a = Date.now()' }, says: /Date\.now/ },
  {
    title: 'Math.random() in a feature',
    check: chance,
    files: { 'features/a.ts': 'const a = Math.random()' },
    says: /Math\.random/,
  },
  { title: 'new Date() in wire', check: chance, files: { 'wire/a.ts': 'const a = new Date()' }, says: /new Date/ },
  {
    title: 'new Date without its parentheses',
    check: chance,
    files: { 'wire/a.ts': 'const a = new Date\n' },
    says: /new Date/,
  },
  {
    title: 'a UUID in core',
    check: chance,
    files: { 'core/a.ts': 'const a = crypto.randomUUID()' },
    says: /randomUUID/,
  },
  {
    title: 'the clock handed on, a given date, a comment, the server',
    check: chance,
    files: {
      'app.ts': 'const a = Date.now',
      'core/a.ts': 'const a = new Date(0) // Date.now()\nconst b = "Math.random()"',
      'server/a.ts': 'const a = Date.now()',
    },
  },
]

for (const { title, check, files, says } of BROKEN) {
  broken(title, () => {
    const faults = check(files)
    if (says === undefined) assert.equal(faults, [])
    else assert.match(faults.join('\n'), says)
  })
}

broken('a table without rows is no table', () => assert.equal(readTable('# Nothing\n'), []))

broken.run()

const scanner = suite('the scanner')

scanner('a mask has the length of its source, line by line', () => {
  for (const [path, text] of Object.entries(sources)) {
    for (const masked of Object.values(mask(text))) {
      assert.equal(
        masked.split('\n').map((line: string) => line.length),
        text.split('\n').map(line => line.length),
        path,
      )
    }
  }
})

scanner('what is text stays out of the code', () => {
  const { code, text } = mask('a("x // y", \'\\\'z\', `p ${q("r")} \\` s`, /[/"]\\//g) // t\n/* u */ v / w / x')
  for (const gone of ['y', 'z', 'p', 'r', 's', 't', 'u']) assert.not.match(code, gone)
  for (const kept of ['a(', 'q(', 'v', 'w', 'x']) assert.ok(code.includes(kept), kept)
  for (const kept of ['// y', 'z', 'p', 'r', 's`']) assert.ok(text.includes(kept), kept)
  assert.not.match(text, 't\n')
})

scanner.run()
