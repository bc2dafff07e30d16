/** Reads a JSON file with the places of it all; what is right is read by `JSON.parse` alone. */

import type { Node } from 'jsonc-parser'
import { quoted } from '../../core/printable.js'
import type { Json } from '../../core/json.js'
import { firstLine, type Flaw, type Path, type Reading, type Span } from '../../core/source.js'
import { explain, jsoncPackage } from './explain.js'
import { countNames, NESTING_MAX, scan, type Scan } from './scan.js'

export const readJson = async (text: string): Promise<Reading> => {
  let tree: Promise<Node | undefined> | undefined
  const parsed = () => (tree ??= jsoncPackage().then(({ parseTree }) => parseTree(text)))
  const reading = {
    value: undefined,
    doubts: [],
    locate: async (path: Path, at: 'name' | 'value') => firstLine(text, place(await parsed(), path, at)),
  }
  if (text.trim() === '') return { ...reading, flaws: [] }
  const seen = scan(text)
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return { ...reading, flaws: [await explain(text)] }
  }
  if (seen.deep !== undefined)
    return {
      ...reading,
      flaws: [{ offset: seen.deep, length: 1, message: `This is nested more than ${NESTING_MAX} levels deep.` }],
    }
  const flaws = seen.names === countNames(value) ? [] : repeated(await parsed(), [])
  return { ...reading, value, flaws, doubts: rounded(text, seen) }
}

const rounded = (text: string, { numbers }: Scan): Flaw[] => {
  const doubts: Flaw[] = []
  for (let index = 0; index < numbers.length; index += 2) {
    const [offset = 0, length = 0] = numbers.slice(index, index + 2)
    const written = text.slice(offset, offset + length)
    if (written === String(Number(written))) continue
    doubts.push({
      offset,
      length,
      message: `${written} was read as the number ${Number(written)}.`,
      hint: `Write ${quoted(written)} to keep it as it is.`,
    })
  }
  return doubts
}

const spanOf = ({ offset, length }: Span): Span => ({ offset, length })

const repeated = (node: Node | undefined, flaws: Flaw[]): Flaw[] => {
  const names = new Map<string, Node>()
  for (const child of node?.children ?? []) {
    const [key] = child.type === 'property' ? (child.children ?? []) : []
    if (key !== undefined) {
      const first = names.get(String(key.value))
      if (first === undefined) names.set(String(key.value), key)
      else
        flaws.push({
          ...spanOf(key),
          message: `The name ${quoted(String(key.value))} is given twice.`,
          hint: 'Remove one of the two.',
          also: [{ ...spanOf(first), note: 'it is first given here' }],
        })
    }
    if (child.children !== undefined) repeated(child, flaws)
  }
  return flaws
}

const place = (root: Node | undefined, path: Path, at: 'name' | 'value'): Span => {
  let node = root
  for (const [index, name] of path.entries()) {
    if (node?.type === 'array') {
      const item: Node | undefined = node.children?.[Number(name)]
      if (item === undefined) break
      node = item
      continue
    }
    // Of two of the same name the last is the one that counts.
    const property = indexOf(node).get(name)
    const [key, value]: (Node | undefined)[] = property?.children ?? []
    if (key === undefined || value === undefined) break
    if (at === 'name' && index === path.length - 1) return spanOf(key)
    node = value
  }
  return node === undefined ? { offset: 0, length: 1 } : spanOf(node)
}

const indexes = new WeakMap<Node, Map<string, Node>>()

/** The members of an object by name, made once: an object of 20,000 users may have 20,000 issues. */
const indexOf = (node: Node | undefined): Map<string, Node> => {
  if (node?.type !== 'object') return new Map()
  let index = indexes.get(node)
  if (index === undefined) {
    index = new Map(node.children?.map(property => [String(property.children?.[0]?.value), property]))
    indexes.set(node, index)
  }
  return index
}
