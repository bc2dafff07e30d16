/** Dotted paths into records (`address.city`): found in the schema or in the records, read, and cut out. */

import { isFields, type Fields, type Json } from '../json.js'
import { memberOf, type Schema } from '../schema.js'

/** Names of members, from the outside in. Lists on the way are passed through: the path goes into each of their items. */
export type Path = readonly string[]

export interface Place {
  /** As it was written: `address.city`. */
  readonly name: string
  readonly path: Path
  /** What is known of the values there. */
  readonly schema: Schema
}

/** The place that a name means in a schema. A member that has a dot in its own name goes before a path. */
export const findInSchema = (name: string, schema: Schema): Place | undefined => {
  const found = walk(name, schema, (node, member) => memberOf(node, member) ?? memberOf(node.items, member))
  return found && { name, path: found.path, schema: found.node }
}

/** The same in records, for fields that came later than the schema. */
export const findInRecords = (
  name: string,
  records: Iterable<Fields>,
  hidden: readonly string[],
): Place | undefined => {
  // Nearly no record has the like of it, so that is looked at first.
  const starts = name.split('.', STEPS_MAX).map((_, index, parts) => parts.slice(0, index + 1).join('.'))
  for (const record of records) {
    if (!Object.hasOwn(record, name) && !starts.some(start => Object.hasOwn(record, start))) continue
    const found = walk<readonly Json[]>(name, [record], (nodes, member) => {
      const inner = nodes.flat(1).flatMap(node => own(node, member))
      return inner.length === 0 ? undefined : inner
    })
    if (found !== undefined && !hidden.includes(found.path[0] ?? '')) return { name, path: found.path, schema: {} }
  }
  return undefined
}

/** The names of all places in a schema, for suggestions: at most 1000. */
export const namesIn = (schema: Schema): string[] => {
  const names: string[] = []
  const visit = (node: Schema, prefix: string, depth: number): void => {
    for (const [name, member] of Object.entries({ ...node.items?.properties, ...node.properties })) {
      if (names.length >= NAMES_MAX) return
      names.push(prefix + name)
      if (depth < NAMES_DEEP) visit(member, `${prefix}${name}.`, depth + 1)
    }
  }
  visit(schema, '', 0)
  return names
}

/** Everything that stands at a path but lists, whose items stand for themselves. */
export const valuesAt = (record: Fields, path: Path): readonly Json[] => {
  const [name] = path
  if (path.length === 1 && name !== undefined) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (value !== undefined && !Array.isArray(value)) return [value]
  }
  const values: Json[] = []
  collect(record, path, 0, values)
  return values
}

/** A record with nothing but these places, in their order. */
export const pick = (record: Fields, paths: readonly Path[]): Fields => {
  const picked: [string, Json][] = []
  for (const [name, inner] of heads(paths)) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (value !== undefined) picked.push([name, inner === undefined ? value : within(value, inner)])
  }
  // Defines, never assigns: a member may be called `__proto__`.
  return Object.fromEntries(picked)
}

/** The schema of what `pick` leaves. */
export const pickSchema = (schema: Schema, paths: readonly Path[]): Schema => {
  const picked = [...heads(paths)].map(([name, inner]): [string, Schema] => {
    const member = memberOf(schema, name) ?? {}
    if (inner === undefined) return [name, member]
    return [
      name,
      {
        ...pickSchema(member, inner),
        ...(member.items !== undefined && { items: pickSchema(member.items, inner) }),
      },
    ]
  })
  const { required, ...rest } = schema
  const left = new Set(picked.map(([name]) => name))
  return {
    ...rest,
    ...(schema.properties && { properties: Object.fromEntries(picked) }),
    ...(required && { required: required.filter(name => left.has(name)) }),
  }
}

/** Deeper than a record can be. */
const STEPS_MAX = 64
const NAMES_MAX = 1000
const NAMES_DEEP = 8

/** Whatever has members by name: the same steps lead through a schema and through values. */
const walk = <N>(
  name: string,
  node: N,
  into: (node: N, member: string) => N | undefined,
): { readonly path: Path; readonly node: N } | undefined => {
  const whole = into(node, name)
  if (whole !== undefined) return { path: [name], node: whole }
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot)
    const inner = into(node, head)
    const rest = inner === undefined ? undefined : walk(name.slice(dot + 1), inner, into)
    if (rest !== undefined) return { path: [head, ...rest.path], node: rest.node }
  }
  return undefined
}

const own = (value: Json, member: string): Json[] => {
  if (!isFields(value) || !Object.hasOwn(value, member)) return []
  const inner = value[member]
  return inner === undefined ? [] : [inner]
}

const collect = (value: Json | undefined, path: Path, index: number, values: Json[]): void => {
  if (value === undefined) return
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) collect(item, path, index, values)
    return
  }
  const name = path[index]
  if (name === undefined) values.push(value)
  else if (isFields(value) && Object.hasOwn(value, name)) collect(value[name], path, index + 1, values)
}

/** The first names, each with the paths that go on from it; undefined where one ends there and so takes it whole. */
const heads = (paths: readonly Path[]): Map<string, readonly Path[] | undefined> => {
  const found = new Map<string, readonly Path[] | undefined>()
  for (const [name, ...rest] of paths) {
    if (name === undefined) continue
    const before = found.get(name)
    if (rest.length === 0) found.set(name, undefined)
    else if (before !== undefined || !found.has(name)) found.set(name, [...(before ?? []), rest])
  }
  return found
}

const within = (value: Json, paths: readonly Path[]): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(item => within(item, paths))
  return isFields(value) ? pick(value, paths) : value
}
