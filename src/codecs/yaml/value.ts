/** Makes the value of a parsed YAML document, and finds what the grammar allows but nobody could want. */

import type { Alias, Document, Node, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { quoted } from '../../core/printable.js'
import type { Json } from '../../core/json.js'
import type { Flaw, Span } from '../../core/source.js'

/** The package's own tests of what a node is. */
export type NodeTests = Pick<typeof import('yaml'), 'isAlias' | 'isMap' | 'isScalar' | 'isSeq'>

/** What each alias stands for. */
export type Targets = ReadonlyMap<Node, Node>

/** Deeper than this is refused before the stack can run out. */
const NESTING_MAX = 256
/** What aliases stand for, written out, may be this much, or four times the text where that is more. */
const ALIASED_MAX = 100_000
/** A text made to be wrong everywhere is not worth more words. */
const FLAWS_MAX = 1000

interface Anchor {
  readonly node: Node
  value: Json
  /** How much is written within it; undefined while we are inside, so that nothing can hold itself. */
  size: number | undefined
}

export const spanOf = (node: Node | null | undefined): Span => {
  const [start = 0, end = start] = node?.range ?? []
  return { offset: start, length: end - start }
}

/** Our own walk and not the package's `toJS`, which gives no places and counts an address that 51 users share as an attack. */
export const valueOf = (
  { isAlias, isMap, isScalar, isSeq }: NodeTests,
  document: Document.Parsed,
  text: string,
): { value: Json | undefined; flaws: Flaw[]; doubts: Flaw[]; targets: Targets } => {
  const flaws: Flaw[] = []
  const doubts: Flaw[] = []
  const targets = new Map<Node, Node>()
  const anchors = new Map<string, Anchor>()
  const aliasedMax = Math.max(ALIASED_MAX, 4 * text.length)
  let tooDeep = false
  let written = 0
  let aliased = 0

  const flaw = (node: Node, message: string, hint?: string, also?: Flaw['also']): null => {
    if (flaws.length < FLAWS_MAX)
      flaws.push({ ...spanOf(node), message, ...(hint !== undefined && { hint }), ...(also && { also }) })
    return null
  }

  const visit = (node: Node | null, name: string, depth: number): Json => {
    if (node === null) return null
    if (isAlias(node)) return follow(node)
    if (depth > NESTING_MAX) {
      // Once is enough, and what is left of the value is of no use.
      if (!tooDeep) flaw(node, `This is nested more than ${NESTING_MAX} levels deep.`)
      tooDeep = true
      return null
    }
    const label = (node as Scalar | YAMLMap | YAMLSeq).anchor
    if (label === undefined) return make(node, name, depth)
    const anchor: Anchor = { node, value: null, size: undefined }
    anchors.set(label, anchor)
    const before = written
    anchor.value = make(node, name, depth)
    anchor.size = written - before
    return anchor.value
  }

  const make = (node: Node, name: string, depth: number): Json => {
    written++
    if (isMap(node)) return map(node, depth)
    if (isSeq(node)) return node.items.map(item => visit(item as Node | null, '', depth + 1))
    if (isScalar(node)) return scalar(node, name)
    return flaw(node, 'This is not a value that can be kept.')
  }

  const map = (node: YAMLMap, depth: number): Json => {
    const members = new Map<string, Json>()
    const places = new Map<string, Node>()
    for (const { key, value } of node.items as { key: Node; value: Node | null }[]) {
      const name = isScalar(key) ? String(key.value) : ''
      const first = places.get(name)
      if (first === undefined) places.set(name, key)
      else
        flaw(key, `The name ${quoted(name)} is given twice.`, 'Remove one of the two.', [
          { ...spanOf(first), note: 'it is first given here' },
        ])
      if (name === '<<' && (key as Scalar).type === 'PLAIN')
        flaw(
          key,
          'The merge key "<<" is not part of YAML 1.2.',
          'Write the fields out here, or put the name in quotes if it is meant as a name.',
        )
      written += name.length
      members.set(name, visit(value, name, depth + 1))
    }
    // Defines each member as its own, `__proto__` too.
    return Object.fromEntries(members)
  }

  const scalar = (node: Scalar, name: string): Json => {
    const { value, source = '' } = node
    written += source.length
    if (typeof value === 'number') {
      if (!Number.isFinite(value))
        return flaw(node, `${source} is no number that JSON can hold.`, `Write ${quoted(source)} to keep it as a text.`)
      if (node.type === 'PLAIN' && node.tag === undefined && source !== String(value))
        doubts.push({
          ...spanOf(node),
          message: `${name === '' ? '' : `${name} `}${source} was read as the number ${value}.`,
          hint: `Write ${quoted(source)} to keep it as it is.`,
        })
      return value
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    return flaw(node, 'This is not a value that JSON can hold.')
  }

  const follow = (alias: Alias): Json => {
    const anchor = anchors.get(alias.source)
    const asText = `If it is meant as text, put it in quotes: ${quoted(`*${alias.source}`)}.`
    if (anchor === undefined)
      return flaw(
        alias,
        `${quoted(`*${alias.source}`)} repeats what is marked ${quoted(`&${alias.source}`)}, but nothing above is.`,
        asText,
      )
    if (anchor.size === undefined)
      return flaw(alias, `${quoted(`*${alias.source}`)} stands inside of what it repeats.`, asText)
    written += anchor.size
    aliased += anchor.size
    if (aliased > aliasedMax) {
      // Once is enough, and nothing more is followed.
      if (aliased - anchor.size <= aliasedMax)
        flaw(
          alias,
          `Written out, the aliases up to this one hold more than ${aliasedMax.toLocaleString('en')} characters.`,
          'Write the values themselves.',
        )
      return null
    }
    targets.set(alias, anchor.node)
    return anchor.value
  }

  const empty = document.contents === null || (isScalar(document.contents) && isNothing(document.contents))
  const value = empty ? undefined : visit(document.contents, '', 0)
  return { value: tooDeep ? undefined : value, flaws, doubts, targets }
}

/** No document at all, or one without a word: not the same as `null`, which somebody wrote. */
const isNothing = ({ value, source, tag }: Scalar): boolean =>
  value === null && (source ?? '') === '' && tag === undefined
