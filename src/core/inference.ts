/** Infers the schema of a family from its records: the fixture is the only specification of the fields. */

// One pass, and what is remembered of a field does not grow with the records: a hundred thousand take no second.

import { isFields, type Fields, type Json } from './json.js'
import type { Schema, TypeName } from './schema.js'
import { formatOf, type TextFormat } from './text-format.js'

/** An enum is plain when this many texts were seen, */
const ENUM_TEXTS = 12
/** of which no more than this many differ, */
const ENUM_VALUES = 6
/** each there this often on the average, */
const ENUM_SHARE = 4
/** no one only once, and none longer than this. */
const ENUM_LENGTH = 24

/**
 * The schema that all the records fulfil. Properties stand in the order in which they were first seen.
 *
 * - `type`: every type that was seen; `integer` only where all numbers are whole.
 * - `required`: the members that every record has, be it as null.
 * - `items`: what was seen in all lists of a field together; absent where they were all empty.
 * - `format`: `date`, `date-time`, `email` or `uri`, where every text of the field is one; one text is enough, because
 *   these cannot be mistaken.
 * - `enum`: where nothing but texts (and null) was seen, at least twelve, of at most six short values, each value at
 *   least twice and four times on the average. Fewer would make an enum of what happened to be alike.
 *
 * The last two describe: nothing is coerced by them, and only strictness enforces them. `secrets` are the top-level
 * fields of which the type is told and nothing else. No records give a schema that says nothing.
 */
export const inferSchema = (records: readonly Fields[], secrets: readonly string[] = []): Schema => {
  if (records.length === 0) return { type: 'object' }
  const sight = new Sight()
  for (const record of records) sight.see(record)
  return sight.tell(secrets)
}

const typeOf = (value: Json): TypeName => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value as TypeName
}

/** All that was seen in one place. */
class Sight {
  #count = 0
  readonly #types = new Set<TypeName>()
  #objects = 0
  #texts = 0
  /** How often each text was seen; undefined once they are too many or too long. */
  #values: Map<string, number> | undefined = new Map()
  /** The format that all texts have; null once there is none. */
  #format: TextFormat | null | undefined
  #items: Sight | undefined
  /** A Map, because a member may be called `__proto__`. */
  #members: Map<string, Sight> | undefined

  see(value: Json): void {
    this.#count++
    this.#types.add(typeOf(value))
    if (typeof value === 'string') this.#seeText(value)
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) (this.#items ??= new Sight()).see(item)
    else if (isFields(value)) this.#seeMembers(value)
  }

  #seeText(text: string): void {
    this.#texts++
    if (this.#format !== null) {
      const format = formatOf(text) ?? null
      this.#format = this.#format === undefined || this.#format === format ? format : null
    }
    if (this.#values === undefined) return
    this.#values.set(text, (this.#values.get(text) ?? 0) + 1)
    if (this.#values.size > ENUM_VALUES || text === '' || text.length > ENUM_LENGTH) this.#values = undefined
  }

  #seeMembers(object: Fields): void {
    this.#objects++
    const members = (this.#members ??= new Map())
    for (const name of Object.keys(object)) {
      let member = members.get(name)
      if (member === undefined) members.set(name, (member = new Sight()))
      member.see(object[name] ?? null)
    }
  }

  tell(secrets: readonly string[] = [], plain = false): Schema {
    const types = [...this.#types]
    // A number that is whole now and then is still a number.
    const named = this.#types.has('number') ? types.filter(type => type !== 'integer') : types
    const [only] = named
    const values = plain ? undefined : this.#tellEnum()
    return {
      ...(only !== undefined && { type: named.length === 1 ? only : named }),
      ...(!plain && this.#format && { format: this.#format }),
      ...(values && { enum: values }),
      ...(this.#items && { items: this.#items.tell([], plain) }),
      ...(this.#members && {
        properties: Object.fromEntries(
          Array.from(this.#members, ([name, member]) => [name, member.tell([], plain || secrets.includes(name))]),
        ),
        required: [...this.#members].filter(([, member]) => member.#count === this.#objects).map(([name]) => name),
      }),
    }
  }

  #tellEnum(): (string | null)[] | undefined {
    const values = this.#values
    if (values === undefined || this.#format || [...this.#types].some(type => type !== 'string' && type !== 'null'))
      return undefined
    // One value only is a coincidence, or a field that nobody needs.
    if (values.size < 2 || this.#texts < ENUM_TEXTS || this.#texts < values.size * ENUM_SHARE) return undefined
    if ([...values.values()].some(times => times < 2)) return undefined
    return [...values.keys(), ...(this.#types.has('null') ? [null] : [])]
  }
}
