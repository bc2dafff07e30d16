/** JSON Patch (RFC 6902): checked operations, applied all or none by a kept library. */

import type { Operation } from 'rfc6902'
import { isFields, type Fields, type Json } from './json.js'
import { Problem } from './problem.js'

/** What an operation needs beside `op` and `path` (RFC 6902 §4). */
const NEEDS: Readonly<Record<string, 'value' | 'from' | undefined>> = {
  add: 'value',
  replace: 'value',
  test: 'value',
  move: 'from',
  copy: 'from',
  remove: undefined,
}

/** Names that the library steps over instead of into. A client that copies records carelessly is better off without them, too. */
const UNNAMEABLE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

interface Step {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: Json
}

/** The operations of a patch document, or what is malformed in it (400). */
export const readPatch = (document: Json): readonly Step[] | Problem => {
  if (!Array.isArray(document))
    return new Problem('malformed-content', 'A JSON Patch is a list of operations (RFC 6902 §3), and this is none.')
  for (const [index, step] of (document as readonly Json[]).entries()) {
    if (!isFields(step)) return refuse(index, 'is not an object.')
    const { op, path, from } = step
    if (typeof op !== 'string' || !Object.hasOwn(NEEDS, op))
      return refuse(index, `has no "op" that RFC 6902 knows: ${Object.keys(NEEDS).join(', ')}.`)
    if (!isPointer(path)) return refuse(index, 'needs a "path" that is a JSON Pointer: empty, or beginning with "/".')
    if (NEEDS[op] === 'value' && !Object.hasOwn(step, 'value')) return refuse(index, `is "${op}" and needs a "value".`)
    if (NEEDS[op] === 'from' && !isPointer(from))
      return refuse(index, `is "${op}" and needs a "from" that is a JSON Pointer.`)
  }
  return document as unknown as readonly Step[]
}

/**
 * The target after all operations, or the problem with the first that cannot be done: 409 for a test that fails, 422 for
 * a place that is not there. The target itself is never changed. `forbid` says why a place may not be touched at all.
 */
export const applyPatch = async (
  target: Fields,
  steps: readonly Step[],
  forbid: (step: Step) => string | undefined,
): Promise<Json | Problem> => {
  const { applyPatch: apply } = await import('rfc6902')
  // The document stands in a member, so that an operation on the whole of it (path "") is one like all others.
  const root = { document: copyOf(target) }
  for (const [index, step] of steps.entries()) {
    const { op, path, from } = step
    const problem = (detail: string) =>
      new Problem('patch-refused', `Operation ${index}, ${op} ${path || '""'}: ${detail}`, { operation: index })
    const forbidden = forbid(step)
    if (forbidden !== undefined) return problem(forbidden)
    for (const pointer of [path, from]) {
      const odd = pointer === undefined ? undefined : tokensOf(pointer).find(token => UNNAMEABLE.has(token))
      if (odd !== undefined) return problem(`a patch cannot name a member "${odd}"; use PUT.`)
    }
    const missing = findMissing(root.document, step)
    if (missing !== undefined) return problem(missing)
    const within = { ...step, path: `/document${path}`, ...(from !== undefined && { from: `/document${from}` }) }
    const [error] = apply(root, [within as unknown as Operation])
    if (error?.name === 'TestError')
      return new Problem(
        'patch-conflict',
        `Operation ${index}: the value at ${path || '""'} is not the one that the test expects.`,
        {
          operation: index,
        },
      )
    if (error) return problem('it cannot be done here.')
  }
  return root.document
}

const refuse = (index: number, detail: string): Problem =>
  new Problem('malformed-content', `Operation ${index} of the patch ${detail}`, { operation: index })

const isPointer = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^(?:\/(?:[^~]|~[01])*)?$/u.test(value)

const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Why a place is not there. The library is lenient with indexes and sees inherited members; the standard is not. */
const findMissing = (document: Json, { op, path, from }: Step): string | undefined => {
  if (from !== undefined && !exists(document, tokensOf(from))) return `there is nothing at ${from}.`
  if (op === 'move' && from !== undefined && path.startsWith(`${from}/`)) return 'a value cannot be moved into itself.'
  const tokens = tokensOf(path)
  if (op !== 'add' && op !== 'move' && op !== 'copy')
    return exists(document, tokens) ? undefined : `there is nothing at ${path}.`
  const last = tokens.at(-1)
  if (last === undefined) return undefined
  const parent = find(document, tokens.slice(0, -1))
  if (isFields(parent)) return undefined
  if (!Array.isArray(parent)) return 'there is no object or list to add to.'
  // Moved within its list it is taken out first, so there is one place less.
  const length = parent.length - (op === 'move' && from !== undefined && parentOf(from) === parentOf(path) ? 1 : 0)
  return last === '-' || (isIndex(last) && Number(last) <= length)
    ? undefined
    : `${last} is no place in a list of ${length}.`
}

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))

const isIndex = (token: string): boolean => /^(?:0|[1-9]\d*)$/.test(token)

const exists = (document: Json, tokens: readonly string[]): boolean => find(document, tokens) !== undefined

const find = (document: Json, tokens: readonly string[]): Json | undefined => {
  let value: Json | undefined = document
  for (const token of tokens) {
    if (Array.isArray(value)) value = isIndex(token) ? (value as readonly Json[])[Number(token)] : undefined
    else value = isFields(value) && Object.hasOwn(value, token) ? value[token] : undefined
    if (value === undefined) return undefined
  }
  return value
}

/** A copy, all the way down. */
const copyOf = (value: Json): Json => {
  if (typeof value !== 'object' || value === null) return value
  return isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]))
    : value.map(copyOf)
}
