/** What HTML forms send (application/x-www-form-urlencoded): read strictly, typed by the family's schema, never written. */

import { clip } from '../core/clip.js'
import { coerceSingle, coerceText } from '../core/coercion.js'
import { DEPTH_MAX, MEMBERS_MAX } from '../core/content.js'
import type { Json } from '../core/json.js'
import { Problem } from '../core/problem.js'
import { allows, memberOf, typesOf, type Schema } from '../core/schema.js'
import { positionAt } from '../core/source.js'
import type { Codec } from '../wire/codec.js'

export const form: Codec = {
  name: 'form',
  mediaType: 'application/x-www-form-urlencoded',
  decode(text, shape) {
    const pairs = readPairs(text)
    if (pairs instanceof Broken) return pairs.toProblem(text)
    const root: Branch = new Map()
    for (const pair of pairs) {
      const broken = place(root, pair, shape.schema)
      if (broken !== undefined) return broken.toProblem(text)
    }
    const value = readBranch(root, shape.schema)
    return value instanceof Broken ? value.toProblem(text) : value
  },
}

interface Pair {
  readonly name: string
  readonly value: string
  readonly offset: number
}

/** The texts under one name, in order. */
interface Leaf {
  readonly name: string
  readonly texts: string[]
  /** Said with `[]`. */
  list: boolean
  /** Where the last of them stands. */
  offset: number
}

type Branch = Map<string, Leaf | Branch>

class Broken {
  readonly offset: number
  readonly detail: string

  constructor(offset: number, detail: string) {
    this.offset = offset
    this.detail = detail
  }

  toProblem(text: string): Problem {
    return new Problem('malformed-content', this.detail, { ...positionAt(text, this.offset) })
  }
}

const readPairs = (text: string): readonly Pair[] | Broken => {
  const pairs: Pair[] = []
  let offset = 0
  for (const piece of text.split('&')) {
    // Two `&` in a row, or one at the end, hold nothing (URL Standard, urlencoded parsing).
    if (piece !== '') {
      if (pairs.length === MEMBERS_MAX)
        return new Broken(offset, `The content has more than ${MEMBERS_MAX} names with values, which is the most.`)
      const equals = piece.indexOf('=')
      const name = decode(equals === -1 ? piece : piece.slice(0, equals), offset)
      if (name instanceof Broken) return name
      const value = equals === -1 ? '' : decode(piece.slice(equals + 1), offset + equals + 1)
      if (value instanceof Broken) return value
      pairs.push({ name, value, offset })
    }
    offset += piece.length + 1
  }
  return pairs
}

const decode = (raw: string, offset: number): string | Broken => {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '))
  } catch {
    const at = findBroken(raw)
    return new Broken(
      offset + at,
      `"${raw.slice(at, at + 3)}" is not the escape of a character in UTF-8; "%" for itself is written as %25.`,
    )
  }
}

/** The place of the first escape that is none, or begins no character. */
const findBroken = (raw: string): number => {
  let at = raw.indexOf('%')
  while (at !== -1) {
    const length = [3, 6, 9, 12].find(size => isDecodable(raw.slice(at, at + size)))
    if (length === undefined) return at
    at = raw.indexOf('%', at + length)
  }
  return 0
}

const isDecodable = (escapes: string): boolean => {
  try {
    decodeURIComponent(escapes)
    return true
  } catch {
    return false
  }
}

/** `address[city]` and `tags[]`, unless the schema knows a member by that very name. */
const readPath = (name: string, schema: Schema): { readonly path: readonly string[]; readonly list: boolean } => {
  if (memberOf(schema, name) !== undefined) return { path: [name], list: false }
  const list = name.endsWith('[]') && name.length > 2
  const plain = list ? name.slice(0, -2) : name
  if (memberOf(schema, plain) !== undefined) return { path: [plain], list }
  // What does not follow the pattern is a name that happens to have brackets in it.
  if (!/^[^[\]]+(?:\[[^[\]]*\])*$/.test(plain)) return { path: [name], list: false }
  return { path: plain.replaceAll(']', '').split('['), list }
}

const place = (root: Branch, { name, value, offset }: Pair, schema: Schema): Broken | undefined => {
  const { path, list } = readPath(name, schema)
  if (path.length + Number(list) > DEPTH_MAX)
    return new Broken(offset, `A name is nested more than ${DEPTH_MAX} levels deep.`)
  let branch = root
  let within: Schema | undefined = schema
  for (const [index, part] of path.entries()) {
    if (index > 0 && part === '')
      return new Broken(
        offset,
        `In the name "${clip(name)}", "[]" can only stand at the end, for a list of plain values.`,
      )
    const known = branch.get(part)
    within = memberOf(within, part)
    if (index < path.length - 1 && allows(within, 'array') && !allows(within, 'object'))
      return new Broken(
        offset,
        `In the name "${clip(name)}", "${clip(part)}" is a list; its items are named with "[]".`,
      )
    if (index === path.length - 1) {
      if (known instanceof Map) return clash(name, offset)
      if (known === undefined) branch.set(part, { name, texts: [value], list, offset })
      else {
        known.texts.push(value)
        known.list ||= list
        known.offset = offset
      }
    } else if (known === undefined) {
      const inner: Branch = new Map()
      branch.set(part, inner)
      branch = inner
    } else if (known instanceof Map) branch = known
    else return clash(name, offset)
  }
  return undefined
}

const clash = (name: string, offset: number): Broken =>
  new Broken(offset, `With "${clip(name)}", the same member has both a value and members of its own.`)

const readBranch = (branch: Branch, schema: Schema | undefined): Json | Broken => {
  const members: [string, Json][] = []
  for (const [name, node] of branch) {
    const member = memberOf(schema, name)
    const value = node instanceof Map ? readBranch(node, member) : readLeaf(node, member)
    if (value instanceof Broken) return value
    members.push([name, value])
  }
  // Defines, never assigns: a member may be called `__proto__`.
  return Object.fromEntries(members)
}

const readLeaf = ({ name, texts, list, offset }: Leaf, schema: Schema | undefined): Json | Broken => {
  const [only] = texts
  if (!list && texts.length === 1 && only !== undefined) return coerceSingle(only, schema)
  // Brackets say "list" where the schema says nothing; being there twice may as well be a mistake.
  if (allows(schema, 'array') || (list && typesOf(schema).length === 0))
    return texts.map(text => coerceText(text, schema?.items))
  return new Broken(
    offset,
    list
      ? `The name "${clip(name)}" asks for a list, which this member is not.`
      : `The name "${clip(name)}" is there twice, and is no list.`,
  )
}
