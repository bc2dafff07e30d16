/** The walls between the floors: each function takes files as text and tells what breaks its rule. */

import { posix } from 'node:path'
import { importsOf, mask } from './source.js'

/** Paths below `src/`, with their text. */
export type Files = Readonly<Record<string, string>>

/** One row of the floor table in ARCHITECTURE.md. */
export interface Row {
  readonly floor: number
  /** Files and folders; a folder ends in a slash. */
  readonly files: readonly string[]
  readonly mayImport: readonly (number | string)[]
  readonly packages: readonly string[]
}

const LINES_MAX = 250

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')

const floorsIn = (cell: string): number[] =>
  cell
    .replaceAll(/`[^`]*`/g, '')
    .split(',')
    .flatMap(part => {
      const [, from, to] = /^\s*(\d+)(?:\s+to\s+(\d+))?\s*$/.exec(part) ?? []
      if (from === undefined) return []
      return Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index)
    })

/** The floor table of ARCHITECTURE.md: the one whose heading begins with "Floor". */
export const readTable = (markdown: string): Row[] => {
  const [, table = ''] = /^\| *Floor *\|.*\n\|[-| ]+\|\n((?:\|.*\n?)+)/m.exec(markdown) ?? []
  return table
    .trim()
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [, floor = '', files = '', mayImport = '', packages = ''] = line.split('|')
      return {
        floor: Number(floor),
        files: quoted(files),
        mayImport: [...floorsIn(mayImport), ...quoted(mayImport)],
        packages: quoted(packages),
      }
    })
}

const covers = (name: string, path: string): boolean => (name.endsWith('/') ? path.startsWith(name) : path === name)

/** The row for a file: the one with the longest name that fits. */
const rowOf = (path: string, rows: readonly Row[]): Row | undefined => {
  let best: Row | undefined
  let longest = 0
  for (const row of rows) {
    for (const name of row.files) {
      if (covers(name, path) && name.length > longest) {
        best = row
        longest = name.length
      }
    }
  }
  return best
}

/** The path below `src/` that a relative specifier names; source files are imported under their compiled name. */
const targetOf = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts')

const packageOf = (specifier: string): string => {
  if (specifier.startsWith('node:')) return 'node:'
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

const visit = (files: Files, judge: (path: string, text: string) => readonly string[]): string[] =>
  Object.entries(files).flatMap(([path, text]) => judge(path, text).map(fault => `${path}: ${fault}`))

/** Imports go down, and packages stay where the table has them. */
export const checkImports = (files: Files, rows: readonly Row[]): string[] =>
  visit(files, (path, text) => {
    const row = rowOf(path, rows)
    if (row === undefined) return ['is on no floor']
    return importsOf(text).flatMap(({ specifier, line }) => {
      if (specifier === undefined) return [`line ${line} imports what nobody can tell before it runs`]
      if (!specifier.startsWith('.')) {
        return row.packages.includes(packageOf(specifier)) ? [] : [`line ${line} imports the package ${specifier}`]
      }
      const target = targetOf(path, specifier)
      if (files[target] === undefined) return [`line ${line} imports ${specifier}, which is no source file`]
      const floor = rowOf(target, rows)?.floor
      const may = row.mayImport.some(right => (typeof right === 'number' ? right === floor : covers(right, target)))
      return may ? [] : [`line ${line} imports ${target}`]
    })
  })

/** One feature, one file or folder of its own: it never imports another one. */
export const checkFeatures = (files: Files): string[] =>
  visit(files, (path, text) => {
    const [folder, own] = path.split('/')
    if (folder !== 'features' || path === 'features/index.ts') return []
    return importsOf(text).flatMap(({ specifier }) => {
      if (specifier === undefined || !specifier.startsWith('.')) return []
      const target = targetOf(path, specifier)
      const [otherFolder, other] = target.split('/')
      return otherFolder === 'features' && other !== own && target !== 'features/feature.ts'
        ? [`is a feature and imports the feature ${target}`]
        : []
    })
  })

/** No file leads back to itself. Each cycle is told once, from its first file in the order of the alphabet. */
export const checkCycles = (files: Files): string[] => {
  const faults = new Set<string>()
  const done = new Set<string>()
  const follow = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path)
    if (seen !== -1) {
      const cycle = trail.slice(seen)
      const first = cycle.indexOf(cycle.toSorted()[0] ?? '')
      const turned = [...cycle.slice(first), ...cycle.slice(0, first)]
      faults.add([...turned, turned[0]].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const { specifier } of importsOf(files[path] ?? '')) {
      if (specifier?.startsWith('.') !== true) continue
      const target = targetOf(path, specifier)
      if (files[target] !== undefined) follow(target, [...trail, path])
    }
    done.add(path)
  }
  for (const path of Object.keys(files)) follow(path, [])
  return [...faults]
}

/** `codecs/json` for `codecs/json.ts` as well as for what stands in `codecs/json/`. */
const memberOf = (path: string): string => path.split('/').slice(0, 2).join('/').replace(/\.ts$/, '')

/** Every member of a listed folder is imported by the folder's index; the contract is none. */
export const checkLists = (files: Files): string[] =>
  [
    { folder: 'codecs', contract: 'codec.ts' },
    { folder: 'features', contract: 'feature.ts' },
  ].flatMap(({ folder, contract }) => {
    const list = `${folder}/index.ts`
    const members = new Set(
      Object.keys(files)
        .filter(path => path.startsWith(`${folder}/`) && path !== list && path !== `${folder}/${contract}`)
        .map(memberOf),
    )
    const listed = new Set(
      importsOf(files[list] ?? '').map(({ specifier = '' }) => memberOf(targetOf(list, specifier))),
    )
    return [...members].filter(member => !listed.has(member)).map(member => `${member}: is not on the list in ${list}`)
  })

/** Each file is small and says first what it is for, and its name says what is in it. */
export const checkShape = (files: Files): string[] =>
  visit(files, (path, text) => {
    const lines = text.trimEnd().split('\n').length
    return [
      ...(lines > LINES_MAX ? [`has ${lines} lines; ${LINES_MAX} is the most`] : []),
      ...(/^\/\*\* \S[^\n]*[^\s.]\. \*\/\n/.test(text)
        ? []
        : ['does not begin with a sentence that says what it is for']),
      ...(/(?:^|[/._-])(?:utils?|helpers?|misc|common)(?:[/._-])/i.test(path) ? ['has a name that says nothing'] : []),
    ]
  })

/** Only the built-in family's definition says its name; whoever needs it imports it from there. */
export const checkFamilyName = (files: Files): string[] =>
  visit(files, (path, text) => {
    if (path === 'core/user.ts') return []
    const imported = importsOf(text).some(
      ({ specifier }) => specifier?.startsWith('.') === true && targetOf(path, specifier) === 'core/user.ts',
    )
    const masked = mask(text)
    return masked.text.split('\n').flatMap((line, index) => {
      const code = masked.code.split('\n')[index] ?? ''
      return [...line.matchAll(/user/gi)].flatMap(({ index: column }) => {
        const around = line.slice(Math.max(0, column - 8), column + 12)
        // A header field, the usual name of a fixture, and the file that is imported.
        if (/^user-?agent/i.test(line.slice(column)) || /^users\.ya?ml\b/.test(line.slice(column))) return []
        if (/^user\.js['"]/.test(line.slice(column)) && imported) return []
        if (imported && /^user\b/.test(code.slice(column)) && !/[\w$]$/.test(code.slice(0, column))) return []
        return [`line ${index + 1} names the built-in family: …${around}…`]
      })
    })
  })

/** Time and chance are handed in: below the floors with sockets nobody asks for them. */
export const checkChance = (files: Files, rows: readonly Row[]): string[] =>
  visit(files, (path, text) => {
    const floor = rowOf(path, rows)?.floor ?? 0
    if (floor >= 4) return []
    // Where the parts are put together the clock may be named, to hand it on, but not read.
    const named = floor < 3 ? '' : String.raw`\s*\(`
    const pattern = new RegExp(
      String.raw`\b(?:Date\.now|Math\.random|performance\.now|randomUUID|getRandomValues)\b${named}|\bDate\(\s*\)|\bnew Date\b(?!\s*\(\s*[^\s)])`,
    )
    const found = pattern.exec(mask(text).code)
    return found ? [`asks for time or chance by itself: ${found[0]}`] : []
  })
