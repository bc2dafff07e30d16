/** A change in part: what a patch makes of a record, the write-only fields neither shown to it nor lost by it. */

import { absentMembers } from './absent.js'
import { visible, type Family } from './family.js'
import { isFields, type Awaitable, type Fields, type Json } from './json.js'
import { applyPatch, readPatch } from './json-patch.js'
import { mergePatch } from './merge-patch.js'
import { invalidContent, Problem } from './problem.js'

/** Makes the new fields of a record from the present ones. */
export type Amendment = (current: Fields) => Awaitable<Fields | Problem>

/** A merge patch (RFC 7396). A secret given is set, one given as null is removed. */
export const mergeAmendment = (family: Family, patch: Json): Amendment | Problem => {
  if (!isFields(patch))
    return invalidContent([
      {
        pointer: '#',
        detail: `A merge patch of a ${family.singular} is an object; this would replace the ${family.singular} by something that is none.`,
      },
    ])
  // Taking away what this version does not show would do nothing, and the client would never know.
  const absent = absentMembers(family, patch)
  if (absent.length > 0) return invalidContent(absent)
  // Members that are not there have nothing to be merged with, so the secrets can be handled like all others.
  return current => mergePatch(current, patch) as Fields
}

/**
 * A JSON Patch (RFC 6902). Secrets can be written and removed as a whole; `test`, `copy` and `move` would tell what is in
 * them, so these are refused.
 */
export const patchAmendment = (family: Family, document: Json): Amendment | Problem => {
  const steps = readPatch(document)
  if (steps instanceof Problem) return steps
  const secretIn = (pointer: string | undefined) =>
    family.secrets.find(name => pointer === `/${name}` || pointer?.startsWith(`/${name}/`))
  const touched = new Set(steps.flatMap(({ path }) => secretIn(path) ?? []))
  return async current => {
    const shown = visible(family, current)
    const hidden = Object.entries(current).filter(([name]) => family.secrets.includes(name))
    // Present, so that it can be replaced and removed; and empty, so that nothing can be learnt.
    const target = { ...shown, ...Object.fromEntries(hidden.map(([name]) => [name, null])) }
    const result = await applyPatch(target, steps, ({ op, path, from }) => {
      const secret = secretIn(path) ?? secretIn(from)
      if (secret === undefined || (path === `/${secret}` && ['add', 'replace', 'remove'].includes(op))) return undefined
      return `"${secret}" is write-only; it can be added, replaced and removed as a whole.`
    })
    if (result instanceof Problem) return result
    if (!isFields(result))
      return invalidContent([{ pointer: '#', detail: `After the patch the ${family.singular} would be no object.` }])
    const kept = hidden.filter(([name]) => !touched.has(name))
    return { ...result, ...Object.fromEntries(kept) }
  }
}
