/** The walls of the page: what its files may import and do, how small they are, and what all of it weighs. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { importsOf, mask } from '../source.js'
import { checkCycles, checkShape, type Files } from '../walls.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Uncompressed, in bytes: all that a browser gets. */
const WEIGHT_MAX = 120_000

const read = (folder: string, end: string): Files =>
  Object.fromEntries(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith(end))
      .map(path => [path, readFileSync(join(root, folder, path), 'utf8')]),
  )

/** What of the server's source is free of Node, and is meant to be shared. No package: each would weigh more than its use. */
const SHARED = /^src\/(?:compare\/(?!server-ground\.)|core\/)/

/** `parts/compare/index.ts` may import its own folder and what all parts share. */
const checkImports = (files: Files): string[] =>
  Object.entries(files).flatMap(([path, text]) =>
    importsOf(text).flatMap(({ specifier, line }) => {
      const fault = `web/${path}: line ${line} imports ${specifier ?? 'what nobody can tell'}`
      if (specifier === undefined) return [fault]
      if (!specifier.startsWith('.')) return [fault]
      const target = posix.join('web', posix.dirname(path), specifier)
      if (!target.startsWith('web/')) return SHARED.test(target) ? [] : [fault]
      const [, , part] = target.match(/^web\/(parts)\/([^/]+)/) ?? []
      const own = path.startsWith(`parts/${part ?? ''}/`) || path === 'main.ts'
      return part === undefined || own ? [] : [fault]
    }),
  )

/** What makes markup, style or code of a text, and what names another host. */
const FORBIDDEN =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|DOMParser|srcdoc)\b|\.style\s*[.[]|\bcssText\b/

const checkText = (files: Files): string[] =>
  Object.entries(files).flatMap(([path, text]) => {
    const { code } = mask(text)
    return code.split('\n').flatMap((line, index) => (FORBIDDEN.test(line) ? [`web/${path}: line ${index + 1}`] : []))
  })

const tests = suite('the walls of the page')

const sources = read('web', '.ts')

for (const [title, check] of [
  ['a part imports itself, what all share, and of the server what knows no Node', checkImports],
  ['no import cycle', checkCycles],
  ['small files that say what they are for', checkShape],
  ['no text becomes markup, style or code', checkText],
] as const)
  tests(title, () => assert.equal(check(sources), []))

tests('each of these walls falls when somebody breaks it', () => {
  const head = '/** A file. */\n'
  assert.is(checkImports({ 'parts/a/index.ts': `${head}import '../b/index.js'` }).length, 1)
  assert.is(checkImports({ 'a.ts': `${head}import '../src/server/start.js'` }).length, 1)
  assert.is(checkImports({ 'a.ts': `${head}import '../src/compare/server-ground.js'` }).length, 1)
  assert.is(checkImports({ 'a.ts': `${head}import 'left-pad'` }).length, 1)
  assert.is(checkImports({ 'parts/a/index.ts': `${head}import '../../dom.js'` }).length, 0)
  assert.is(checkText({ 'a.ts': `${head}element.innerHTML = text` }).length, 1)
  assert.is(checkText({ 'a.ts': `${head}element.style.color = text` }).length, 1)
  assert.is(checkText({ 'a.ts': `${head}// innerHTML is not used` }).length, 0)
  assert.ok(Object.keys(sources).length >= 20)
})

tests('the style of a part is about that part alone', () => {
  for (const [path, text] of Object.entries(read('web/parts', '.css'))) {
    const rules = text.replaceAll(/\/\*[^]*?\*\//g, '').trim()
    const name = path.split('/')[0] ?? ''
    // One rule around all of it, and keyframes, which stand outside of any.
    const tops = [...rules.matchAll(/^([^\s}][^{]*)\{/gm)].map(([, top = '']) => top.trim())
    assert.equal(
      tops.filter(top => !top.startsWith('@keyframes')),
      [`.${name}`],
      path,
    )
  }
})

tests('no style and no page loads anything from elsewhere', () => {
  for (const [path, text] of Object.entries({ ...read('web', '.css'), ...read('web', '.html') }))
    assert.not.match(text, /(?:https?:)?\/\/[\w.]+\.\w{2,}|url\((?!data:)/, path)
})

tests(`what a browser gets weighs at most ${WEIGHT_MAX} bytes`, () => {
  const folder = join(root, 'dist/web')
  assert.ok(existsSync(join(folder, 'page.js')), 'npm run build makes it')
  const weights = readdirSync(folder).map(name => [name, statSync(join(folder, name)).size] as const)
  const sum = weights.reduce((total, [, size]) => total + size, 0)
  assert.ok(sum <= WEIGHT_MAX, `${sum}: ${weights.map(([name, size]) => `${name} ${size}`).join(', ')}`)
})

tests.run()
