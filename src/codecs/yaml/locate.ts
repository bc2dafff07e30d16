/** Finds where something stands in a parsed YAML document. */

import type { Document, Node, Pair, YAMLMap } from 'yaml'
import { firstLine, type Path, type Reading } from '../../core/source.js'
import { spanOf, type NodeTests, type Targets } from './value.js'

type Member = Pair<Node, Node | null>

/** Names are looked up in an index that is made once per map: a map of 20,000 users may have 20,000 issues. */
export const locate = (
  { isAlias, isMap, isScalar, isSeq }: NodeTests,
  document: Document.Parsed,
  text: string,
  targets: Targets,
): Reading['locate'] => {
  const indexes = new WeakMap<YAMLMap, Map<string, Member>>()

  const memberOf = (map: YAMLMap, name: string): Member | undefined => {
    let index = indexes.get(map)
    if (index === undefined) {
      const members = map.items as Member[]
      index = new Map(members.map(member => [isScalar(member.key) ? String(member.key.value) : '', member]))
      indexes.set(map, index)
    }
    return index.get(name)
  }

  return (path: Path, at) => {
    let node: Node | null = document.contents
    let found = node
    for (const [index, name] of path.entries()) {
      if (isAlias(node)) node = targets.get(node) ?? null
      let next: Node | null | undefined
      if (isMap(node)) {
        const member = memberOf(node, name)
        next = member?.value
        if (member !== undefined && index === path.length - 1 && at === 'name') return spanOf(member.key)
        // What is not written has no place but its name's.
        if (member !== undefined) found = isWritten(member.value) ? member.value : member.key
      } else if (isSeq(node)) {
        next = node.items[Number(name)] as Node | null | undefined
        if (next) found = next
      }
      if (!next) break
      node = next
    }
    return firstLine(text, spanOf(found))
  }
}

const isWritten = (node: Node | null): boolean => node !== null && spanOf(node).length > 0
