/** Filters on one place of a record, and the search for words in all of it: plain comparisons, linear in what they read. */

// A list matches when one of its items does. Several values of one filter mean any of them, and for `ne` none of them.
// An empty value stands for what is empty: null, missing, an empty list or text. Texts are compared as they are, by code
// units; only the search for words does not tell capitals from small letters.

import { coerceText } from '../coercion.js'
import { isFields, type Fields, type Json } from '../json.js'
import { typesOf, type Schema, type TypeName } from '../schema.js'
import { compare } from './order.js'
import { valuesAt, type Place } from './path.js'

export const OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains', 'startsWith', 'endsWith'] as const

export type Operator = (typeof OPERATORS)[number]

export interface Filter {
  readonly place: Place
  readonly operator: Operator
  /** What it may be compared with; null stands for nothing at all. */
  readonly operands: readonly Json[]
}

export const isOperator = (name: string): name is Operator => (OPERATORS as readonly string[]).includes(name)

/** What a text may mean where it is compared under a schema; undefined when no value of that schema could be like it. */
export const operandsOf = (text: string, operator: Operator, schema: Schema): readonly Json[] | undefined => {
  if (operator === 'in') {
    const all = splitList(text).map(item => operandsOf(item, 'eq', schema))
    return all.some(operands => operands === undefined) ? undefined : all.flatMap(operands => operands ?? [])
  }
  if (text === '' && (operator === 'eq' || operator === 'ne')) return [null, '']
  const types = plainTypes(schema)
  if (TEXTUAL.has(operator)) return types.size === 0 ? undefined : [text]
  const meanings = (['number', 'boolean'] as const)
    .filter(type => types.has(type))
    .map(type => coerceText(text, { type }))
    .filter((value): value is number | boolean => typeof value !== 'string')
  const all = types.has('string') ? [...meanings, text] : meanings
  return all.length === 0 ? undefined : all
}

/** The types of the single values at a place, lists taken apart; where nothing is known, every one; none for what is an object. */
export const plainTypes = (schema: Schema): ReadonlySet<TypeName> => {
  const found = new Set<TypeName>()
  let object = false
  const visit = (node: Schema | undefined, depth: number): void => {
    for (const type of typesOf(node)) {
      if (type === 'integer') found.add('number')
      else if (type === 'object') object = true
      else if (type === 'number' || type === 'boolean' || type === 'string') found.add(type)
    }
    if (node?.items !== undefined && depth < 8) visit(node.items, depth + 1)
  }
  visit(schema, 0)
  return found.size === 0 && !object ? new Set(['number', 'boolean', 'string']) : found
}

/** The items of a comma list; `\,` is a comma within one, `\\` a backslash. */
export const splitList = (text: string): string[] => {
  const items: string[] = []
  let item = ''
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    const next = text[index + 1]
    if (character === '\\' && (next === ',' || next === '\\')) {
      item += next
      index++
    } else if (character === ',') {
      items.push(item)
      item = ''
    } else item += character
  }
  items.push(item)
  return items
}

/** The opposite of `splitList`. */
export const joinList = (items: readonly string[]): string =>
  items.map(item => item.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')

/** Whether a record passes a filter. */
export const matcherOf = ({ place: { path }, operator, operands }: Filter): ((fields: Fields) => boolean) => {
  if (operator === 'eq' || operator === 'in' || operator === 'ne') {
    const wanted = new Set<Json>(operands)
    const expected = operator !== 'ne'
    return fields => {
      const values = valuesAt(fields, path)
      const found = values.some(value => wanted.has(value)) || (wanted.has(null) && values.length === 0)
      return found === expected
    }
  }
  const test = TESTS[operator]
  return fields => valuesAt(fields, path).some(value => operands.some(operand => test(value, operand)))
}

/** Whether every word, in lower case, occurs in some text or number of a record, wherever it stands. */
export const wordsMatcher = (words: readonly string[], hidden: readonly string[]): ((fields: Fields) => boolean) => {
  return fields => {
    const texts: string[] = []
    for (const [name, value] of Object.entries(fields)) if (!hidden.includes(name)) gather(value, texts)
    // No word has a line feed in it, so none can be found across two texts.
    const all = fold(texts.join('\n'))
    return words.every(word => all.includes(word))
  }
}

/** The words of a search, as they are compared. */
export const wordsOf = (text: string): string[] => [...new Set(fold(text).split(/\s+/u))].filter(word => word !== '')

const TEXTUAL: ReadonlySet<Operator> = new Set(['contains', 'startsWith', 'endsWith'])

type Test = (value: Json, operand: Json) => boolean

/** Only what is of one type can be put in order: 18 is neither before nor after "eighteen". */
const ordered =
  (holds: (order: number) => boolean): Test =>
  (value, operand) =>
    value !== null && typeof value !== 'object' && typeof value === typeof operand && holds(compare(value, operand))

const textual =
  (holds: (text: string, part: string) => boolean): Test =>
  (value, operand) =>
    value !== null && typeof value !== 'object' && holds(String(value), String(operand))

const TESTS: Readonly<Record<Exclude<Operator, 'eq' | 'ne' | 'in'>, Test>> = {
  lt: ordered(order => order < 0),
  lte: ordered(order => order <= 0),
  gt: ordered(order => order > 0),
  gte: ordered(order => order >= 0),
  contains: textual((text, part) => text.includes(part)),
  startsWith: textual((text, part) => text.startsWith(part)),
  endsWith: textual((text, part) => text.endsWith(part)),
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase()

const gather = (value: Json, texts: string[]): void => {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'number') texts.push(String(value))
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) gather(item, texts)
  else if (isFields(value)) for (const member of Object.values(value)) gather(member, texts)
}
