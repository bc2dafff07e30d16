/** Reads a JSON Schema that somebody declared: everything that is wrong with it, or a plain copy for a validator and for us. */

import { inspect } from './content.js'
import { isFields, step, type Fields, type Json } from './json.js'
import { kindOf, refuseKeyword, type Draft } from './keyword.js'

/** Something wrong in a schema. */
export interface SchemaFlaw {
  /** JSON Pointer into the schema. */
  readonly pointer: string
  readonly at: 'name' | 'value'
  /** One sentence: what is wrong. */
  readonly message: string
  /** One sentence: what to do. */
  readonly hint?: string
}

/** A schema in which every schema is an object, every reference leads to `#/$defs`, and draft-07 is spelt as 2020-12. */
export interface SchemaNode {
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly required?: readonly string[]
  readonly properties?: { readonly [name: string]: SchemaNode }
  readonly patternProperties?: { readonly [pattern: string]: SchemaNode }
  readonly dependentSchemas?: { readonly [name: string]: SchemaNode }
  readonly dependentRequired?: { readonly [name: string]: readonly string[] }
  readonly additionalProperties?: SchemaNode
  readonly unevaluatedProperties?: SchemaNode
  readonly items?: SchemaNode
  readonly prefixItems?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
  readonly anyOf?: readonly SchemaNode[]
  readonly oneOf?: readonly SchemaNode[]
  readonly not?: SchemaNode
  readonly then?: SchemaNode
  readonly else?: SchemaNode
  readonly $ref?: string
  readonly $defs?: { readonly [name: string]: SchemaNode }
  /** Plain keywords, checked for their types. */
  readonly [keyword: string]: unknown
}

export interface Declared {
  readonly root: SchemaNode
  /** Where the node's reference leads. */
  targetOf(node: SchemaNode): SchemaNode | undefined
}

/** What is nested too deep or holds what cannot be stored is refused at once. `without` leaves one keyword out wherever it stands. */
export const readSchema = (schema: Json, without?: string): Declared | readonly SchemaFlaw[] => {
  const odd = inspect(schema).map(({ pointer, detail }): SchemaFlaw => ({
    pointer,
    at: 'value',
    message: detail.replace(` at ${pointer}`, ''),
  }))
  if (odd.length > 0) return odd
  const reader = new Reader(schema, without)
  return reader.flaws.length > 0 ? reader.flaws : reader
}

class Reader implements Declared {
  readonly root: SchemaNode
  readonly flaws: SchemaFlaw[] = []
  readonly #draft: Draft
  readonly #without: string | undefined
  readonly #id: string
  /** Every schema by its pointer in what was declared. */
  readonly #nodes = new Map<string, Record<string, unknown>>()
  readonly #anchors = new Map<string, string>()
  readonly #references: { node: Record<string, unknown>; reference: string; pointer: string }[] = []
  readonly #targets = new Map<unknown, SchemaNode>()

  constructor(schema: Json, without: string | undefined) {
    const own = isFields(schema) ? schema : {}
    this.#draft = this.#draftOf(own['$schema'])
    this.#without = without
    this.#id = typeof own['$id'] === 'string' ? own['$id'].replace(/#$/, '') : ''
    const root = this.#read(schema, '')
    this.root = root
    const definitions = this.#follow()
    if (Object.keys(definitions).length > 0) root['$defs'] = definitions
    if (this.flaws.length === 0) this.#findCircle()
  }

  targetOf(node: SchemaNode): SchemaNode | undefined {
    return this.#targets.get(node)
  }

