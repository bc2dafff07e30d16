/** The one grammar: the subset of JSON Schema (draft-07) that describes settings, families and fields, and the types it stands for. */

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

/** Plain data, because YAML must be able to declare it; a standard, because editors and OpenAPI read it. */
export interface Schema {
  readonly type?: TypeName | readonly TypeName[]
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  /** What must not be repeated where people can read it: a secret. */
  readonly writeOnly?: true
  readonly anyOf?: readonly Schema[]
  /** The command line's spelling of a setting: `-p, --port <number>`. */
  readonly flag?: string
  /** The heading under which the command line's help has it; "Behaviour" where nothing is said. */
  readonly group?: 'Server' | 'Behaviour' | 'Output'
  /** Too rarely needed for the command line's help, which must fit a screen; the reference has it, and the flag works. */
  readonly rare?: true
  /** The environment variables that set it, the strongest first. */
  readonly env?: readonly string[]
  /** What a person would have to write instead, when the pattern does not fit. */
  readonly hint?: string
}

type Primitive = {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type Simplify<T> = { [K in keyof T]: T[K] }

type InferObject<S extends Schema> = S extends { properties: infer P extends { readonly [name: string]: Schema } }
  ? Simplify<
      { -readonly [K in keyof P as K extends RequiredOf<S> ? K : never]: Infer<P[K]> } & {
        -readonly [K in keyof P as K extends RequiredOf<S> ? never : K]?: Infer<P[K]>
      }
    > &
      // What the other members must be, the named ones need not.
      (S extends { additionalProperties: Schema } ? { [name: string]: unknown } : unknown)
  : S extends { additionalProperties: infer A extends Schema }
    ? { [name: string]: Infer<A> }
    : { [name: string]: unknown }

type RequiredOf<S extends Schema> = S extends { required: infer R extends readonly string[] } ? R[number] : never

type InferType<T, S extends Schema> = T extends keyof Primitive
  ? Primitive[T]
  : T extends 'array'
    ? S extends { items: infer I extends Schema }
      ? Infer<I>[]
      : unknown[]
    : T extends 'object'
      ? InferObject<S>
      : never

/** The TypeScript type of the values that a schema, written `as const`, describes. Stands alone: it needs no package. */
export type Infer<S extends Schema> = S extends { enum: infer E extends readonly unknown[] }
  ? E[number]
  : S extends { anyOf: infer A extends readonly Schema[] }
    ? { [K in keyof A]: A[K] extends Schema ? Infer<A[K]> : never }[number]
    : S extends { type: TypeName | readonly TypeName[] }
      ? InferType<S['type'] extends readonly TypeName[] ? S['type'][number] : S['type'], S>
      : unknown

/** The type names of a schema as a list; none when it says nothing. */
export const typesOf = (schema: Schema | undefined): readonly TypeName[] => {
  const type = schema?.type
  if (type === undefined) return []
  return typeof type === 'string' ? [type] : type
}

export const allows = (schema: Schema | undefined, type: TypeName): boolean => typesOf(schema).includes(type)

/** The schema of one member of an object, if the schema knows it. */
export const memberOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  schema?.properties !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
