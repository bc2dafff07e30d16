/** The outline of a declared schema: the types and members that it names, laid over what the records show. */

import type { Declared, SchemaNode } from './declared.js'
import { memberOf, type Schema } from './schema.js'

/** A schema that holds itself is unfolded this often along one way. */
const UNFOLDED = 4
/** And no further than to this many places. */
const PLACES_MAX = 5000

/** The inferred schema with the declared one over it: where both speak of a place, the declared one is right. */
export const outlined = (declared: Declared, inferred: Schema): Schema => {
  let places = 0

  const outline = (node: SchemaNode, way: readonly SchemaNode[]): Schema => {
    const target = declared.targetOf(node)
    const follow = target !== undefined && way.filter(before => before === target).length < UNFOLDED
    const parts = [
      ...(follow ? [outline(target, [...way, target])] : []),
      ...(node.allOf ?? []).map(part => outline(part, way)),
      own(node, way),
    ]
    return parts.reduce((below, above) => overlay(below, above, 'said'))
  }

  const own = (node: SchemaNode, way: readonly SchemaNode[]): Schema => {
    if (++places > PLACES_MAX) return {}
    const { properties, items } = node
    return {
      ...pick(node),
      ...(items && { items: outline(items, way) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, member]) => [name, outline(member, way)]),
        ),
      }),
    }
  }

  return overlay(inferred, outline(declared.root, []), 'shown')
}

/** What one place of the grammar can say beside what is inside. */
const SAID = 'type description default enum pattern format minimum maximum minLength maxLength required'.split(' ')

const pick = (node: SchemaNode): Schema => {
  const said = Object.fromEntries(SAID.filter(name => Object.hasOwn(node, name)).map(name => [name, node[name]]))
  return said as Schema
}

/** `below` was said as well, or only shown by records: what those happen to have is no rule beside one that was said. */
const overlay = (below: Schema, above: Schema, from: 'said' | 'shown'): Schema => {
  const { properties, items, required = [], ...rest } = below
  const names = [...new Set([...Object.keys(properties ?? {}), ...Object.keys(above.properties ?? {})])]
  const needed = from === 'said' ? [...new Set([...required, ...(above.required ?? [])])] : (above.required ?? [])
  const inner = both(items, above.items, from)
  return {
    ...(from === 'said' || above.type === undefined ? rest : {}),
    ...above,
    ...(needed.length > 0 && { required: needed }),
    ...(inner && { items: inner }),
    ...(names.length > 0 && {
      properties: Object.fromEntries(
        names.map(name => [name, both(memberOf(below, name), memberOf(above, name), from) ?? {}]),
      ),
    }),
  }
}

const both = (below: Schema | undefined, above: Schema | undefined, from: 'said' | 'shown'): Schema | undefined =>
  below !== undefined && above !== undefined ? overlay(below, above, from) : (above ?? below)