  #refuse(pointer: string, message: string, hint?: string, at: SchemaFlaw['at'] = 'value'): void {
    this.flaws.push({ pointer, at, message, ...(hint !== undefined && { hint }) })
  }

  #draftOf(named: Json | undefined): Draft {
    if (named === undefined || (typeof named === 'string' && /\/draft\/2020-12\/schema#?$/.test(named)))
      return '2020-12'
    if (typeof named === 'string' && /\/draft-07\/schema#?$/.test(named)) return '7'
    this.#refuse('/$schema', 'This draft of JSON Schema is not known here.', 'Use draft 2020-12, or draft-07.')
    return '2020-12'
  }

  #read(schema: Json, pointer: string): Record<string, unknown> {
    const node: Record<string, unknown> = {}
    this.#nodes.set(pointer, node)
    if (schema === false) node['not'] = {}
    else if (!isFields(schema)) {
      if (schema !== true) this.#refuse(pointer, 'A schema is a map of keywords, or true or false.')
    } else
      for (const [keyword, value] of Object.entries(schema)) this.#readKeyword(node, schema, keyword, value, pointer)
    return node
  }

  #readKeyword(node: Record<string, unknown>, schema: Fields, keyword: string, value: Json, around: string): void {
    const pointer = around + step(keyword)
    const refused = refuseKeyword(keyword, value, this.#draft, around === '')
    if (refused !== undefined) {
      const { inside = '', at = 'value', message, hint } = refused
      this.#refuse(pointer + inside, message, hint, at)
      return
    }
    const kind = kindOf(keyword)
    // In draft-07 a reference stands alone, whatever stands beside it.
    const beside = this.#draft === '7' && Object.hasOwn(schema, '$ref') && keyword !== '$ref'
    const set = (name: string, read: unknown): void => {
      if (!beside && name !== this.#without) node[name] = read
    }
    if (keyword === '$anchor') this.#anchors.set(value as string, around)
    else if (keyword === '$ref') this.#references.push({ node, reference: value as string, pointer })
    else if (keyword === 'dependencies') this.#readDependencies(set, value as Fields, pointer)
    else if (kind === 'definitions') this.#readMap(value as Fields, pointer)
    else if (kind === 'schemas' || (keyword === 'items' && Array.isArray(value)))
      set(keyword === 'items' ? 'prefixItems' : keyword, this.#readList(value as readonly Json[], pointer))
    else if (kind === 'map') set(keyword, this.#readMap(value as Fields, pointer))
    else if (keyword === 'additionalItems') {
      const rest = this.#read(value, pointer)
      if (Array.isArray(schema['items'])) set('items', rest)
    } else if (kind === 'schema') set(keyword, this.#read(value, pointer))
    else if (kind !== 'remark' && !keyword.startsWith('$')) set(keyword, value)
  }

  #readList(schemas: readonly Json[], pointer: string): unknown[] {
    return schemas.map((schema, index) => this.#read(schema, pointer + step(index)))
  }

  #readMap(schemas: Fields, pointer: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, this.#read(schema, pointer + step(name))]),
    )
  }

  #readDependencies(set: (name: string, read: unknown) => void, value: Fields, pointer: string): void {
    const entries = Object.entries(value)
    const lists = entries.filter(([, member]) => Array.isArray(member))
    const schemas = Object.fromEntries(entries.filter(([, member]) => !Array.isArray(member)))
    if (lists.length > 0) set('dependentRequired', Object.fromEntries(lists))
    if (lists.length < entries.length) set('dependentSchemas', this.#readMap(schemas, pointer))
  }

  /** Leads every reference to a definition of our own naming, so that nobody has to resolve a URI again. */
  #follow(): Record<string, unknown> {
    const names = new Map<unknown, string>()
    for (const { node, reference, pointer } of this.#references) {
      const target = this.#resolve(reference, pointer)
      if (target === undefined) continue
      this.#targets.set(node, target)
      // The whole cannot be a definition within itself.
      if (target === this.#nodes.get('')) {
        node['$ref'] = '#'
        continue
      }
      if (!names.has(target)) names.set(target, `d${names.size}`)
      node['$ref'] = `#/$defs/${names.get(target) ?? ''}`
    }
    return Object.fromEntries(Array.from(names, ([target, name]) => [name, target]))
  }

  #resolve(reference: string, pointer: string): Record<string, unknown> | undefined {
    const hash = reference.indexOf('#')
    const file = hash === -1 ? reference : reference.slice(0, hash)
    const fragment = hash === -1 ? '' : decode(reference.slice(hash + 1))
    if (file !== '' && file !== this.#id) {
      this.#refuse(
        pointer,
        'This leads out of the schema, and only what stands in it is followed.',
        'Write the other schema under $defs, and lead to it with "#/$defs/…".',
      )
      return undefined
    }
    const target = fragment === '' || fragment.startsWith('/') ? fragment : this.#anchors.get(fragment)
    const found = target === undefined ? undefined : this.#nodes.get(target)
    if (found === undefined) {
      const known = [...this.#nodes.keys()].filter(name => /^\/(\$defs|definitions)\/[^/]+$/.test(name))
      const hint =
        known.length === 0
          ? 'Write what it should lead to under $defs.'
          : `There is ${known.map(name => `#${name}`).join(', ')}.`
      this.#refuse(pointer, 'This leads to no schema.', hint)
    }
    return found
  }

  /** A schema that asks for itself about the same value would be asked for ever. */
  #findCircle(): void {
    const done = new Set<unknown>()
    const open = new Set<unknown>()
    const visit = (node: SchemaNode): boolean => {
      if (done.has(node)) return false
      if (open.has(node)) return true
      open.add(node)
      const circular = inPlace(node, this).some(visit)
      open.delete(node)
      done.add(node)
      return circular
    }
    for (const { node, pointer } of this.#references) {
      if (visit(node as SchemaNode)) {
        this.#refuse(
          pointer,
          'This leads back to itself without going into the value.',
          'Put it under properties or items.',
        )
        return
      }
    }
  }
}

/** The schemas that a node asks about the very value that it is asked about. */
export const inPlace = (node: SchemaNode, declared: Declared): SchemaNode[] =>
  [
    declared.targetOf(node),
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
    ...(node.oneOf ?? []),
    node.not,
    node['if'] as SchemaNode | undefined,
    node.then,
    node.else,
    ...Object.values(node.dependentSchemas ?? {}),
  ].filter(inner => inner !== undefined)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
