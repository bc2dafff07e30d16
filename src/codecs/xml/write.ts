/** Writes a view as XML: members as elements, lists as repeated elements under their parent. */

import { isFields, type Json } from '../../core/json.js'
import { memberOf, type Schema } from '../../core/schema.js'
import type { View } from '../../wire/codec.js'
import { DECLARATION, escapeAttribute, escapeText, FIELD, isElementName } from './markup.js'
import { isParent, toText, typeToSay } from './type.js'

/** The name of one, from the name of many. */
type Singular = (plural: string) => string

/** An item of a list whose name does not tell what its items are called. */
const ITEM = 'item'
/** A longer name is none that a person would read in the singular. */
const WORD_MAX = 64

export const writeView = (view: View, singular: Singular): string => {
  const lines = [DECLARATION]
  const write = writer(lines, memoize(singular))
  if (view.kind === 'collection')
    write({ name: view.plural, item: view.name }, view.value, { type: 'array', items: view.schema }, '')
  else write({ name: view.name }, view.value, view.schema, '')
  lines.push('')
  return lines.join('\n')
}

interface Naming {
  readonly name: string
  /** What the items are called, if it is a list and anybody has said so. */
  readonly item?: string
}

const writer = (lines: string[], singular: Singular) => {
  const write = (naming: Naming, value: Json, schema: Schema | undefined, indent: string): void => {
    const { name } = naming
    const tag = isElementName(name) ? name : FIELD
    const type = typeToSay(value, schema)
    const start =
      (tag === name ? tag : `${tag} name="${escapeAttribute(name)}"`) + (type === undefined ? '' : ` type="${type}"`)
    if (!isParent(value)) {
      const text = escapeText(toText(value))
      lines.push(text === '' ? `${indent}<${start}/>` : `${indent}<${start}>${text}</${tag}>`)
      return
    }
    const inner = `${indent}  `
    lines.push(`${indent}<${start}>`)
    if (isFields(value))
      for (const [member, inside] of Object.entries(value))
        write({ name: member }, inside, memberOf(schema, member), inner)
    else {
      const item = itemName(naming, singular)
      for (const inside of value) write({ name: item }, inside, schema?.items, inner)
    }
    lines.push(`${indent}</${tag}>`)
  }
  return write
}

/** `role` in `roles`; `item` where the singular is the same word (`series`) or none that an element can have. */
const itemName = ({ name, item }: Naming, singular: Singular): string => {
  const one = item ?? (name.length > WORD_MAX ? name : singular(name))
  return isElementName(one) && one !== name ? one : ITEM
}

/** A list of a thousand records asks for the same few words again and again. */
const memoize = (singular: Singular): Singular => {
  const known = new Map<string, string>()
  return plural => {
    const found = known.get(plural) ?? singular(plural)
    known.set(plural, found)
    return found
  }
}
