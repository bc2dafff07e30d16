/** Reads elements as a value: typed by the schema, overruled by the attribute `type`; what cannot be kept is refused. */

import { clip } from '../../core/clip.js'
import { coerceSingle, coerceText } from '../../core/coercion.js'
import type { Json } from '../../core/json.js'
import { Problem } from '../../core/problem.js'
import { allows, memberOf, type Schema } from '../../core/schema.js'
import type { Shape } from '../../wire/codec.js'
import { FIELD } from './markup.js'
import type { Element } from './parse.js'
import { holdsItems, isType, typeOf, TYPES, type Type } from './type.js'

export const readRoot = (root: Element, shape: Shape): Json | Problem => {
  const marks = readMarks(root)
  if (marks instanceof Problem) return marks
  if (marks.key !== shape.name)
    return root.refuse(`The root element is <${clip(root.name)}>, and <${clip(shape.name)}> is expected.`)
  return readValue(root, shape.schema, marks.type)
}

/** What an element's name and attributes say. */
interface Marks {
  readonly key: string
  readonly named: boolean
  readonly type: Type | undefined
}

const readMarks = (element: Element): Marks | Problem => {
  if (element.name.includes(':'))
    return element.refuse(`The element <${clip(element.name)}> has a namespace prefix; write it without.`)
  let key = element.name
  let named = false
  let type: Type | undefined
  for (const [name, value] of element.attributes) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue
    if (name === 'name' && element.name === FIELD) {
      key = value
      named = true
    } else if (name !== 'type')
      return element.refuse(
        `The element <${clip(element.name)}> has an attribute ${clip(name)}, which means nothing here; write it as an element.`,
      )
    else if (isType(value)) type = value
    else return element.refuse(`The attribute type is "${clip(value)}"; it can be ${TYPES.join(', ')}.`)
  }
  return { key, named, type }
}

const readValue = (element: Element, schema: Schema | undefined, type: Type | undefined): Json | Problem => {
  if (element.elements.length > 0) return readParent(element, schema, type)
  if (type === undefined) return coerceSingle(element.text, schema)
  const value = coerceText(element.text, { type })
  return typeOf(value) === type
    ? value
    : element.refuse(`The element <${clip(element.name)}> says type="${type}", which its text does not fit.`)
}

const readParent = (element: Element, schema: Schema | undefined, type: Type | undefined): Json | Problem => {
  if (type !== undefined && type !== 'array' && type !== 'object')
    return element.refuse(`The element <${clip(element.name)}> says type="${type}", and has elements inside.`)
  if (/[^ \t\n\r]/.test(element.text))
    return element.refuse(`The element <${clip(element.name)}> mixes text with elements; it can have either.`)
  const list = type === undefined ? holdsItems(schema) : type === 'array'
  return list ? readItems(element, schema) : readMembers(element, schema)
}

const readItems = (parent: Element, schema: Schema | undefined): Json | Problem => {
  const items: Json[] = []
  for (const element of parent.elements) {
    const marks = readMarks(element)
    if (marks instanceof Problem) return marks
    // Items have no names of their own, so a name that tells them apart would be lost.
    const first = parent.elements[0]?.name
    if (marks.named || element.name !== first)
      return element.refuse(
        `The element <${clip(parent.name)}> is a list, so all that it holds has one name; <${clip(element.name)}> ` +
          (marks.named ? 'cannot have an attribute name.' : `is not <${clip(first ?? '')}>.`),
      )
    const item = readValue(element, schema?.items, marks.type)
    if (item instanceof Problem) return item
    items.push(item)
  }
  return items
}

const readMembers = (parent: Element, schema: Schema | undefined): Json | Problem => {
  const found = new Map<string, [Element, Marks][]>()
  for (const element of parent.elements) {
    const marks = readMarks(element)
    if (marks instanceof Problem) return marks
    const same = found.get(marks.key)
    if (same === undefined) found.set(marks.key, [[element, marks]])
    else if (allows(memberOf(schema, marks.key), 'array')) same.push([element, marks])
    else
      return element.refuse(`The element <${clip(element.name)}> is there twice, and "${clip(marks.key)}" is no list.`)
  }
  const members: [string, Json][] = []
  for (const [key, same] of found) {
    const member = memberOf(schema, key)
    const value = readMember(same, member)
    if (value instanceof Problem) return value
    members.push([key, value])
  }
  // Defines, never assigns: a member may be called `__proto__`.
  return Object.fromEntries(members)
}

/** Several elements of one name are the items of a list without a parent of their own. */
const readMember = (same: readonly [Element, Marks][], schema: Schema | undefined): Json | Problem => {
  const [only] = same
  if (same.length === 1 && only !== undefined) return readValue(only[0], schema, only[1].type)
  const items: Json[] = []
  for (const [element, marks] of same) {
    const item = readValue(element, schema?.items, marks.type)
    if (item instanceof Problem) return item
    items.push(item)
  }
  return items
}
